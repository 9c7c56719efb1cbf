import { z } from 'zod';

import type { ServiceId, VersionId } from '../../../shared/ids.ts';

/*
 * Answers of which each received file needs one, read by hand: a schema takes a twentieth of the processor's time of an
 * arrival. What is read here is less than what the schema accepts, and the schema reads the same of it.
 */

/**
 * A schema that reads the usual form of an answer by hand. @param usual undefined: the schema is to read it, which also
 * tells what is wrong with it.
 */
export function withFastPath<S extends z.ZodType>(schema: S, usual: (answer: unknown) => z.output<S> | undefined) {
  return z.unknown().transform((answer, context): z.output<S> => {
    const read = usual(answer);
    if (read !== undefined) return read;
    const whole = schema.safeParse(answer);
    if (whole.success) return whole.data;
    for (const { message, path } of whole.error.issues)
      context.issues.push({ code: 'custom', message, path: [...path], input: answer });
    return z.NEVER;
  });
}

/** A file as lists and details show it. */
export function usualFile(answer: unknown) {
  if (!isRecord(answer)) return undefined;
  const { id: file, name, createdAt } = answer;
  const id = uuidIn(file) as ServiceId | null | undefined;
  const folderId = uuidIn(answer['folderId']) as ServiceId | null | undefined;
  const version = uuidIn(answer['latestVersionId']) as VersionId | null | undefined;
  const sizeBytes = sizeIn(answer);
  const updatedAt = textIn(answer['updatedAt']);
  const extraction = textIn(answer['extractionStatus']);
  const isGone = isGoneIn(answer);
  if (typeof name !== 'string' || id === undefined || id === null || folderId === undefined) return undefined;
  if (version === undefined || sizeBytes === undefined || updatedAt === undefined) return undefined;
  if (extraction === undefined || isGone === undefined) return undefined;
  const made = typeof createdAt === 'string' ? createdAt : null;
  return { id, name, folderId, sizeBytes, createdAt: made, updatedAt, version, extraction, isGone };
}

/** Where bytes are: under the name that the specification gives the address, and no other one. */
export function usualContent(answer: unknown) {
  if (!isRecord(answer) || typeof answer['url'] !== 'string') return undefined;
  const isOther = OTHER_PLACES.some(name => textIn(answer[name]) === undefined);
  return isOther ? undefined : { url: answer['url'], inline: null };
}

const OTHER_PLACES = ['downloadUrl', 'presignedUrl', 'contentUrl', 'signedUrl', 'content'] as const;

interface Marks {
  readonly isDeleted?: boolean | null | undefined;
  readonly isArchived?: boolean | null | undefined;
  readonly deletedAt?: string | null | undefined;
  readonly archivedAt?: string | null | undefined;
}

/** By the marks that lists and details of the live service were seen to carry (wire facts, section 2). */
export function isGone({ isDeleted, isArchived, deletedAt, archivedAt }: Marks): boolean {
  return isDeleted === true || isArchived === true || isSet(deletedAt) || isSet(archivedAt);
}

export function isSet(value: string | null | undefined): boolean {
  return value !== null && value !== undefined && value !== '';
}

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Like the other readers of one field: null when it is missing, undefined when it makes no sense. */
function uuidIn(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : undefined;
}

function textIn(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : undefined;
}

function flagIn(value: unknown): boolean | null | undefined {
  if (value === undefined || value === null) return null;
  return typeof value === 'boolean' ? value : undefined;
}

function countIn(value: unknown): number | null | undefined {
  if (value === undefined || value === null) return null;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function sizeIn(answer: Fields): number | null | undefined {
  const [size, file, other] = [countIn(answer['size']), countIn(answer['fileSizeBytes']), countIn(answer['sizeBytes'])];
  if (size === undefined || file === undefined || other === undefined) return undefined;
  return size ?? file ?? other;
}

function isGoneIn(answer: Fields): boolean | undefined {
  const [isDeleted, isArchived] = [flagIn(answer['isDeleted']), flagIn(answer['isArchived'])];
  const [deletedAt, archivedAt] = [textIn(answer['deletedAt']), textIn(answer['archivedAt'])];
  if (isDeleted === undefined || isArchived === undefined) return undefined;
  if (deletedAt === undefined || archivedAt === undefined) return undefined;
  return isGone({ isDeleted, isArchived, deletedAt, archivedAt });
}
