import { z } from 'zod';

import type { ServiceId, VersionId } from '../../../shared/ids.ts';
import { EVERYBODY } from '../../core/policy/audience.ts';

/** A UUID of the service, of whatever kind, in lower case whatever it sent. */
export const serviceId = z.guid().transform(text => text.toLowerCase() as ServiceId);
export const versionId = z.guid().transform(text => text.toLowerCase() as VersionId);

const lists = new WeakMap<z.ZodType, unknown>();
const pages = new WeakMap<z.ZodType, unknown>();

const size = z.number().int().nonnegative().nullish();

/** A file as lists and details show it. Everything but id and name may be missing (wire facts, section 2). */
export const fileShape = z
  .object({
    id: serviceId,
    name: z.string(),
    folderId: serviceId.nullish(),
    size,
    fileSizeBytes: size,
    sizeBytes: size,
    createdAt: z.string().nullish().catch(null),
    updatedAt: z.string().nullish(),
    latestVersionId: versionId.nullish(),
    extractionStatus: z.string().nullish(),
    isDeleted: z.boolean().nullish(),
    deletedAt: z.string().nullish(),
    isArchived: z.boolean().nullish(),
    archivedAt: z.string().nullish(),
  })
  .transform(file => ({
    id: file.id,
    name: file.name,
    folderId: file.folderId ?? null,
    sizeBytes: file.size ?? file.fileSizeBytes ?? file.sizeBytes ?? null,
    createdAt: file.createdAt ?? null,
    updatedAt: file.updatedAt ?? null,
    version: file.latestVersionId ?? null,
    extraction: file.extractionStatus ?? null,
    isGone: file.isDeleted === true || file.isArchived === true || isSet(file.deletedAt) || isSet(file.archivedAt),
  }));
export type RemoteFile = z.infer<typeof fileShape>;
/** A file as its detail tells it; `askedAt`: what time it was there at the earliest (ms since the epoch), if that is known. */
export type FileDetail = RemoteFile & { readonly askedAt: number | null };

export const folderShape = z
  .object({
    id: serviceId,
    name: z.string(),
    parentFolderId: serviceId.nullish(),
    visibility: z.string().nullish(),
    createdAt: z.string().nullish().catch(null),
    isDeleted: z.boolean().nullish(),
    isArchived: z.boolean().nullish(),
    archivedAt: z.string().nullish(),
    breadcrumbs: z.array(z.object({ id: serviceId, name: z.string() })).nullish(),
  })
  .transform(folder => ({
    id: folder.id,
    name: folder.name,
    parent: folder.parentFolderId ?? null,
    visibility: folder.visibility ?? null,
    createdAt: folder.createdAt ?? null,
    isGone: folder.isDeleted === true || folder.isArchived === true || isSet(folder.archivedAt),
    archivedAt: folder.archivedAt ?? null,
    breadcrumbs: folder.breadcrumbs ?? [],
  }));
/** One who can reach a folder, told apart by what it is and by its number or id (spec 2.4). */
export const readerShape = z
  .object({
    principalType: z.string().nullish(),
    userId: z.union([z.number(), z.string()]).nullish(),
    teamId: z.string().nullish(),
    isOrgWide: z.boolean().nullish(),
    displayName: z.string().nullish(),
    email: z.string().nullish(),
    role: z.string().nullish().catch(null),
    inherited: z.boolean().nullish(),
    inheritedFromFolderId: z.string().nullish(),
  })
  .transform(({ principalType, userId, teamId, isOrgWide, displayName, email, role, ...from }) => {
    const name = displayName ?? email ?? '';
    const isInherited = from.inherited === true || typeof from.inheritedFromFolderId === 'string';
    const more = { role: role ?? '', isInherited };
    if (userId !== null && userId !== undefined)
      return { key: `user ${userId}`, name: name || `person ${userId}`, ...more };
    if (typeof teamId === 'string' && teamId !== '')
      return { key: `team ${teamId.toLowerCase()}`, name: name || 'a team', ...more };
    if (isOrgWide === true || principalType === 'organization')
      return { key: EVERYBODY, name: 'everybody in the organization', ...more };
    // Somebody we cannot tell apart from others is taken for somebody new.
    return { key: `unknown ${name}`, name: name || 'somebody', ...more };
  });

