import { append } from '../../../shared/append.ts';
import type { Handlers, Input, Output } from '../../../shared/contract.ts';
import { badRequest, type Fault, FaultError } from '../../../shared/fault.ts';
import type { MirrorId, ServiceId } from '../../../shared/ids.ts';
import type { FolderClaim, MirrorInfo } from '../../../shared/features/mirrors/model.ts';
import type { Standing } from '../../../shared/features/status/model.ts';
import { stoppedLine } from '../../../shared/features/attention/troubles-text.ts';
import { formatMoment } from '../../../shared/text/format.ts';
import { pauseTexts } from '../../../shared/features/status/pauses-text.ts';
import { spaceTexts } from '../../../shared/text/space.ts';
import { isInside, isSamePath } from '../../core/names/local-paths.ts';
import { hasRoom, reserveBytes } from '../../core/policy/disk-reserve.ts';
import { pauseOf, resumeMirror } from '../../engine/limits/pauses.ts';
import type { Pause } from '../../engine/limits/pauses.ts';
import { listUnlisted } from '../../engine/recover/trash-keeping.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { RootFacts } from '../../ports/disk.ts';
import type { AppContext } from '../../items/app-context.ts';
import { openAndStanding } from '../../items/standing.ts';
import { findFolder, foldersAbove, type FoundFolder } from '../../items/remote-path.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import { type StandingContext } from '../../items/standing.ts';

/** Adding, moving and removing mirrors. */
export function mirrorHandlers(
  context: AppContext,
): Pick<Handlers, 'mirrors.add' | 'mirrors.move' | 'mirrors.list' | 'mirrors.remove'> {
  return {
    'mirrors.add': input => context.engine.exclusively(() => add(context, input)),
    'mirrors.move': ({ id, local }) => context.engine.exclusively(() => move(context, id as MirrorId, local)),
    'mirrors.list': () => Promise.resolve(mirrorInfos(context, mirror => openAndStanding(context, mirror).standing)),
    'mirrors.remove': ({ id }) => context.engine.exclusively(() => remove(context, id as MirrorId)),
  };
}

/** All mirrors as the contract shows them. */
export function mirrorInfos(
  { journal, world }: StandingContext,
  standingNow: (mirror: Mirror) => Standing,
): MirrorInfo[] {
  const now = world.clock.now();
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
    organization: mirror.organization,
    standing: standingNow(mirror),
    ...stateOf(mirror, { isGuarded: guarded.has(mirror.id), pause: pauseOf(journal.facts, mirror.id, now), now }),
  }));
}

function stateOf(
  mirror: Mirror,
  { isGuarded, pause, now }: { isGuarded: boolean; pause: Pause | null; now: number },
): Pick<MirrorInfo, 'state' | 'reason'> {
  if (mirror.halted !== null) return { state: 'halted', reason: stoppedLine(mirror.halted) };
  if (isGuarded) return { state: 'guarded', reason: 'Removals wait for your decision.' };
  if (pause === null) return { state: 'active', reason: null };
  const until = pause.until === null ? null : formatMoment(pause.until, now);
  return { state: 'paused', reason: pauseTexts.reason(until, pause.why ?? 'person') };
}

async function add(context: AppContext, input: Input<'mirrors.add'>): Promise<Output<'mirrors.add'>> {
  const { journal, world, engine } = context;
  const link = await engine.connection();
  const organization = await organizationOf(context, input.organization ?? null);
  const facts = await world.disk.inspect(input.local);
  mustBeUsable(input.local, facts);
  const moved = await mirrorMovedTo(context, facts);
  mustNotOverlapHere(context, facts.realPath, moved?.id ?? null);
  const api = link.api(organization);
  const folder = await findFolder(api, input.remote);
  if (moved !== null) {
    if (folder.id === moved.remoteId && input.mode === moved.mode)
      return { ...goOnAt(context, moved, facts), notice: null };
    throw badRequest(
      `'${input.local}' is the folder of the mirror '${moved.id}', moved here from '${moved.root.path}'. Go on with it there: benchtop mirror move ${moved.id} --local '${input.local}'. Or remove that mirror first.`,
    );
  }
  await mustNotOverlapThere(journal, folder, mirror => foldersAbove(link.api(mirror.organization), mirror.remoteId));
  const claimed = input.takesOver === true ? null : await foreignClaim(context, facts);
  if (claimed !== null) return { id: null, notice: null, claimed };
  const marker = world.random.uuid();
  await world.disk.mark(facts.realPath, marker).catch(error => namingTheFolder(error, input.local));
  const root = { path: facts.realPath, marker, volume: facts.volume };
  const mirror = journal.transaction(() =>
    journal.mirrors.add({ remoteId: folder.id, remotePath: folder.path, organization, root, mode: input.mode }),
  );
  await context.upkeep.mirrorsChanged();
  context.changed();
  context.checkNow();
  const size = input.mode === 'upload' ? null : await sizeThere(api, folder.id);
  return { id: mirror.id, notice: size === null ? null : await noticeOfRoom(context, mirror, size) };
}

