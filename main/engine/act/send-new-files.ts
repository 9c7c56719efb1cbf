import { FaultError } from '../../../shared/fault.ts';
import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import type { Operation } from '../../core/plan/operation.ts';
import type { UploadTarget } from '../../remote/api/shapes.ts';
import { weighMove } from './audience.ts';
import { itemOf, localPath, serviceFolder } from '../context/mirror-context.ts';
import type { MirrorContext } from '../context/mirror-context.ts';
import type { Round } from './execute.ts';
import { tried } from '../context/quarantine.ts';
import { sideBySide } from './transfer/parallel-transfers.ts';
import { announceAll, BATCH, noteTargets, prepareUpload, sendUpload } from './transfer/upload.ts';
import type { Prepared } from './transfer/upload.ts';
import { whyNotAgain } from './transfer/vanished-uploads.ts';

/** The next fifty are announced when so many of the last are left: an answer takes less than these. */
const AHEAD = 16;

type Upload = Extract<Operation, { kind: 'upload' }>;

/** A new file that the service expects, or the fault that keeps it from being sent. */
interface Expected {
  readonly operation: Operation;
  readonly prepared: Prepared;
  readonly target: UploadTarget | FaultError | undefined;
}

/** Sends new files side by side. */
export async function sendNewFiles(context: MirrorContext, round: Round, content: readonly Operation[]): Promise<void> {
  const unsettled = context.journal.intents.paths(context.mirror.id);
  const isUnsettled = (item: ItemId): boolean => unsettled.size > 0 && unsettled.has(localPath(context, item));
  const settled = content.filter(operation => operation.kind === 'upload').filter(({ item }) => !isUnsettled(item));
  const uploads = await withoutQuestions(context, round, settled);
  await sideBySide(context, announced(context, round, uploads), async ({ operation, prepared, target }, carried) => {
    // Announced, but nothing of it was sent: it is announced anew when the work goes on.
    if (context.isPaused()) return forget(context, [prepared]);
    await round.attempt(operation, () => {
      if (target === undefined || target instanceof FaultError) {
        context.journal.intents.end(prepared.intent);
        throw target ?? new FaultError({ kind: 'failing', status: 200, messages: [] });
      }
      return sendUpload(context, prepared, { target, carried });
    });
  });
}

/** A file that was moved here, and is gone at the service by now, is new there. Its readers were those of its folder. */
async function withoutQuestions(
  context: MirrorContext,
  round: Round,
  uploads: readonly Upload[],
): Promise<readonly Upload[]> {
  const free: Upload[] = [];
  for (const operation of uploads) {
    const item = itemOf(context, operation.item);
    const [was, to] = [item?.agreed?.parent, serviceFolder(context, operation.to.parent)];
    if (item === null || was === undefined || to === null || was === operation.to.parent) free.push(operation);
    else
      await round.attempt(operation, async () => {
        const move = { id: null, kind: item.kind, from: nearestFolder(context, was), to };
        const target = await weighMove(context, { move, item });
        if ('kind' in target) return target;
        free.push(operation);
        return 'deferred';
      });
  }
  return free;
}

/**
 * The folder of the service, or the nearest one around it that is still there.
 * GAP: who could read a folder that was removed is not told. It passed on what it had from those around it.
 */
function nearestFolder(context: MirrorContext, folder: ItemId): ServiceId | null {
  const seen = new Set<ItemId>();
  for (
    let at: ItemId | undefined = folder;
    at !== undefined && !seen.has(at);
    at = itemOf(context, at)?.agreed?.parent
  ) {
    const id = serviceFolder(context, at);
    if (id !== null) return id;
    seen.add(at);
  }
  return context.mirror.remoteId;
}

/**
 * Announces new files by the fifty, the next ones while the last of those before are sent, and no earlier: no address
 * runs out unused (T5). What was announced and is not asked for any more is forgotten.
 */
async function* announced(
  context: MirrorContext,
  round: Round,
  uploads: readonly Operation[],
): AsyncGenerator<Expected> {
  let from = 0;
  let coming: Promise<readonly Expected[]> | null = null;
  const begin = (): Promise<readonly Expected[]> | null => {
    if (from >= uploads.length || context.isPaused()) return null;
    const batch = announce(context, round, uploads.slice(from, (from += BATCH)));
    // Whoever waits for it hears of what goes wrong; perhaps nobody does.
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
      else for (const each of await coming) ready.push(each);
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

/** Of what was announced and is not sent nothing stays begun; where it does, recovery finds that nothing arrived. */
function forget(context: MirrorContext, files: readonly Prepared[]): void {
  for (const { item, intent } of files) tried(context, item, () => context.journal.intents.end(intent));
}

/** Writes down what is about to be sent, and asks where to. */
async function announce(
  context: MirrorContext,
  round: Round,
  operations: readonly Operation[],
): Promise<readonly Expected[]> {
  const group: Omit<Expected, 'target'>[] = [];
  context.journal.transaction(() => {
    for (const operation of operations) {
      try {
        const prepared = prepare(context, round, operation);
        if (prepared !== null) group.push({ operation, prepared });
      } catch (error) {
        round.fail(operation, error);
      }
    }
  });
  if (group.length === 0) return [];
  const files = group.map(({ prepared }) => prepared);
  const targets = noteTargets(context, files, await announceAll(context, files));
  return group.map((one, index) => ({ ...one, target: targets[index] }));
}

function prepare(context: MirrorContext, round: Round, operation: Operation): Prepared | null {
  if (operation.kind !== 'upload') return null;
  const sha256 = itemOf(context, operation.item)?.local?.sha256 ?? null;
  const vanishes = sha256 === null ? null : whyNotAgain(context, operation.item, sha256);
  if (vanishes === null) return prepareUpload(context, operation.item, operation.to);
  round.fail(operation, vanishes);
  return null;
}
