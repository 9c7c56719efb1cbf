import { UNNAMED, UNNAMED_TEAM } from '../../../shared/text/people.ts';
import { z } from 'zod';

import type { ServiceId, VersionId } from '../../../shared/ids.ts';
import { EVERYBODY } from '../../core/policy/audience.ts';
import { isGone, isSet, withFastPath, usualContent, usualFile } from './usual-answers.ts';

/** A UUID of the service, of any version, in lower case however it was sent. */
export const serviceId = z.guid().transform(text => text.toLowerCase() as ServiceId);
export const versionId = z.guid().transform(text => text.toLowerCase() as VersionId);

const lists = new WeakMap<z.ZodType, unknown>();
const pages = new WeakMap<z.ZodType, unknown>();

/*
 * What mirroring reads of an answer. It is stricter than `tolerant.ts`, because bytes are moved and removed by it: a field that
 * may be missing or null is null then, but one that makes no sense refuses the whole answer. Only the fields marked
 * `lax`, which people read and nothing is decided by, are null in that case too.
 */
const id = serviceId.nullish();
const version = versionId.nullish();
const text = z.string().nullish();
const number = z.number().nullish();
/** In bytes. */
const size = z.number().int().nonnegative().nullish();
const flag = z.boolean().nullish();
/** A person's number or id. */
const person = z.union([z.number(), z.string()]).nullish();
const lax = { text: text.catch(null), version: version.catch(null) };

/** A file as lists and details show it. Everything but id and name may be missing (wire facts, section 2). */
export const anyFile = z
  .object({
    id: serviceId,
    name: z.string(),
    folderId: id,
    size,
    fileSizeBytes: size,
    sizeBytes: size,
    createdAt: lax.text,
    updatedAt: text,
    latestVersionId: version,
    extractionStatus: text,
    isDeleted: flag,
    deletedAt: text,
    isArchived: flag,
    archivedAt: text,
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
    isGone: isGone(file),
  }));
export const fileShape = withFastPath(anyFile, usualFile);
export type RemoteFile = z.infer<typeof fileShape>;
/** A file as its detail tells it; `askedAt`: what time it was there at the earliest (ms since the epoch), if that is known. */
export type FileDetail = RemoteFile & { readonly askedAt: number | null };

export const folderShape = z
  .object({
    id: serviceId,
    name: z.string(),
    parentFolderId: id,
    visibility: text,
    createdAt: lax.text,
    isDeleted: flag,
    isArchived: flag,
    archivedAt: text,
    breadcrumbs: z.array(z.object({ id: serviceId, name: z.string() })).nullish(),
  })
  .transform(folder => ({
    id: folder.id,
    name: folder.name,
    parent: folder.parentFolderId ?? null,
    visibility: folder.visibility ?? null,
    createdAt: folder.createdAt ?? null,
    isGone: isGone(folder),
    archivedAt: folder.archivedAt ?? null,
    breadcrumbs: folder.breadcrumbs ?? [],
  }));
export type RemoteFolder = z.infer<typeof folderShape>;

/** An organization that the account is in. */
export const organizationShape = z.object({
  id: z.string(),
  name: z.string().catch(''),
  /** In the service's word; null when it does not say. */
  role: z.string().nullable().catch(null),
  /** Where the account is after signing in. */
  isDefault: z.boolean().catch(false),
});
export type RemoteOrganization = z.infer<typeof organizationShape>;

/** A person, team or organization that can reach a folder, told apart by what it is and by its number or id (spec 2.4). */
export const readerShape = z
  .object({
    principalType: text,
    userId: person,
    teamId: text,
    isOrgWide: flag,
    displayName: text,
    email: text,
    role: lax.text,
    inherited: flag,
    inheritedFromFolderId: text,
  })
  .transform(({ principalType, userId, teamId, isOrgWide, displayName, email, role, ...from }) => {
    const name = displayName ?? email ?? '';
    const more = {
      role: role ?? '',
      isInherited: from.inherited === true || typeof from.inheritedFromFolderId === 'string',
    };
    if (typeof userId === 'string' || typeof userId === 'number')
      return { key: `user ${userId}`, name: name || UNNAMED, ...more };
    if (isSet(teamId)) return { key: `team ${teamId?.toLowerCase()}`, name: name || UNNAMED_TEAM, ...more };
    if (isOrgWide === true || principalType === 'organization')
      return { key: EVERYBODY, name: 'everybody in the organization', ...more };
    // A reader that cannot be told apart from others counts as a new one.
    return { key: `unknown ${name}`, name: name || 'somebody', ...more };
  });

export const versionShape = z
  .object({
    id: versionId,
    createdAt: text,
    sizeBytes: size,
    size,
    fileSizeBytes: size,
    baseVersionId: version,
    versionNumber: number,
    createdBy: person.catch(null),
    changeSummary: lax.text,
    extractionStatus: text,
  })
  .transform(each => ({
    id: each.id,
    createdAt: each.createdAt ?? null,
    sizeBytes: each.sizeBytes ?? each.size ?? each.fileSizeBytes ?? null,
    base: each.baseVersionId ?? null,
    number: each.versionNumber ?? null,
    /** The number or id of the person; null when the service does not tell. */
    createdBy: each.createdBy?.toString() ?? null,
    summary: each.changeSummary ?? null,
    extraction: each.extractionStatus ?? null,
  }));
