import type { Handlers } from '../../shared/contract/contract.ts';
import { FaultError } from '../../shared/fault.ts';
import type { Fault } from '../../shared/fault.ts';
import type { MirrorId } from '../../shared/ids.ts';
import type { MirrorInfo, MirrorMode } from '../../shared/model/mirror.ts';
import { faultLine } from '../../shared/text/faults.ts';
import { formatMoment } from '../../shared/text/format.ts';
import { pauseTexts } from '../../shared/text/pauses.ts';
import { pauseOf, resume } from '../engine/pauses.ts';
import type { Pause } from '../engine/pauses.ts';
import { listUnlisted } from '../engine/store-keeping.ts';
import type { Journal } from '../journal/journal.ts';
import type { Mirror } from '../journal/mirrors.ts';
import type { RootFacts } from '../ports/disk.ts';
import type { AppParts } from './parts.ts';
import { findFolder, foldersAbove } from './remote-path.ts';
import type { FoundFolder } from './remote-path.ts';

/** Which folders are mirrored. */
export function mirrorHandlers(parts: AppParts): Pick<Handlers, 'mirrors.add' | 'mirrors.list' | 'mirrors.remove'> {
  return {
    'mirrors.add': input => parts.engine.exclusively(() => add(parts, input)),
    'mirrors.list': () => Promise.resolve(mirrorInfos(parts.journal, parts.world.clock.now())),
    'mirrors.remove': ({ id }) => parts.engine.exclusively(() => remove(parts, id as MirrorId)),
  };
}

/** All mirrors as windows and the command line show them. */
export function mirrorInfos(journal: Journal, now: number): MirrorInfo[] {
  const guarded = new Set(
    journal.guards
      .all()
      .filter(({ answer }) => answer === null)
      .map(({ mirror }) => mirror),
  );
  return journal.mirrors.all().map(mirror => ({
    id: mirror.id,
    remoteId: mirror.remoteId,
    remotePath: mirror.remotePath,
    local: mirror.root.path,
    mode: mirror.mode,
    ...stateOf(mirror, { isGuarded: guarded.has(mirror.id), pause: pauseOf(journal.facts, mirror.id, now), now }),
  }));
}

function stateOf(
  mirror: Mirror,
  { isGuarded, pause, now }: { isGuarded: boolean; pause: Pause | null; now: number },
): Pick<MirrorInfo, 'state' | 'reason'> {
  if (mirror.halted !== null) return { state: 'halted', reason: faultLine(mirror.halted) };
  if (isGuarded) return { state: 'guarded', reason: 'Removals wait for your decision.' };
  if (pause === null) return { state: 'active', reason: null };
  const until = pause.until === null ? null : formatMoment(pause.until, now);
  return { state: 'paused', reason: pauseTexts.reason(until) };
}

async function add(
  parts: AppParts,
  input: { remote: string; local: string; mode: MirrorMode },
): Promise<{ id: string }> {
  const { journal, world, engine } = parts;
  const link = await engine.link();
  const organization = journal.facts.get('organization');
  const facts = await world.disk.inspect(input.local);
  mustBeUsable(input.local, facts);
  mustNotOverlapHere(parts, facts.realPath);
  const api = link.api(organization);
  const folder = await findFolder(api, input.remote);
  await mustNotOverlapThere(journal, folder, mirror => foldersAbove(link.api(mirror.organization), mirror.remoteId));
  const marker = world.random.uuid();
  await world.disk.mark(facts.realPath, marker).catch(error => namingTheFolder(error, input.local));
  const root = { path: facts.realPath, marker, volume: facts.volume };
  const mirror = journal.transaction(() =>
    journal.mirrors.add({ remoteId: folder.id, remotePath: folder.path, organization, root, mode: input.mode }),
  );
  await parts.upkeep.mirrorsChanged();
  parts.changed();
  parts.checkNow();
  return { id: mirror.id };
}

