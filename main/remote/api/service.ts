import { z } from 'zod';

import { FaultError } from '../../../shared/fault.ts';
import type { ServiceId, VersionId } from '../../../shared/ids.ts';
import type { HttpBody } from '../../ports/http.ts';
import type { Connection } from './request.ts';
import {
  anything,
  batchAnswer,
  contentAnswer,
  fileShape,
  folderShape,
  listOf,
  pageOf,
  uploadTarget,
  versionShape,
} from './shapes.ts';
import type { RemoteFile, RemoteFolder, RemoteVersion, UploadTarget } from './shapes.ts';

/** Largest page the service gives (spec 8). */
const PAGE_SIZE = 100;
/** Pages of one folder that we follow; more is an answer without end. */
const MOST_PAGES = 10_000;
/** What our versions and folders say of themselves (wire facts, section 3). */
const CHANGE_SOURCE = 'desktop';
const DEFAULT_VISIBILITY = 'private';

/** A new file to announce. */
export interface Announcement {
  readonly fileName: string;
  readonly contentType: string;
  readonly fileSizeBytes: number;
  readonly folderId: ServiceId;
}

/** The calls of the API that mirroring needs, one function each. Each @throws FaultError. */
export class ServiceApi {
  readonly #connection: Connection;
  readonly #organization: string | null;

  constructor(connection: Connection, organization: string | null) {
    this.#connection = connection;
    this.#organization = organization;
  }

  /** Spec 4.7. */
  organizations(): Promise<readonly { id: string; name: string }[]> {
    const organization = z.object({ id: z.string(), name: z.string().catch('') });
    return this.#get('/organizations', listOf(organization));
  }

  /** Spec 4.3. */
  roots(): Promise<readonly RemoteFolder[]> {
    return this.#get('/folders/roots', listOf(folderShape));
  }

  folder(id: ServiceId): Promise<RemoteFolder> {
    return this.#get(`/folders/${id}`, folderShape);
  }

  children(id: ServiceId): Promise<readonly RemoteFolder[]> {
    return this.#get(`/folders/${id}/children`, listOf(folderShape));
  }

  /** All files of a folder, over all pages. Complete, or it throws: a list that shrinks while it is read is not complete. */
  async filesIn(id: ServiceId): Promise<readonly RemoteFile[]> {
    const files = new Map<ServiceId, RemoteFile>();
    for (let page = 1; page <= MOST_PAGES; page++) {
      const answer = await this.#connection.call({
        method: 'GET',
        path: `/folders/${id}/files`,
        query: { page, pageSize: PAGE_SIZE },
        answer: pageOf(fileShape),
        organization: this.#organization,
      });
      for (const file of answer.items) files.set(file.id, file);
      if (!answer.hasNextPage) {
        const isWhole = answer.totalCount === null || answer.totalCount <= files.size;
        if (!isWhole) throw incompleteList(files.size, answer.totalCount ?? 0);
        return [...files.values()];
      }
    }
    throw incompleteList(files.size, files.size + 1);
  }

  archived(): Promise<readonly RemoteFolder[]> {
    return this.#get('/folders/archived', listOf(folderShape));
  }

  /** `visibility` of the parent when it is known (spec 2.3 wants one). */
  createFolder(name: string, parent: ServiceId, visibility: string | null): Promise<RemoteFolder> {
    const body = { name, parentFolderId: parent, visibility: visibility ?? DEFAULT_VISIBILITY };
    return this.#send('POST', '/folders', { body, answer: folderShape });
  }

  /** Name and parent in one call, so that no half of it is ever seen. */
  placeFolder(id: ServiceId, place: { name: string; parentFolderId: ServiceId }): Promise<unknown> {
    return this.#send('PATCH', `/folders/${id}`, { body: place, answer: anything });
  }

  archiveFolder(id: ServiceId): Promise<unknown> {
    return this.#send('POST', `/folders/${id}/archive`, { body: {}, answer: anything });
  }

  /** Spec 4.2. */
  async file(id: ServiceId): Promise<RemoteFile> {
    const detail = await this.#get(`/files/${id}`, fileShape);
    if (detail.version !== null || detail.isGone) return detail;
    // GAP: the detail may not name its head version; then the newest of the history is the head.
    const newest = [...(await this.versions(id))]
      .sort((a, b) => (a.createdAt ?? '').localeCompare(b.createdAt ?? ''))
      .at(-1);
    return { ...detail, version: newest?.id ?? null };
  }

  /** Name and folder in one call. Null when the answer carries nothing. */
  placeFile(id: ServiceId, place: { name: string; folderId: ServiceId }): Promise<RemoteFile | null> {
    return this.#send('PUT', `/files/${id}`, { body: place, answer: fileShape.nullable().catch(null) });
  }

  deleteFile(id: ServiceId): Promise<unknown> {
    return this.#send('DELETE', `/files/${id}`, { answer: anything });
  }

  announce(file: Announcement): Promise<UploadTarget> {
    return this.#send('POST', '/files/upload', { body: file, answer: uploadTarget });
  }

  /** At most 50 at once (spec 8). Answers stand in the order of the files; a target is null where one was refused. */
  announceAll(
    files: readonly Announcement[],
  ): Promise<readonly { target: UploadTarget | null; message: string | null }[]> {
    return this.#send('POST', '/files/upload/batch', { body: { items: files }, answer: batchAnswer });
  }

  /** The file's detail, when the answer carries it. */
  confirm(id: ServiceId, version: VersionId | null): Promise<RemoteFile | null> {
    const query = version === null ? '' : `?versionId=${version}`;
    return this.#send('POST', `/files/${id}/upload/confirm${query}`, { answer: fileShape.nullable().catch(null) });
  }

  versions(id: ServiceId): Promise<readonly RemoteVersion[]> {
    return this.#get(`/files/${id}/versions`, pageOf(versionShape)).then(page => page.items);
  }

  /** A new version from streamed JSON (see `versionBody`). */
  addVersion(id: ServiceId, stream: HttpBody): Promise<RemoteVersion> {
    return this.#connection.call({
      method: 'POST',
      path: `/files/${id}/versions`,
      stream,
      answer: versionShape,
      organization: this.#organization,
    });
  }

  versionContent(id: ServiceId, version: VersionId): Promise<{ url: string | null; inline: string | null }> {
    return this.#get(`/files/${id}/versions/${version}/content`, contentAnswer);
  }

  #get<S extends z.ZodType>(path: string, answer: S): Promise<z.infer<S>> {
    return this.#connection.call({ method: 'GET', path, answer, organization: this.#organization });
  }

  #send<S extends z.ZodType>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    call: { body?: unknown; answer: S },
  ): Promise<z.infer<S>> {
    return this.#connection.call({ method, path, ...call, organization: this.#organization });
  }
}

/** The JSON around the base64 of a new version; its bytes come between the two. */
export function versionFrame(base: VersionId | null): readonly [string, string] {
  const fields = { changeSource: CHANGE_SOURCE, ...(base === null ? {} : { baseVersionId: base }) };
  return [`${JSON.stringify(fields).slice(0, -1)},"contentBase64":"`, '"}'];
}

function incompleteList(got: number, of: number): FaultError {
  return new FaultError({ kind: 'failing', status: 200, messages: [`Only ${got} of ${of} files were listed.`] });
}
