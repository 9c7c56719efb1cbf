import { z } from 'zod';
import type { FakeRequest, FakeResponse } from './fake-exchange.ts';

const withId = z.object({ id: z.string() });
/** Under either of the names that the service may give them. */
const uploadTarget = z
  .object({
    fileId: z.string().optional(),
    id: z.string().optional(),
    uploadUrl: z.string().optional(),
    url: z.string().optional(),
  })
  .transform(({ fileId, id, uploadUrl, url }) => ({ fileId: fileId ?? id ?? '', uploadUrl: uploadUrl ?? url ?? '' }));

/** How a colleague reaches the service. */
export interface Reach {
  readonly baseUrl: string;
  readonly apiKey: string;
  handle(request: FakeRequest): FakeResponse;
}

/**
 * Another person who works at the service, through the same API as every client. Each act is one whole, at once;
 * an act that the service refuses throws an Error with its words.
 */
export class Colleague {
  readonly #reach: Reach;

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  /** Makes a folder; its id. A parent of null makes a root folder. */
  createFolder(parentFolderId: string | null, name: string): string {
    return withId.parse(this.#ask('POST', '/folders', { name, visibility: 'private', parentFolderId })).id;
  }

  /** Sends a new file, all three steps; its id. */
  createFile(folderId: string, name: string, bytes: Uint8Array): string {
    const wanted = { fileName: name, contentType: 'application/octet-stream', fileSizeBytes: bytes.length };
    const { fileId, uploadUrl } = uploadTarget.parse(this.#ask('POST', `/folders/${folderId}/files/upload`, wanted));
    const headers = { 'content-type': wanted.contentType, 'content-length': String(bytes.length) };
    const put = this.#reach.handle({ method: 'PUT', url: uploadUrl, headers, body: bytes });
    if (put.status !== 200) throw new Error(`The upload was refused with ${put.status}.`);
    this.#ask('POST', `/files/${fileId}/upload/confirm`, {});
    return fileId;
  }

  /** Adds a version; its id. */
  editFile(fileId: string, bytes: Uint8Array): string {
    let signs = '';
    for (const byte of bytes) signs += String.fromCharCode(byte);
    return withId.parse(this.#ask('POST', `/files/${fileId}/versions`, { contentBase64: btoa(signs) })).id;
  }

  /** Makes an old version the latest again, as a new one; its id. */
  restoreVersion(fileId: string, versionId: string): string {
    return withId.parse(this.#ask('POST', `/files/${fileId}/versions/${versionId}/restore`, {})).id;
  }

  renameFile(fileId: string, name: string): void {
    this.#ask('PUT', `/files/${fileId}`, { name });
  }

  moveFile(fileId: string, folderId: string): void {
    this.#ask('PATCH', `/files/${fileId}/move`, { parentFolderId: folderId });
  }

  removeFile(fileId: string): void {
    this.#ask('DELETE', `/files/${fileId}`, {});
  }

  /** Lets everybody in the organization read a folder, or work in it. */
  shareWithAll(folderId: string, role: 'viewer' | 'editor' = 'viewer'): void {
    this.#ask('POST', `/folders/${folderId}/share`, { isOrgWide: true, role });
  }

  /** Lets everybody in the organization change what is in a folder. */
  letAllEdit(folderId: string): void {
    this.#ask('POST', `/folders/${folderId}/share`, { isOrgWide: true, role: 'editor' });
  }

  renameFolder(folderId: string, name: string): void {
    this.#ask('PATCH', `/folders/${folderId}`, { name });
  }

  moveFolder(folderId: string, parentFolderId: string): void {
    this.#ask('PATCH', `/folders/${folderId}/move`, { parentFolderId });
  }

  archiveFolder(folderId: string): void {
    this.#ask('POST', `/folders/${folderId}/archive`, {});
  }

  restoreFolder(folderId: string): void {
    this.#ask('POST', `/folders/${folderId}/restore`, {});
  }

  #ask(method: FakeRequest['method'], path: string, body: object): unknown {
    const { baseUrl, apiKey } = this.#reach;
    const response = this.#reach.handle({
      method,
      url: `${baseUrl}${path}`,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: new TextEncoder().encode(JSON.stringify(body)),
    });
    const text = new TextDecoder().decode(response.body);
    if (response.status >= 400) throw new Error(`${method} ${path} was refused with ${response.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  }
}
