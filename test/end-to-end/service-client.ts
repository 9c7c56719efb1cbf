import { z } from 'zod';

/** One file as the service has it. */
export interface ServiceFile {
  readonly id: string;
  readonly text: string;
}

/** What a person reads before editing a file. */
export interface LatestVersion {
  /** The version to name as base; the text is that one's or a newer one's, and then the edit is refused. */
  readonly base: string;
  readonly text: string;
}

/** The service refused an edit, because its base is not the latest version any more. Nothing was changed. */
export class StaleBase extends Error {}

/** A person at the service itself, by its API: what a colleague does in the dashboard. */
export interface ServiceClient {
  /** Makes a folder; returns its id. */
  makeFolder(name: string, parentFolderId: string | null): Promise<string>;
  /** Uploads a new file as version 1; returns its id. */
  upload(folderId: string, name: string, text: string): Promise<string>;
  latest(fileId: string): Promise<LatestVersion>;
  /** Adds a version on top of `base`, or without one on top of the newest version. @throws StaleBase */
  edit(fileId: string, text: string, base?: string): Promise<void>;
  renameFile(fileId: string, name: string): Promise<void>;
  moveFile(fileId: string, folderId: string): Promise<void>;
  removeFile(fileId: string): Promise<void>;
  renameFolder(folderId: string, name: string): Promise<void>;
  moveFolder(folderId: string, parentFolderId: string): Promise<void>;
  archiveFolder(folderId: string): Promise<void>;
  /** The content of one version of a file. */
  version(fileId: string, versionId: string): Promise<string>;
  /** How many versions a file has. */
  versions(fileId: string): Promise<number>;
  /** Every file below a folder with its content, by path; a name that is there twice shows as `name` and `name #2`. */
  files(folderId: string): Promise<Map<string, ServiceFile>>;
  /** Every folder below a folder, by path, with its id. */
  folders(folderId: string): Promise<Map<string, string>>;
}

const named = z.object({ id: z.string(), name: z.string() });
const page = z.object({ items: z.array(named), totalPages: z.number() });
const PAGE_SIZE = 100;

class NotThere extends Error {}

/** @param baseUrl such as `http://127.0.0.1:4810/api/v1`. */
export function serviceClient(baseUrl: string, apiKey: string): ServiceClient {
  const send = async (method: string, path: string, body?: object): Promise<Response> => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'X-API-Key': apiKey, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.ok) return answer;
    const said = `${method} ${path} answered ${answer.status}: ${await answer.text()}`;
    if (answer.status === 404) throw new NotThere(said);
    throw answer.status === 409 ? new StaleBase(said) : new Error(said);
  };
  const change = async (method: string, path: string, body?: object): Promise<void> => {
    await mustBeApi(await send(method, path, body)).arrayBuffer();
  };
  const get = async (path: string): Promise<unknown> => (await send('GET', path)).json();
  const look: Look = {
    filesIn: async folderId => {
      const found: z.infer<typeof named>[] = [];
      for (let number = 1, pages = 1; number <= pages; number++) {
        const part = page.parse(await get(`/folders/${folderId}/files?page=${number}&pageSize=${PAGE_SIZE}`));
        found.push(...part.items);
        pages = part.totalPages;
      }
      return found;
    },
    foldersIn: async folderId => z.array(named).parse(await get(`/folders/${folderId}/children`)),
    content: async fileId => (await send('GET', `/files/${fileId}/download`)).text(),
  };
  return {
    makeFolder: async (name, parentFolderId) => {
      const answer = await send('POST', '/folders', { name, parentFolderId, visibility: 'organization' });
      return named.parse(await answer.json()).id;
    },
    upload: (folderId, name, text) => upload(send, { folderId, name, text }),
    latest: async id => {
      // First which version, then the text: the other way round an edit in between would be covered unread.
      const { latestVersionId } = z.object({ latestVersionId: z.string() }).parse(await get(`/files/${id}`));
      return { base: latestVersionId, text: await look.content(id) };
    },
    edit: (id, text, baseVersionId) => {
      const contentBase64 = Buffer.from(text).toString('base64');
      return change('POST', `/files/${id}/versions`, { contentBase64, ...(baseVersionId && { baseVersionId }) });
    },
    renameFile: (id, name) => change('PUT', `/files/${id}`, { name }),
    moveFile: (id, folderId) => change('PATCH', `/files/${id}/move`, { parentFolderId: folderId }),
    removeFile: id => change('DELETE', `/files/${id}`),
    renameFolder: (id, name) => change('PATCH', `/folders/${id}`, { name }),
    moveFolder: (id, parentFolderId) => change('PATCH', `/folders/${id}`, { parentFolderId }),
    archiveFolder: id => change('POST', `/folders/${id}/archive`, {}),
    version: async (fileId, versionId) => {
      const link = z.object({ url: z.string() }).parse(await get(`/files/${fileId}/versions/${versionId}/content`));
      const answer = await fetch(link.url);
      if (!answer.ok) throw new Error(`a version of ${fileId} answered ${answer.status}`);
      return answer.text();
    },
    versions: async id => z.object({ totalCount: z.number() }).parse(await get(`/files/${id}/versions`)).totalCount,
    files: folderId => filesBelow(look, folderId),
    folders: folderId => foldersBelow(look, folderId, ''),
  };
}