/** A warning only: what fits is downloaded, and the rest waits. */
async function noticeOfRoom({ world }: AppContext, mirror: Mirror, sizeBytes: number): Promise<string | null> {
  const space = await world.disk.space(mirror.root.path).catch(() => null);
  if (space === null || hasRoom(space, sizeBytes)) return null;
  return spaceTexts.tooLittle(mirror.remotePath, sizeBytes, Math.max(0, space.freeBytes - reserveBytes(space)));
}

/**
 * Resolves an organization named by id or name to its id. Null: the organization the account acts in; the mirror is
 * bound to it. @throws FaultError `bad-request`.
 */
export async function organizationOf({ journal, engine }: AppContext, named: string | null): Promise<string | null> {
  if (named === null) return journal.facts.get('organization');
  const all = await (await engine.connection()).api(null).organizations();
  const byId = all.find(({ id }) => id === named.toLowerCase());
  const byName = all.filter(({ name }) => name.normalize('NFC') === named.normalize('NFC'));
  const found = byId ?? (byName.length === 1 ? byName[0] : undefined);
  if (found !== undefined) return found.id;
  const known = all.map(({ id, name }) => `${name} (${id})`).join(', ');
  throw badRequest(`You have no organization '${named}', or more than one of that name. You have: ${known}.`);
}

/** Continues a mirror whose folder was moved. */
async function move(context: AppContext, id: MirrorId, local: string): Promise<null> {
  const mirror = knownMirror(context.journal, id);
  const facts = await context.world.disk.inspect(local);
  mustBeUsable(local, facts);
  await mustBeMoved(context, mirror, facts);
  mustNotOverlapHere(context, facts.realPath, id);
  goOnAt(context, mirror, facts);
  return null;
}

function knownMirror(journal: Journal, id: MirrorId): Mirror {
  const mirror = journal.mirrors.get(id);
  if (mirror !== null) return mirror;
  const known = journal.mirrors.all().map(one => one.id);
  throw badRequest(`There is no mirror '${id}'.${known.length === 0 ? '' : ` There are: ${known.join(', ')}.`}`);
}

function mustBeUsable(path: string, { trouble, code }: RootFacts): void {
  if (trouble === null) return;
  const words: Readonly<Record<NonNullable<RootFacts['trouble']>, string>> = {
    missing: `There is no folder '${path}'. Make it first, then add it.`,
    'not-a-folder': `'${path}' is a file, not a folder. Name a folder.`,
    unreadable: `The folder '${path}' cannot be read (${code ?? 'unknown reason'}). Change its permissions, or choose another one.`,
    'no-answer': `The folder '${path}' does not answer. Check the connection to its disk or share, then try again.`,
    'not-writable': `The folder '${path}' cannot be written to (${code ?? 'unknown reason'}). Change its permissions, or choose another one.`,
  };
  throw badRequest(words[trouble]);
}

/** The person typed the folder's path, so the message names it rather than our marker file in it. */
function namingTheFolder(error: unknown, path: string): never {
  if (!(error instanceof FaultError)) throw error;
  const { fault } = error;
  if (fault.kind !== 'disk-refused' && fault.kind !== 'disk-full') throw error;
  throw new FaultError({ ...fault, path }, { cause: error });
}

/** A mirror inside another one, or around our data directory, would synchronize its own output (L16, L19). */
function mustNotOverlapHere({ journal, settings }: AppContext, path: string, moved: MirrorId | null): void {
  for (const mirror of journal.mirrors.all().filter(({ id }) => id !== moved)) {
    const { root, names } = mirror;
    if (isInside(path, root.path, names) || isInside(root.path, path, names))
      throw badRequest(
        `'${path}' and the mirrored folder '${root.path}' lie inside one another. Choose a folder of its own.`,
      );
  }
  if (isInside(path, settings.dataDirectory) || isInside(settings.dataDirectory, path))
    throw badRequest(
      `'${path}' and Benchtop's own folder '${settings.dataDirectory}' lie inside one another. Choose a folder of its own.`,
    );
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
      throw badRequest(
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
    if (kind === 'gone' || kind === 'not-allowed' || kind === 'access-ended') return [];
    throw error;
  }
}

