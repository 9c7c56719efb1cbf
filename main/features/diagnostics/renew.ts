import { badRequest, FaultError } from '../../../shared/fault.ts';
import type { MirrorId } from '../../../shared/ids.ts';
import { toolTexts } from '../../../shared/features/diagnostics/text.ts';
import { SECOND } from '../../../shared/units.ts';
import { mirrorCounts } from '../../engine/loop/open-items.ts';
import { pauseOf } from '../../engine/limits/pauses.ts';
import { readSettings } from '../../engine/context/settings.ts';
import { flush, removeDatabase } from '../../journal/storage/backups.ts';
import { DamagedJournal, openDatabase } from '../../journal/storage/database.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { ToolWork } from './verify.ts';

const texts = toolTexts.renew;

type Context = Pick<AppContext, 'checkNow' | 'changed' | 'engine' | 'journal' | 'settings' | 'world'>;

/** Interval for reporting the progress of the comparison. */
const LOOK_EVERY_MS = 500;
/** If no pass has begun after this time, none is going to run. */
const BEGINS_WITHIN_MS = 5 * SECOND;

/**
 * Resets the record of a mirror: forgets its base, as after restoring an old journal. Nothing is removed on either
 * side, and equal files are joined without a transfer. A copy of the record is saved first; without it nothing is done.
 * The reset is one transaction, so a crash leaves the old record or the new one. @throws FaultError.
 */
export async function resetRecord(context: Context, { id }: Mirror, work: ToolWork): Promise<readonly string[]> {
  const { engine, journal, world } = context;
  const files = journal.items.countResting(id);
  work.progress(0, null);
  const kept = await keepRecord(context);
  if (work.isStopped()) return [texts.stopped];
  const began = await engine.exclusively(async () => forget(context, id));
  world.log.info('record.renewed', { mirror: id });
  context.changed();
  context.checkNow();
  const came = await compared(context, { id, began, files }, work);
  return [...came, ...(kept === null ? [] : [texts.kept(kept)])];
}

/**
 * @returns the path of the copy; null when records are in memory only. @throws FaultError `bad-request` when it cannot
 * be saved.
 */
async function keepRecord({ journal, settings: { journalPath } }: Context): Promise<string | null> {
  if (journalPath === ':memory:') return null;
  const copy = `${journalPath}.before-rebuild`;
  try {
    removeDatabase(copy);
    await journal.copyTo(copy);
    openDatabase(copy).close();
    flush(copy);
    return copy;
  } catch (error) {
    removeDatabase(copy);
    if (error instanceof FaultError) throw error;
    throw badRequest(error instanceof DamagedJournal ? texts.damaged : texts.notKept);
  }
}

/** @returns the time of the reset, ms since the epoch. */
function forget({ journal, world }: Context, id: MirrorId): number {
  const at = world.clock.now();
  journal.transaction(() => {
    const mirror = journal.mirrors.get(id);
    if (mirror === null) throw badRequest(toolTexts.noMirror(id));
    if (mirror.halted !== null) throw badRequest(toolTexts.halted);
    journal.forgetBases(id);
    const nothing = { file: null, version: null, sizeBytes: null } as const;
    journal.history.add({ at, mirror: id, path: '', verb: 'relinked', cause: 'person', ...nothing });
  });
  return at;
}

interface Renewed {
  readonly id: MirrorId;
  readonly began: number;
  /** Number of files in step before. */
  readonly files: number;
}

/** Waits for the comparison of both sides. Stopping ends only the wait. */
async function compared(context: Context, { id, began, files }: Renewed, work: ToolWork): Promise<readonly string[]> {
  const { engine, journal, world } = context;
  const from = world.clock.elapsed();
  for (;;) {
    const done = journal.items.countResting(id);
    const isLooked = journal.fullScans.page(null, 50).some(look => look.mirror === id && look.at >= began);
    if (isLooked && !engine.working) break;
    work.progress(Math.min(done, files), files);
    if (work.isStopped()) return [texts.goesOn];
    if (engine.stop !== null || pauseOf(journal.facts, id, world.clock.now()) !== null) return [texts.later];
    if (!engine.working && world.clock.elapsed() - from > BEGINS_WITHIN_MS) return [texts.later];
    await world.clock.sleep(LOOK_EVERY_MS);
  }
  const mirror = journal.mirrors.get(id);
  if (mirror === null) return [texts.goesOn];
  const asking = { journal, world, settings: readSettings(journal.facts) };
  const { files: same, conflicted, blocked, waiting } = mirrorCounts(asking, mirror);
  return [
    texts.same(same),
    ...(waiting > 0 ? [texts.waiting(waiting)] : []),
    ...(conflicted > 0 ? [texts.conflicted(conflicted)] : []),
    ...(blocked > 0 ? [texts.blocked(blocked)] : []),
  ];
}