export type RemoteFolder = z.infer<typeof folderShape>;

export const versionShape = z
  .object({
    id: versionId,
    createdAt: z.string().nullish(),
    sizeBytes: size,
    size,
    fileSizeBytes: size,
    baseVersionId: versionId.nullish(),
    versionNumber: z.number().nullish(),
    createdBy: z.union([z.number(), z.string()]).nullish().catch(null),
    changeSummary: z.string().nullish().catch(null),
    extractionStatus: z.string().nullish(),
  })
  .transform(version => ({
    id: version.id,
    createdAt: version.createdAt ?? null,
    sizeBytes: version.sizeBytes ?? version.size ?? version.fileSizeBytes ?? null,
    base: version.baseVersionId ?? null,
    number: version.versionNumber ?? null,
    /** The number or id of the person; null when the service does not tell. */
    createdBy: version.createdBy === null || version.createdBy === undefined ? null : String(version.createdBy),
    summary: version.changeSummary ?? null,
    extraction: version.extractionStatus ?? null,
  }));
export type RemoteVersion = z.infer<typeof versionShape>;

/** What people say of a file. */
export const describedShape = z
  .object({
    id: serviceId,
    name: z.string(),
    description: z.string().nullish(),
    tags: z.array(z.string()).nullish(),
    createdAt: z.string().nullish(),
    fileType: z.string().nullish(),
    visibility: z.string().nullish(),
    isDeleted: z.boolean().nullish(),
    deletedAt: z.string().nullish(),
  })
  .transform(file => ({
    id: file.id,
    name: file.name,
    description: file.description ?? null,
    tags: file.tags ?? [],
    createdAt: file.createdAt ?? null,
    fileType: file.fileType ?? null,
    visibility: file.visibility ?? null,
    isGone: file.isDeleted === true || isSet(file.deletedAt),
  }));
export type DescribedFile = z.infer<typeof describedShape>;

/** A version as people read of it. */
export const toldVersionShape = z
  .object({
    id: versionId,
    createdAt: z.string().nullish(),
    versionNumber: z.number().nullish(),
    sizeBytes: size,
    size,
    createdBy: z.union([z.number(), z.string()]).nullish(),
    changeSummary: z.string().nullish(),
    changeSource: z.string().nullish().catch(null),
    extractionStatus: z.string().nullish().catch(null),
    baseVersionId: versionId.nullish().catch(null),
  })
  .transform(version => ({
    id: version.id,
    createdAt: version.createdAt ?? null,
    number: version.versionNumber ?? null,
    sizeBytes: version.sizeBytes ?? version.size ?? null,
    by: version.createdBy === null || version.createdBy === undefined ? null : String(version.createdBy),
    summary: version.changeSummary ?? null,
    /** What made it, in the service's word; null when it does not say. */
    source: version.changeSource ?? null,
    extraction: version.extractionStatus ?? null,
    /** What it was made from; null when nobody said. */
    base: version.baseVersionId ?? null,
  }));
export type ToldVersion = z.infer<typeof toldVersionShape>;

/** Where to PUT the bytes of a new file. */
export const uploadTarget = z
  .object({
    uploadUrl: z.string().nullish(),
    url: z.string().nullish(),
    fileId: serviceId.nullish(),
    id: serviceId.nullish(),
    versionId: versionId.nullish(),
  })
  .transform((target, context) => {
    const url = target.uploadUrl ?? target.url;
    const file = target.fileId ?? target.id;
    if (url === null || url === undefined || file === null || file === undefined) {
      context.addIssue({ code: 'custom', message: 'no upload address' });
      return z.NEVER;
    }
    return { url, file, version: target.versionId ?? null };
  });
export type UploadTarget = z.infer<typeof uploadTarget>;

/** What the answer to a batch of announcements says of one file. */
export interface BatchElement {
  readonly target: UploadTarget | null;
  /** The file's name, where it tells one. */
  readonly name: string | null;
  /** The service's words when it refused the file; null: it did not. */
  readonly refusal: readonly string[] | null;
}

const told = z
  .object({ fileName: z.string().nullish().catch(null), name: z.string().nullish().catch(null) })
  .transform(({ fileName, name }) => fileName ?? name ?? null)
  .nullish()
  .catch(null);