function mustBeUsable(path: string, { trouble, code }: RootFacts): void {
  if (trouble === null) return;
  const words: Readonly<Record<NonNullable<RootFacts['trouble']>, string>> = {
    missing: `There is no folder '${path}'. Make it first, then add it.`,
    'not-a-folder': `'${path}' is a file, not a folder. Name a folder.`,
    unreadable: `The folder '${path}' cannot be read (${code ?? 'unknown reason'}). Change its permissions, or choose another one.`,
    'not-writable': `The folder '${path}' cannot be written to (${code ?? 'unknown reason'}). Change its permissions, or choose another one.`,
  };
  throw refused(words[trouble]);
}

/** A person named the folder, so the folder is named, not our marker in it. */
function namingTheFolder(error: unknown, path: string): never {
  if (!(error instanceof FaultError)) throw error;
  const { fault } = error;
  if (fault.kind !== 'disk-refused' && fault.kind !== 'disk-full') throw error;
  throw new FaultError({ ...fault, path }, { cause: error });
}

/** Two mirrors in one another, or a mirror around our own records, would feed on each other (L16, L19). */
function mustNotOverlapHere({ journal, settings }: AppParts, path: string): void {
  for (const mirror of journal.mirrors.all()) {
    if (isInside(path, mirror.root.path) || isInside(mirror.root.path, path))
      throw refused(
        `'${path}' and the mirrored folder '${mirror.root.path}' lie inside one another. Choose a folder of its own.`,
      );
  }
  if (isInside(path, settings.dataDirectory) || isInside(settings.dataDirectory, path))
    throw refused(
      `'${path}' and Benchtop's own folder '${settings.dataDirectory}' lie inside one another. Choose a folder of its own.`,
    );
}

function isInside(path: string, folder: string): boolean {
  const ends = folder.endsWith('/') || folder.endsWith('\\') ? folder : `${folder}/`;
  return path === folder || path.replaceAll('\\', '/').startsWith(ends.replaceAll('\\', '/'));
}

async function mustNotOverlapThere(
  journal: Journal,
  folder: FoundFolder,
  aboveOf: (mirror: Mirror) => Promise<readonly string[]>,
): Promise<void> {
  for (const mirror of journal.mirrors.all()) {
    const isSame = mirror.remoteId === folder.id;
    const isBelow = folder.above.includes(mirror.remoteId);
    if (isSame || isBelow || (await safely(aboveOf(mirror))).includes(folder.id))
      throw refused(
        `'${folder.path}' and the mirrored folder '${mirror.remotePath}' lie inside one another at the service. Choose another one.`,
      );
  }
}

/** A mirrored folder that is gone at the service overlaps with nothing. */
async function safely(above: Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await above;
  } catch (error) {
    const kind: Fault['kind'] | undefined = error instanceof FaultError ? error.fault.kind : undefined;
    if (kind === 'gone' || kind === 'not-allowed') return [];
    throw error;
  }
}

async function remove(parts: AppParts, id: MirrorId): Promise<null> {
  const { journal, world } = parts;
  const mirror = journal.mirrors.get(id);
  if (mirror === null) {
    const known = journal.mirrors.all().map(one => one.id);
    throw refused(`There is no mirror '${id}'.${known.length === 0 ? '' : ` There are: ${known.join(', ')}.`}`);
  }
  journal.transaction(() => {
    journal.mirrors.remove(id);
    journal.items.removeMirror(id);
    resume(journal, id);
  });
  // The files stay; only our own marker goes, and if that cannot be had the mirror is gone all the same.
  await world.disk.unmark(mirror.root).catch((error: unknown) => {
    world.log.info('mirror.unmark-failed', { mirror: id, error: error instanceof Error ? error.message : 'unknown' });
  });
  // Bytes that a crash had left set aside are in the store now.
  await listUnlisted(world, journal);
  await parts.upkeep.mirrorsChanged();
  parts.changed();
  return null;
}

function refused(detail: string): FaultError {
  return new FaultError({ kind: 'bad-request', detail });
}
