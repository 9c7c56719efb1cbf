import type { Readable } from 'node:stream';

import type { MemoryNote } from '../agent/words/memory.ts';

/** What goes into the export bundle of an organization (spec 2.13). Rows stand in its JSON as they are; times are ISO 8601. */

export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
}

export interface MemberRow {
  readonly id: string;
  readonly userId: number;
  readonly email: string;
  readonly displayName: string;
  readonly role: string;
}

export interface FolderRow {
  readonly id: string;
  readonly parentFolderId: string | null;
  readonly name: string;
  readonly visibility: string;
  readonly kind: string | null;
  readonly ownerId: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly archivedAt: string | null;
}

export interface FileRow {
  readonly id: string;
  readonly folderId: string | null;
  readonly name: string;
  readonly fileType: string;
  readonly mimeType: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly visibility: string;
  readonly ownerId: number;
  readonly sizeBytes: number;
  /** Null for a file without content. */
  readonly latestVersionId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface VersionRow {
  readonly id: string;
  readonly fileId: string;
  readonly versionNumber: number;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly createdAt: string;
  readonly createdBy: number;
  readonly changeSummary: string | null;
  readonly changeSource: string | null;
  readonly baseVersionId: string | null;
  readonly extractionStatus: string | null;
}

/** Exactly one of `userId`, `teamId` and `isOrgWide` says who. */
export interface ShareRow {
  readonly id: string;
  readonly itemType: 'file' | 'folder';
  readonly itemId: string;
  readonly userId: number | null;
  readonly teamId: string | null;
  readonly isOrgWide: boolean;
  readonly role: string;
}

export interface TaskRow {
  readonly id: string;
  readonly creatorId: number;
  readonly title: string;
  readonly status: string;
  readonly createdAt: string;
}

export interface MessageRow {
  readonly id: string;
  readonly taskId: string;
  /** From 1 within its task. */
  readonly sequence: number;
  readonly role: string;
  readonly content: string;
  readonly metadata: string | null;
  readonly createdAt: string;
}

/** What the agent remembers of one user. */
export interface MemoryRow {
  readonly userId: number;
  readonly notes: readonly MemoryNote[];
}

/**
 * Where a bundle comes from. Each list is asked for once or twice and must give the same rows in the same order each
 * time; take it from one snapshot. The source decides what is exported.
 *
 * GAP: the specification calls the export organization-wide but keeps tasks readable by their creator only. Whether the
 * tasks of all members are given is the source's decision.
 */
export interface BundleSource {
  readonly organization: OrganizationRow;
  members(): AsyncIterable<MemberRow>;
  folders(): AsyncIterable<FolderRow>;
  files(): AsyncIterable<FileRow>;
  versions(): AsyncIterable<VersionRow>;
  shares(): AsyncIterable<ShareRow>;
  tasks(): AsyncIterable<TaskRow>;
  messages(): AsyncIterable<MessageRow>;
  memory(): AsyncIterable<MemoryRow>;
  /** The bytes of a file's latest version, opened when it is their turn; null when there are none. */
  original(file: FileRow): Promise<Readable | null>;
}
