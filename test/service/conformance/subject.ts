import assert from 'node:assert/strict';

import { expect } from 'vitest';

import type { SeededUser } from '../rules/people/people-seed.ts';
import type { Switches } from '../switches.ts';

/** One exchange; names of headers in any case when sent, in lower case when answered. */
export interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array;
}

export interface Answered {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}

/** A service under test: the local one in this process, or one behind an address. */
export interface Subject {
  readonly baseUrl: string;
  readonly users: readonly SeededUser[];
  send(request: Sent): Promise<Answered>;
  /** Lets the service's clock go on. */
  advance(ms: number): void;
  /** Plays silent parts of the specification otherwise. */
  change(switches: Partial<Switches>): void;
  close(): Promise<void>;
}

/**
 * The fields of answers that tests read on. What an answer does not have is undefined, and the test that needs it fails.
 */
export interface Json {
  readonly id: string;
  readonly name: string;
  readonly fileId: string;
  readonly versionId: string;
  readonly userId: number;
  readonly role: string;
  readonly email: string;
  readonly displayName: string;
  readonly principalType: string;
  readonly inherited: boolean;
  readonly inheritedFromFolderName: string;
  readonly wider: readonly Json[];
  readonly ownerId: number;
  readonly visibility: string;
  readonly userFolderId: string;
  readonly knowledgeBaseRootId: string;
  readonly children: readonly Json[];
  readonly status: string;
  readonly error: string;
  readonly data: Json;
  readonly items: readonly Json[];
  readonly folderId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly latestVersionId: string;
  readonly versionNumber: number;
  readonly sizeBytes: number;
  readonly changeSummary: string;
  readonly extractionStatus: string;
  readonly uploadUrl: string;
  readonly title: string;
  readonly type: string;
  readonly taskId: string;
  readonly content: string;
  readonly sequence: number;
  readonly metadata: string;
  readonly nextCursor: string;
  readonly snippet: string;
  readonly url: string;
  readonly downloadUrl: string;
  readonly presignedUrl: string;
  readonly contentUrl: string;
  readonly signedUrl: string;
  readonly token: string;
  readonly secret: string;
  readonly key: string;
  readonly organizationId: string;
  readonly redirectUrl: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** The parsed body. */
  readonly json: Json;
  readonly text: string;
}

/** The people by their place in `users`. */
export const OWNER = 0;
export const MEMBER = 1;
export const OTHER_MEMBER = 2;
export const STRANGER = 3;
export const ADMIN = 4;

/** What tests ask of a service, in their own words. */
export class Tester {
  readonly #subject: () => Subject;

  constructor(subject: () => Subject) {
    this.#subject = subject;
  }

  get subject(): Subject {
    return this.#subject();
  }

  /** One request of a user (by default the owner) with a JSON body. */
  async ask(method: Sent['method'], path: string, body?: unknown, user: number = OWNER): Promise<Reply> {
    const headers = { 'x-api-key': this.subject.users[user]?.apiKey ?? '', 'content-type': 'application/json' };
    return this.raw({
      method,
      url: this.subject.baseUrl + path,
      headers,
      body: body === undefined ? '' : JSON.stringify(body),
    });
  }

  /** One request as it is given. */
  async raw(request: Omit<Sent, 'body'> & { readonly body: string | Uint8Array }): Promise<Reply> {
    const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body;
    const answered = await this.subject.send({ ...request, body });
    const text = new TextDecoder().decode(answered.body);
    const isJson = answered.headers.get('content-type')?.startsWith('application/json') === true;
    return {
      status: answered.status,
      headers: answered.headers,
      json: (isJson ? JSON.parse(text) : null) as Json,
      text,
    };
  }

  /** The request's JSON, which must have been answered with `status`. */
  async expectStatus(status: number, reply: Promise<Reply>): Promise<Json> {
    const { status: actual, json } = await reply;
    assert.equal(actual, status, `answered ${actual} with ${JSON.stringify(json)}`);
    return json;
  }

  /** The request's list, which must have been answered with 200 and without an envelope. */
  async list(path: string, user: number = OWNER): Promise<readonly Json[]> {
    const { status, json } = await this.ask('GET', path, undefined, user);
    assert.ok(status === 200 && Array.isArray(json), `answered ${status} with ${JSON.stringify(json)}`);
    return json as unknown as readonly Json[];
  }

  /** The text of the object at a presigned address. */
  async text(url: string): Promise<string> {
    const { body } = await this.subject.send({ method: 'GET', url, headers: {}, body: new Uint8Array() });
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  }

  /** The id of the folder everyone of the lab shares. */
  async knowledgeBase(user: number = OWNER): Promise<string> {
    const roots = await this.list('/folders/roots', user);
    return roots.find(root => root.name === 'Knowledge Base')?.id ?? '';
  }

  /** Shares a file or folder (`/files/…` or `/folders/…`) with a user of the lab; the entry's id. */
  async share(path: string, userId: number, role: string, by: number = OWNER): Promise<string> {
    return (await this.expectStatus(201, this.ask('POST', `${path}/share`, { userId, role }, by))).id;
  }

  /** A new folder in the Knowledge Base, or in the one given. */
  async folder(name: string, parentFolderId?: string | null, user: number = OWNER): Promise<string> {
    const parent = parentFolderId === undefined ? await this.knowledgeBase(user) : parentFolderId;
    const body = { name, visibility: 'private', parentFolderId: parent };
    return (await this.expectStatus(201, this.ask('POST', '/folders', body, user))).id;
  }

  /** A new file with content, sent in the three steps; its detail. */
  async upload(folderId: string, name: string, content: string | Uint8Array, user: number = OWNER): Promise<Json> {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const body = { fileName: name, contentType: 'text/plain', fileSizeBytes: bytes.length };
    const target = await this.expectStatus(200, this.ask('POST', `/folders/${folderId}/files/upload`, body, user));
    await this.expectStatus(200, this.put(target.uploadUrl, bytes));
    return this.expectStatus(200, this.ask('POST', `/files/${target.fileId}/upload/confirm`, undefined, user));
  }

  /** Stores bytes at a presigned address. */
  async put(url: string, bytes: Uint8Array | string, contentType = 'text/plain'): Promise<Reply> {
    return this.raw({ method: 'PUT', url, headers: { 'content-type': contentType }, body: bytes });
  }

  /** A file's content as its presigned address gives it. */
  async content(fileId: string, versionId?: string, user: number = OWNER): Promise<string> {
    const path =
      versionId === undefined ? `/files/${fileId}/content` : `/files/${fileId}/versions/${versionId}/content`;
    const { url } = await this.expectStatus(200, this.ask('GET', path, undefined, user));
    return this.text(url);
  }

  /** The names of the files a folder lists. */
  async names(folderId: string, user: number = OWNER): Promise<string[]> {
    const page = await this.expectStatus(200, this.ask('GET', `/folders/${folderId}/files`, undefined, user));
    return page.items.map(file => file.name);
  }
}

/** The form every refusal has. */
export function refusal(errorCode: string, message: string | RegExp): object {
  return {
    errorCode,
    messages: [typeof message === 'string' ? message : expect.stringMatching(message)],
    correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  };
}
