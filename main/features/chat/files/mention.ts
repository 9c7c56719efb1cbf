import { z } from 'zod';

import type { Handlers, Input, Output } from '../../../../shared/contract.ts';
import { toFault } from '../../../../shared/fault.ts';
import type { Mention } from '../../../../shared/features/chat/files-model.ts';
import type { SearchFind } from '../../../../shared/features/search/model.ts';
import { chatFileTexts as texts } from '../../../../shared/features/chat/files-text.ts';
import { faultLine } from '../../../../shared/text/faults.ts';
import { isFault } from '../../../engine/context/mirror-context.ts';
import type { Line } from '../../../remote/api/ask.ts';
import { calls } from '../../../remote/api/calls.ts';
import { listOf } from '../../../remote/api/shapes.ts';
import { tasksLine } from '../read-task.ts';
import { thingOf } from '../../../items/resolve-id.ts';
import type { AppContext } from '../../../items/app-context.ts';

const foundFile = z.object({ id: z.guid(), name: z.string(), extractionStatus: z.string().nullish() });
const foundAttachment = z.object({
  id: z.string(),
  fileId: z.guid().nullish(),
  fileName: z.string().nullish(),
  taskId: z.string().nullish(),
});

/**
 * Searches files by name to mention in a message: local results first, then those of the service, without duplicates.
 * If the service fails, the local results are returned.
 */
export async function findMentionable(
  context: AppContext,
  findHere: Handlers['search.here'],
  { text, where, limit }: Input<'chat.mention'>,
): Promise<Output<'chat.mention'>> {
  const here = await hereOf(findHere, text, limit);
  if (where === 'here' || text.trim() === '') return { mentions: here, note: null };
  try {
    const line = await tasksLine(context);
    const query = { q: text.trim(), limit };
    const [files, attachments] = await Promise.all([
      filesOf(context, line, query),
      attachmentsOf(context, line, query),
    ]);
    return { mentions: once([...here, ...files, ...attachments]).slice(0, limit), note: null };
  } catch (error) {
    const fault = toFault(error);
    return { mentions: here, note: isFault(error, 'offline') ? texts.onlyHere : faultLine(fault) };
  }
}

/** Without an index there are no local results, but the service can still search. */
async function hereOf(findHere: Handlers['search.here'], text: string, limit: number): Promise<Mention[]> {
  if (text.trim() === '') return [];
  const { finds } = await findHere({ text, limit }).catch((error: unknown) => {
    if (isFault(error, 'bad-request')) return { finds: [] };
    throw error;
  });
  return finds.flatMap(find => mentionHere(find) ?? []);
}

function mentionHere({ kind, item, serviceId, name, place, extraction }: SearchFind): Mention | null {
  const id = item ?? serviceId;
  if (kind !== 'file' || id === null) return null;
  return { id, file: serviceId, name, from: 'here', path: place?.path ?? null, task: null, extraction };
}

interface Query {
  readonly q: string;
  readonly limit: number;
}

/** A key may lack the right for one of the two searches; the other one is still useful. */
function unlessRefused(error: unknown): [] {
  if (isFault(error, 'not-allowed', 'scope', 'gone', 'refused')) return [];
  throw error;
}

async function filesOf(context: AppContext, line: Line, query: Query): Promise<Mention[]> {
  const found = await calls.searchFilesOfOrganization(line, { query }, listOf(foundFile)).catch(unlessRefused);
  return found.map(({ id, name, extractionStatus }) => ({
    ...named(context, id),
    name,
    from: 'files',
    path: null,
    task: null,
    extraction: extractionStatus ?? null,
  }));
}

async function attachmentsOf(context: AppContext, line: Line, query: Query): Promise<Mention[]> {
  const found = await calls.searchAttachments(line, { query }, listOf(foundAttachment)).catch(unlessRefused);
  return found.map(({ id, fileId, fileName, taskId }) => ({
    ...named(context, fileId ?? id),
    name: fileName ?? '',
    from: 'attachments',
    path: null,
    task: taskId ?? null,
    extraction: null,
  }));
}

/** The id as rows have it: the item of a mirrored file. */
function named({ journal }: AppContext, id: string): Pick<Mention, 'id' | 'file'> {
  const file = id.toLowerCase();
  try {
    const thing = thingOf(journal, file);
    return { id: thing.where === 'mirror' ? String(thing.item.id) : file, file };
  } catch {
    return { id: file, file };
  }
}

/** Removes duplicates: local results win over remote ones, and files over equal attachments. */
function once(all: readonly Mention[]): Mention[] {
  const seen = new Set<string>();
  return all.filter(({ id, file }) => {
    const isNew = !seen.has(id) && (file === null || !seen.has(file));
    seen.add(id);
    if (file !== null) seen.add(file);
    return isNew;
  });
}
