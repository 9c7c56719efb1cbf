import { append } from '../../../shared/append.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import type { Operation } from '../../core/plan/operation.ts';
import type { UploadTarget } from '../api/shapes.ts';
import { weighMove } from './audience.ts';
import { itemOf, localPath, serviceFolder } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import type { Attempts } from '../../engine/context/side.ts';
import { mustConcernOne, recordSafely } from '../../engine/context/quarantine.ts';
import { runParallel } from '../../engine/content/parallel-transfers.ts';
import { announceAll, BATCH, noteTargets, prepareUpload, sendUpload } from './upload-new-file.ts';
import type { UploadToBegin, PreparedUpload } from './upload-new-file.ts';
import { whyNotAgain } from './vanished-uploads.ts';

/**
 * The next batch is announced when this many of the last one are left: an answer takes less time than sending these.
 */
const AHEAD = 16;

type Upload = Extract<Operation, { kind: 'upload' }>;

/** A new file that the service expects, or the fault that prevents it. */
interface Expected {
  readonly operation: Operation;
  readonly prepared: PreparedUpload;
  readonly target: UploadTarget | FaultError | undefined;
}

/** Sends new files in parallel. */
export async function sendNewFiles(
  context: MirrorContext,
  attempts: Attempts,
  content: readonly Operation[],
): Promise<void> {
  const unsettled = context.journal.intents.paths(context.mirror.id);
  const isUnsettled = (item: ItemId): boolean => unsettled.size > 0 && unsettled.has(localPath(context, item));
  const settled = content.filter(operation => operation.kind === 'upload').filter(({ item }) => !isUnsettled(item));
  const uploads = await withoutQuestions(context, attempts, settled);
  await runParallel(
    context,
    announced(context, attempts, uploads),
    async ({ operation, prepared, target }, onTransferred) => {
      // Announced, but no byte was sent: it is announced again when the work goes on.
      if (context.isPaused()) return forget(context, [prepared]);
      await attempts.attempt(operation, () => {
        if (target === undefined || target instanceof FaultError) {
          context.journal.intents.end(prepared.intent);
          throw target ?? new FaultError({ kind: 'failing', status: 200, messages: [] });
        }
        return sendUpload(context, prepared, { target, onTransferred });
      });
    },
  );
}

/** A file that moved locally, and is gone at the service by now, is new there. Its readers were those of its folder. */
async function withoutQuestions(
  context: MirrorContext,
  attempts: Attempts,
  uploads: readonly Upload[],
): Promise<readonly Upload[]> {
  const free: Upload[] = [];
  for (const operation of uploads) {
    const item = itemOf(context, operation.item);
    const [was, to] = [item?.base?.parent, serviceFolder(context, operation.to.parent)];
    if (item === null || was === undefined || to === null || was === operation.to.parent) free.push(operation);
    else
      await attempts.attempt(operation, async () => {
        const move = { id: null, kind: item.kind, from: nearestFolder(context, was), to };
        const target = await weighMove(context, { move, item });
        if ('kind' in target) return target;
        free.push(operation);
        return 'postponed';
      });
  }
  return free;
}

/**
 * The folder at the service, or its nearest existing ancestor.
 * GAP: the service does not tell who could read a removed folder. It inherited its readers from its ancestors.
 */
function nearestFolder(context: MirrorContext, folder: ItemId): ServiceId | null {
  const seen = new Set<ItemId>();
  for (let at: ItemId | undefined = folder; at !== undefined && !seen.has(at); at = itemOf(context, at)?.base?.parent) {
    const id = serviceFolder(context, at);
    if (id !== null) return id;
    seen.add(at);
  }
  return context.mirror.remoteId;
}

/**
 * Announces new files in batches of fifty, the next batch while the last files of the one before are sent, and no
 * earlier: no upload address expires unused (T5). Announced files that are no longer requested are forgotten.
 */
async function* announced(
  context: MirrorContext,
  attempts: Attempts,
  uploads: readonly Operation[],
): AsyncGenerator<Expected> {
  let from = 0;
  let coming: Promise<readonly Expected[]> | null = null;
  const begin = (): Promise<readonly Expected[]> | null => {
    if (from >= uploads.length || context.isPaused()) return null;
    const batch = announce(context, attempts, uploads.slice(from, (from += BATCH)));
    // An error is thrown where the batch is awaited; if it is never awaited, it is dropped.
    batch.catch(() => undefined);
    return batch;
  };
  const ready: Expected[] = [];
  try {
    for (;;) {
      if (ready.length <= AHEAD) coming ??= begin();
      const [next] = ready.length > 0 ? ready.splice(0, 1) : [];
      if (next !== undefined) yield next;
      else if (coming === null) return;
      else append(ready, await coming);
      if (next === undefined) coming = null;
    }
  } finally {
    for (const each of (await coming?.catch(() => null)) ?? []) ready.push(each);
    context.journal.transaction(() =>
      forget(
        context,
        ready.map(({ prepared }) => prepared),
      ),
    );
  }
}

/** Ends the intents of announced files that were not sent; if that fails, recovery finds that nothing arrived. */
function forget(context: MirrorContext, files: readonly PreparedUpload[]): void {
  for (const { item, intent } of files) recordSafely(context, item, () => context.journal.intents.end(intent));
}

/** Records the uploads that are about to begin, and requests their addresses. */
async function announce(
  context: MirrorContext,
  attempts: Attempts,
  operations: readonly Operation[],
): Promise<readonly Expected[]> {
  const group = context.journal.transaction(() => begin(context, attempts, operations));
  if (group.length === 0) return [];
  const files = group.map(({ prepared }) => prepared);
  const targets = noteTargets(context, files, await announceAll(context, files));
  return group.map((one, index) => ({ ...one, target: targets[index] }));
}

/** A file whose upload is written down. */
type BegunUpload = Omit<Expected, 'target'>;

/** Writes down all in one statement; when that fails, each in one of its own, which tells the ones that cannot begin. */
function begin(context: MirrorContext, attempts: Attempts, operations: readonly Operation[]): readonly BegunUpload[] {
  const { mirror, world } = context;
  const { intents } = context.journal;
  const ready = operations.flatMap(operation => {
    const file = attempted(attempts, operation, () => prepare(context, attempts, operation));
    return file === null ? [] : { operation, file };
  });
  const now = world.clock.now();
  try {
    const works = ready.map(({ file }) => [file.item, file.work] as const);
    return intents.beginAll(mirror.id, works, now).flatMap((intent, at) => {
      const one = ready[at];
      return one === undefined ? [] : { operation: one.operation, prepared: { ...one.file, intent } };
    });
  } catch (error) {
    mustConcernOne(error);
  }
  return ready.flatMap(({ operation, file }) => {
    const intent = attempted(attempts, operation, () => intents.begin(mirror.id, file.item, { work: file.work, now }));
    return intent === null ? [] : { operation, prepared: { ...file, intent } };
  });
}

function attempted<T>(attempts: Attempts, operation: Operation, work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    attempts.fail(operation, error);
    return null;
  }
}

function prepare(context: MirrorContext, attempts: Attempts, operation: Operation): UploadToBegin | null {
  if (operation.kind !== 'upload') return null;
  const sha256 = itemOf(context, operation.item)?.local?.sha256 ?? null;
  const vanishes = sha256 === null ? null : whyNotAgain(context, operation.item, sha256);
  if (vanishes === null) return prepareUpload(context, operation.item, operation.to);
  attempts.fail(operation, vanishes);
  return null;
}
