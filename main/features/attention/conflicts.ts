import type { Handlers, Input } from '../../../shared/contract.ts';
import { badRequest, toFault } from '../../../shared/fault.ts';
import type { ItemId, MirrorId, VersionId } from '../../../shared/ids.ts';
import type {
  ConflictDetail,
  ConflictThere,
  SeenSides,
  SettledConflicts,
  VersionFacts,
  VersionSide,
} from '../../../shared/features/attention/decisions-model.ts';
import type { ConflictInfo } from '../../../shared/features/status/records-model.ts';
import { conflictWords } from '../../../shared/features/attention/conflicts-text.ts';
import { faultLine } from '../../../shared/text/faults.ts';
import { renameTexts } from '../../../shared/features/edit/rename-text.ts';
import { isoTime } from '../../core/calendar.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import type { ReaderOf } from '../../core/policy/audience.ts';
import { resolveConflict } from '../../engine/recover/resolve-conflict.ts';
import { isFault, type MirrorContext, serviceFolder } from '../../engine/context/mirror-context.ts';
import { giveName } from '../../engine/answers/rename-item.ts';
import type { Conflict } from '../../journal/records/conflicts.ts';
import type { AppContext } from '../../items/app-context.ts';
import { authorNames } from '../../items/author-names.ts';
import { keyOn } from '../../core/names/volume-names.ts';
import type { Journal } from '../../journal/journal.ts';
import type { RemoteVersion } from '../../remote/api/shapes.ts';

type Resolving = Input<'conflicts.resolve'>;

/** Conflicts, which wait for a person's choice. What becomes one is decided in `core/plan/content-decisions.ts`. */
export function conflictHandlers(
  context: AppContext,
): Pick<
  Handlers,
  'conflicts.list' | 'conflicts.detail' | 'conflicts.askService' | 'conflicts.resolve' | 'conflicts.resolveAll'
> {
  const { engine, journal, settings } = context;
  const finish = (): void => {
    context.changed();
    context.checkNow();
  };
  return {
    'conflicts.list': () => Promise.resolve(openConflicts(context)),
    'conflicts.detail': async ({ id }) => conflictDetail(journal, conflictOf(context, id), settings.computer),
    // Read-only, so it does not wait for the pass.
    'conflicts.askService': async ({ id }) => {
      const conflict = conflictOf(context, id);
      return conflictThere(await contextOf(context, conflict.mirror), conflict);
    },
    'conflicts.resolve': input =>
      engine.exclusively(async () => {
        const line = await resolve(context, input);
        finish();
        return { undo: line === null ? null : String(line) };
      }),
    'conflicts.resolveAll': async ({ ids, keep }) => {
      const done: SettledConflicts = { settled: [], refused: [] };
      // Takes the lock for each conflict, so that passes can run in between.
      for (const id of new Set(ids)) await engine.exclusively(() => settleOne(context, { id, keep }, done));
      finish();
      return done;
    },
  };
}

async function settleOne(context: AppContext, input: Resolving, done: SettledConflicts): Promise<void> {
  try {
    await resolve(context, input);
    done.settled.push(input.id);
  } catch (error) {
    done.refused.push({ id: input.id, text: faultLine(toFault(error)) });
  }
  context.changed();
}

/** @returns the line of history that takes it back; null: nothing could be. */
async function resolve(context: AppContext, { id, keep, seen, name }: Resolving): Promise<number | null> {
  const conflict = conflictOf(context, id);
  const mirrorContext = await contextOf(context, conflict.mirror);
  if (seen !== undefined) await mustBeAsSeen(context, { mirrorContext, conflict, seen, keep });
  // First, because it may be refused, and then nothing is resolved.
  if (keep === 'both' && name !== undefined) await nameCopy(mirrorContext, conflict, name);
  return resolveConflict(mirrorContext, conflict, keep);
}

/** A version that was added since the person looked is not part of the decision. */
async function mustBeAsSeen(
  { checkNow, journal, settings }: AppContext,
  {
    mirrorContext,
    conflict,
    seen,
    keep,
  }: Required<Pick<Resolving, 'seen' | 'keep'>> & { mirrorContext: MirrorContext; conflict: Conflict },
): Promise<void> {
  const detail = conflictDetail(journal, conflict, settings.computer);
  const file = journal.items.get(conflict.item)?.remote?.id;
  // Only 'mine' replaces the remote version, so only then the service is asked for its current one.
  const head = keep === 'mine' && file !== undefined ? (await mirrorContext.api.file(file)).version : null;
  if (seen === undefined || isAsSeen(detail, seen, head)) return;
  checkNow();
  throw badRequest(conflictWords.refusals.changed);
}