async function remove(context: AppContext, id: MirrorId): Promise<null> {
  await letGo(context, knownMirror(context.journal, id), []);
  return null;
}

/**
 * Removes a mirror. Its files stay; only our marker file is deleted, and if that fails the mirror is removed all the
 * same. To be called exclusively. @param emptied folders to delete if empty, deepest first. Deleted only now: while
 * mirrored, they would have counted as removed by the person.
 */
export async function letGo(context: AppContext, mirror: Mirror, emptied: readonly string[]): Promise<void> {
  const { journal, world } = context;
  const { id, root } = mirror;
  journal.transaction(() => {
    journal.mirrors.remove(id);
    journal.items.removeMirror(id);
    resumeMirror(journal, id);
  });
  const tell = (error: unknown): void =>
    world.log.info('mirror.unmark-failed', { mirror: id, error: error instanceof Error ? error.message : 'unknown' });
  for (const folder of emptied) await world.disk.removeFolder(root, folder).catch(tell);
  await world.disk.unmark(root).catch(tell);
  // Files that a crash left set aside are now in the trash.
  await listUnlisted(world, journal);
  await context.upkeep.mirrorsChanged();
  context.changed();
}

/**
 * The mirror that this folder belongs to, if it was moved or renamed: it has the marker, and the mirror's recorded path
 * does not (W25). Null otherwise; a copy does not count while the original is in place.
 */
async function mirrorMovedTo({ journal, world }: AppContext, facts: RootFacts): Promise<Mirror | null> {
  const mirror = journal.mirrors.all().find(({ root }) => facts.marker !== null && root.marker === facts.marker);
  if (mirror === undefined || isSamePath(mirror.root.path, facts.realPath, mirror.names)) return null;
  const before = await world.disk.inspect(mirror.root.path);
  return before.marker === mirror.root.marker ? null : mirror;
}

/** Continues a mirror at its new path. All records are kept, so nothing is sent again. */
function goOnAt(context: AppContext, mirror: Mirror, facts: RootFacts): { id: MirrorId } {
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
async function mustBeMoved(context: AppContext, mirror: Mirror, facts: RootFacts): Promise<void> {
  const { root, id, names } = mirror;
  if (isSamePath(facts.realPath, root.path, names))
    throw badRequest(`The folder of the mirror '${id}' is '${root.path}' already.`);
  if (facts.marker !== root.marker) {
    const what = `'${facts.realPath}' does not have the mark of the mirror '${id}', so it may be another folder.`;
    throw badRequest(`${what} Remove the mirror and add this folder instead; what is equal is not sent again.`);
  }
  if ((await mirrorMovedTo(context, facts)) !== null) return;
  const what = `The folder of the mirror '${id}' is still at '${root.path}'; '${facts.realPath}' is a copy of it.`;
  throw badRequest(`${what} Move the copy away, or rename the old folder first.`);
}

/** A larger tree is not measured: its size becomes known with the first sync. */
const MOST_FOLDERS = 25;

/** Total bytes of a folder of the service; null when the tree is too large to measure. */
async function sizeThere(api: ServiceApi, folder: ServiceId): Promise<number | null> {
  let sizeBytes = 0;
  const waiting = [folder];
  try {
    for (let at = 0; at < waiting.length; at++) {
      if (waiting.length > MOST_FOLDERS) return null;
      const id = waiting[at] ?? folder;
      const [folders, files] = await Promise.all([api.children(id), api.filesIn(id)]);
      append(
        waiting,
        folders.filter(child => !child.isGone).map(child => child.id),
      );
      for (const file of files) sizeBytes += file.isGone ? 0 : (file.sizeBytes ?? 0);
    }
    return sizeBytes;
  } catch (error) {
    // Optional: the first sync reports any problem.
    if (error instanceof FaultError) return null;
    throw error;
  }
}

const ORDER: readonly FolderClaim['where'][] = ['in', 'above', 'below'];

/**
 * Another Benchtop installation (of another person, or with another `--data`) that mirrors this folder, or one around
 * it or inside it. Mirroring it twice would send its files to another audience. A copy of a folder mirrored here has
 * our own marker; a lost journal had the same data directory.
 */
async function foreignClaim(
  { journal, world }: Pick<AppContext, 'journal' | 'world'>,
  { realPath }: RootFacts,
): Promise<FolderClaim | null> {
  const ours = new Set(journal.mirrors.all().map(({ root }) => root.marker));
  const foreign = (await world.disk.claims(realPath)).filter(({ marker, isOurs }) => !isOurs && !ours.has(marker));
  const first = ORDER.flatMap(where => foreign.find(claim => claim.where === where) ?? [])[0];
  return first === undefined ? null : { path: first.path, where: first.where };
}