export type RemoteVersion = z.infer<typeof versionShape>;

/** What people say of a file. */
export const describedShape = z
  .object({
    id: serviceId,
    name: z.string(),
    description: text,
    tags: z.array(z.string()).nullish(),
    createdAt: text,
    fileType: text,
    visibility: text,
    isDeleted: flag,
    deletedAt: text,
  })
  .transform(file => ({
    id: file.id,
    name: file.name,
    description: file.description ?? null,
    tags: file.tags ?? [],
    createdAt: file.createdAt ?? null,
    fileType: file.fileType ?? null,
    visibility: file.visibility ?? null,
    isGone: isGone(file),
  }));
export type DescribedFile = z.infer<typeof describedShape>;

/** A version as people read of it. */
export const toldVersionShape = z
  .object({
    id: versionId,
    createdAt: text,
    versionNumber: number,
    sizeBytes: size,
    size,
    createdBy: person,
    changeSummary: text,
    changeSource: lax.text,
    extractionStatus: lax.text,
    baseVersionId: lax.version,
  })
  .transform(each => ({
    id: each.id,
    createdAt: each.createdAt ?? null,
    number: each.versionNumber ?? null,
    sizeBytes: each.sizeBytes ?? each.size ?? null,
    by: each.createdBy?.toString() ?? null,
    summary: each.changeSummary ?? null,
    /** What made it, in the service's word; null when it does not say. */
    source: each.changeSource ?? null,
    extraction: each.extractionStatus ?? null,
    /** What it was made from; null when the service does not say. */
    base: each.baseVersionId ?? null,
  }));
export type ToldVersion = z.infer<typeof toldVersionShape>;

/** Where to PUT the bytes of a new file. */
export const uploadTarget = z
  .object({ uploadUrl: text, url: text, fileId: id, id, versionId: version })
  .transform((target, context) => {
    const url = target.uploadUrl ?? target.url;
    const file = target.fileId ?? target.id;
    if (typeof url === 'string' && file) return { url, file, version: target.versionId ?? null };
    context.addIssue({ code: 'custom', message: 'no upload address' });
    return z.NEVER;
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

const announced = z.object({ fileName: lax.text, name: lax.text }).catch({});
const batchError = z
  .union([z.string(), z.object({ messages: z.array(z.string()).nullish(), message: text })])
  .nullish();

const batchItem = z
  .object({ status: text, error: batchError, data: z.unknown().optional() })
  .transform(({ status, error, data }): BatchElement => {
    const words = (typeof error === 'string' ? error : (error?.messages?.join(' ') ?? error?.message)) ?? '';
    const target = status === 'failed' ? null : (uploadTarget.safeParse(data).data ?? null);
    const { fileName, name } = announced.parse(data);
    const isRefused = status === 'failed' || (target === null && words !== '');
    return { target, name: fileName ?? name ?? null, refusal: isRefused ? [words].filter(isSet) : null };
  });
export const batchAnswer = listOf(batchItem);

const ADDRESSES = ['url', 'downloadUrl', 'presignedUrl', 'contentUrl', 'signedUrl'] as const;
type Content = { readonly [name in (typeof ADDRESSES)[number] | 'content']?: string | null | undefined };

/** Where the bytes are: an address under one of the names that are known, or the text itself. */
export const anyContent = z
  .union([
    z.string().transform((url): Content => ({ url })),
    z
      .object({ url: text, downloadUrl: text, presignedUrl: text, contentUrl: text, signedUrl: text, content: text })
      .transform((answer): Content => answer),
  ])
  .transform((answer, context) => {
    const url = ADDRESSES.map(name => answer[name]).find(each => typeof each === 'string');
    if (url !== undefined && url !== null) return { url, inline: null };
    if (typeof answer.content === 'string') return { url: null, inline: answer.content };
    context.addIssue({ code: 'custom', message: 'no address and no content' });
    return z.NEVER;
  });
export const contentAnswer = withFastPath(anyContent, usualContent);

/** A find of the service's search. Its snippet is HTML in which `<b>` marks the words (wire facts, section 2). */
export const hitShape = z
  .object({ type: z.string(), id: serviceId, title: z.string().catch(''), snippet: lax.text, createdAt: lax.text })
  .transform(({ type, id: hit, title, snippet, createdAt }) => ({
    id: hit,
    title,
    isTask: type === 'task',
    snippet: snippet ?? '',
    createdAt: createdAt ?? null,
  }));
export type Hit = z.infer<typeof hitShape>;

/** An answer of which nothing is needed. */
export const anything = z.unknown();

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
      .object({ items: z.array(item), hasNextPage: flag, totalPages: number, page: number, totalCount: number })
      .transform(({ items, hasNextPage, totalPages, page, totalCount }) => ({
        items,
        hasNextPage: hasNextPage ?? (totalPages ?? 0) > (page ?? 1),
        totalCount: totalCount ?? null,
      })),
  ]);
}

function madeOnce<S extends z.ZodType, T>(made: WeakMap<z.ZodType, unknown>, item: S, make: (item: S) => T): T {
  const known = made.get(item) as T | undefined;
  const schema = known ?? make(item);
  if (known === undefined) made.set(item, schema);
  return schema;
}