async function nameCopy(mirrorContext: MirrorContext, { copy }: Conflict, name: string): Promise<void> {
  const { journal } = mirrorContext;
  const { names } = mirrorContext.mirror;
  const local = journal.items.get(copy)?.local;
  if (local === undefined || local === null || local.name === name) return;
  if (toLocalName(name, names) !== name) throw badRequest(renameTexts.unusable(name));
  const others = journal.items.children(local.parent).filter(({ id }) => id !== copy);
  const isTaken = others.some(one => keyOn(names, one.local?.name ?? one.remote?.name ?? '') === keyOn(names, name));
  if (isTaken) throw badRequest(conflictWords.refusals.name(name));
  await giveName(mirrorContext, copy, name);
}

function openConflicts({ journal }: AppContext): ConflictInfo[] {
  return journal.conflicts.open().map(conflict => ({
    id: String(conflict.id),
    mirror: conflict.mirror,
    path: journal.pathOf(conflict.item),
    copyPath: journal.pathOf(conflict.copy),
    fileId: journal.items.get(conflict.item)?.remote?.id ?? null,
    at: isoTime(conflict.at),
  }));
}

function conflictOf({ journal }: AppContext, id: string): Conflict {
  const conflict = journal.conflicts.get(Number(id));
  if (conflict !== null) return conflict;
  const open = journal.conflicts.open().map(one => one.id);
  const there = open.length === 0 ? 'There is none open.' : `Open: ${open.join(', ')}.`;
  throw badRequest(`There is no open conflict '${id}'. ${there}`);
}

async function contextOf({ journal, engine }: AppContext, id: MirrorId): Promise<MirrorContext> {
  const mirror = journal.mirrors.get(id);
  if (mirror === null) throw badRequest(`There is no mirror '${id}' any more.`);
  return engine.context(mirror);
}

/** Both sides of a conflict, from the records. */
function conflictDetail(journal: Journal, conflict: Conflict, computer: string): ConflictDetail {
  const { base, copy, item } = conflict;
  return {
    id: String(conflict.id),
    mirror: conflict.mirror,
    path: journal.pathOf(item),
    at: isoTime(conflict.at),
    computer,
    mine: mySide(journal, copy),
    theirs: theirSide(journal, item),
    base: base.version === null && base.sha256 === null ? null : base,
  };
}

/** The conflict copy on this computer. */
function mySide(journal: Journal, copy: ItemId): VersionSide | null {
  const item = journal.items.get(copy);
  if (item === null || item.local === null) return null;
  const { base, local, remote } = item;
  const isSent = local.sha256 !== null && base?.sha256 === local.sha256;
  return {
    path: journal.pathOf(copy),
    sizeBytes: local.sizeBytes,
    sha256: local.sha256,
    version: isSent ? (remote?.version ?? null) : null,
    changedAt: isoTime(local.modifiedMs),
  };
}

/** The file at the service that kept the name. */
function theirSide(journal: Journal, id: ItemId): VersionSide | null {
  const item = journal.items.get(id);
  if (item === null || item.remote === null) return null;
  const { sizeBytes, updatedAt, version } = item.remote;
  return {
    path: journal.pathOf(id),
    sizeBytes,
    sha256: version === null ? null : journal.items.hashOf(version),
    version,
    changedAt: updatedAt?.replace('?', '') ?? null,
  };
}

/** What the service tells of the current version and of the base of both. */
async function conflictThere(context: MirrorContext, conflict: Conflict): Promise<ConflictThere> {
  const item = context.journal.items.get(conflict.item);
  if (item === null || item.remote === null) return { theirs: null, base: null };
  const { id, parent, version } = item.remote;
  const versions = await context.api.versions(id);
  const head = versions.find(one => one.id === version);
  const base = versions.find(one => one.id === conflict.base.version);
  const nameOf = await authorNames(context.api, {
    readers: await readersIn(context, parent),
    authors: [head, base].map(one => one?.createdBy ?? null),
    organization: context.mirror.organization ?? context.journal.facts.get('organization'),
  });
  const factsOf = (one: RemoteVersion | undefined): VersionFacts | null =>
    one === undefined
      ? null
      : {
          number: one.number,
          at: one.createdAt,
          who: nameOf(one.createdBy),
          sizeBytes: one.sizeBytes,
          summary: one.summary,
        };
  return { theirs: factsOf(head), base: factsOf(base) };
}

/** Who can open a folder; null when the service does not tell. */
async function readersIn(context: MirrorContext, folder: ItemId): Promise<readonly ReaderOf[] | null> {
  const id = serviceFolder(context, folder);
  if (id === null) return null;
  try {
    return await context.api.readers(id);
  } catch (error) {
    if (isFault(error, 'not-allowed', 'scope', 'gone', 'refused')) return null;
    throw error;
  }
}

/**
 * Whether both sides are still those that the person saw. @param head the remote version according to the service now.
 */
function isAsSeen(detail: ConflictDetail, seen: SeenSides, head: VersionId | null): boolean {
  const theirs = head ?? detail.theirs?.version ?? null;
  return detail.mine?.sha256 === seen.mine && (seen.theirs === undefined || seen.theirs === theirs);
}
