import { FaultError } from '../../../shared/fault.ts';
import type { MirrorId } from '../../../shared/ids.ts';
import { isSamePath } from '../../core/names/local-paths.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { RootFacts } from '../../ports/disk.ts';
import type { AppContext } from '../../items/app-context.ts';

/**
 * The mirror that this folder belongs to, if it was moved or renamed: it has the marker, and the mirror's recorded path
 * does not (W25). Null otherwise; a copy does not count while the original is in place.
 */
export async function mirrorMovedTo({ journal, world }: AppContext, facts: RootFacts): Promise<Mirror | null> {
  const mirror = journal.mirrors.all().find(({ root }) => facts.marker !== null && root.marker === facts.marker);
  if (mirror === undefined || isSamePath(mirror.root.path, facts.realPath, mirror.names)) return null;
  const before = await world.disk.inspect(mirror.root.path);
  return before.marker === mirror.root.marker ? null : mirror;
}

/** Continues a mirror at its new path. All records are kept, so nothing is sent again. */
export function goOnAt(context: AppContext, mirror: Mirror, facts: RootFacts): { id: MirrorId } {
  const { journal, world } = context;
  const root = { ...mirror.root, path: facts.realPath, volume: facts.volume };
  journal.transaction(() => {
    journal.mirrors.setRoot(mirror.id, root);
    journal.mirrors.setHalted(mirror.id, null);
  });
  world.log.info('mirror.moved', { mirror: mirror.id });
  context.changed();
  context.checkNow();
  return { id: mirror.id };
}

/** The folder at the new path has to be the mirror's own. @throws FaultError `bad-request`. */
export async function mustBeMoved(context: AppContext, mirror: Mirror, facts: RootFacts): Promise<void> {
  const { root, id, names } = mirror;
  if (isSamePath(facts.realPath, root.path, names))
    throw refused(`The folder of the mirror '${id}' is '${root.path}' already.`);
  if (facts.marker !== root.marker) {
    const what = `'${facts.realPath}' does not have the mark of the mirror '${id}', so it may be another folder.`;
    throw refused(`${what} Remove the mirror and add this folder instead; what is equal is not sent again.`);
  }
  if ((await mirrorMovedTo(context, facts)) !== null) return;
  const what = `The folder of the mirror '${id}' is still at '${root.path}'; '${facts.realPath}' is a copy of it.`;
  throw refused(`${what} Move the copy away, or rename the old folder first.`);
}

function refused(detail: string): FaultError {
  return new FaultError({ kind: 'bad-request', detail });
}