interface Look {
  filesIn(folderId: string): Promise<z.infer<typeof named>[]>;
  foldersIn(folderId: string): Promise<z.infer<typeof named>[]>;
  content(fileId: string): Promise<string>;
}

type Send = (method: string, path: string, body?: object) => Promise<Response>;

async function upload(send: Send, file: { folderId: string; name: string; text: string }): Promise<string> {
  const bytes = Buffer.from(file.text);
  const contentType = 'text/plain';
  const wish = { fileName: file.name, contentType, fileSizeBytes: bytes.length, folderId: file.folderId };
  const answer = await send('POST', '/files/upload', wish);
  const { uploadUrl, fileId } = z.object({ uploadUrl: z.string(), fileId: z.string() }).parse(await answer.json());
  const stored = await fetch(uploadUrl, { method: 'PUT', headers: { 'Content-Type': contentType }, body: bytes });
  if (!stored.ok) throw new Error(`storing ${file.name} answered ${stored.status}: ${await stored.text()}`);
  await mustBeApi(await send('POST', `/files/${fileId}/upload/confirm`)).arrayBuffer();
  return fileId;
}

/** A web page with status 200, as guest networks answer, says that nothing was done. */
function mustBeApi(answer: Response): Response {
  if (answer.headers.get('content-type')?.startsWith('text/html')) throw new Error('a web page answered');
  return answer;
}

async function filesBelow(look: Look, folderId: string): Promise<Map<string, ServiceFile>> {
  const folders = [...(await foldersBelow(look, folderId, ''))].map(([path, id]) => ({ prefix: `${path}/`, id }));
  const found = new Map<string, ServiceFile>();
  for (const { prefix, id } of [{ prefix: '', id: folderId }, ...folders]) {
    for (const file of await look.filesIn(id)) {
      const text = await contentOrGone(look, file.id, id);
      if (text !== null) found.set(freeName(found, prefix + file.name), { id: file.id, text });
    }
  }
  return found;
}

/** Null: it was removed after it was listed. One that is listed and cannot be read is a failure. */
async function contentOrGone(look: Look, fileId: string, folderId: string): Promise<string | null> {
  try {
    return await look.content(fileId);
  } catch (error) {
    if (!(error instanceof NotThere)) throw error;
    if ((await look.filesIn(folderId)).some(({ id }) => id === fileId)) throw error;
    return null;
  }
}

async function foldersBelow(look: Look, folderId: string, prefix: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const folder of await look.foldersIn(folderId)) {
    const path = freeName(found, prefix + folder.name);
    found.set(path, folder.id);
    for (const [inner, id] of await foldersBelow(look, folder.id, `${path}/`)) found.set(inner, id);
  }
  return found;
}

function freeName(taken: ReadonlyMap<string, unknown>, path: string): string {
  let name = path;
  for (let count = 2; taken.has(name); count++) name = `${path} #${count}`;
  return name;
}