const batchItem = z
  .object({
    status: z.string().nullish(),
    error: z
      .union([z.string(), z.object({ messages: z.array(z.string()).nullish(), message: z.string().nullish() })])
      .nullish(),
    data: z.unknown().optional(),
  })
  .transform((item): BatchElement => {
    const messages = batchMessages(item.error);
    const target = item.status === 'failed' ? null : (uploadTarget.safeParse(item.data).data ?? null);
    const isRefused = item.status === 'failed' || (target === null && messages.length > 0);
    return { target, name: told.parse(item.data) ?? null, refusal: isRefused ? messages : null };
  });
export const batchAnswer = listOf(batchItem);

/** A list of any kind: a bare array, or an object with `items`. Made once for each kind of item: making it is dear. */
export function listOf<S extends z.ZodType>(item: S) {
  return madeOnce(lists, item, newListOf);
}

/** A page of a list. All but the items may be missing. Made once, likewise. */
export function pageOf<S extends z.ZodType>(item: S) {
  return madeOnce(pages, item, newPageOf);
}

function newListOf<S extends z.ZodType>(item: S) {
  return z.union([z.array(item), z.object({ items: z.array(item) }).transform(page => page.items)]);
}

function newPageOf<S extends z.ZodType>(item: S) {
  return z.union([
    z.array(item).transform(items => ({ items, hasNextPage: false, totalCount: null as number | null })),
    z
      .object({
        items: z.array(item),
        hasNextPage: z.boolean().nullish(),
        totalPages: z.number().nullish(),
        page: z.number().nullish(),
        totalCount: z.number().nullish(),
      })
      .transform(page => ({
        items: page.items,
        hasNextPage: page.hasNextPage ?? (page.totalPages ?? 0) > (page.page ?? 1),
        totalCount: page.totalCount ?? null,
      })),
  ]);
}

function madeOnce<S extends z.ZodType, T>(made: WeakMap<z.ZodType, unknown>, item: S, make: (item: S) => T): T {
  const known = made.get(item) as T | undefined;
  const schema = known ?? make(item);
  if (known === undefined) made.set(item, schema);
  return schema;
}

/** Where the bytes are: an address under one of the names that are known, or the text itself. */
export const contentAnswer = z
  .union([
    z.string().transform(url => ({ url })),
    z.object({
      url: z.string().nullish(),
      downloadUrl: z.string().nullish(),
      presignedUrl: z.string().nullish(),
      contentUrl: z.string().nullish(),
      signedUrl: z.string().nullish(),
      content: z.string().nullish(),
    }),
  ])
  .transform((answer, context) => {
    const fields: Record<string, string | null | undefined> = answer;
    const url =
      fields['url'] ?? fields['downloadUrl'] ?? fields['presignedUrl'] ?? fields['contentUrl'] ?? fields['signedUrl'];
    const inline = fields['content'];
    if (typeof url === 'string') return { url, inline: null };
    if (typeof inline === 'string') return { url: null, inline };
    context.addIssue({ code: 'custom', message: 'no address and no content' });
    return z.NEVER;
  });

/** An answer of which nothing is needed. */
export const anything = z.unknown();

function isSet(text: string | null | undefined): boolean {
  return text !== null && text !== undefined && text !== '';
}

function batchMessages(
  error: string | { messages?: string[] | null | undefined; message?: string | null | undefined } | null | undefined,
): readonly string[] {
  if (error === null || error === undefined) return [];
  const message = typeof error === 'string' ? error : (error.messages?.join(' ') ?? error.message ?? '');
  return message === '' ? [] : [message];
}

/** A find of the service's search. Its snippet is HTML in which `<b>` marks the words (wire facts, section 2). */
export const hitShape = z
  .object({
    type: z.string(),
    id: serviceId,
    title: z.string().catch(''),
    snippet: z.string().nullish().catch(null),
    createdAt: z.string().nullish().catch(null),
  })
  .transform(({ type, id, title, snippet, createdAt }) => ({
    isTask: type === 'task',
    id,
    title,
    snippet: snippet ?? '',
    createdAt: createdAt ?? null,
  }));
export type Hit = z.infer<typeof hitShape>;
