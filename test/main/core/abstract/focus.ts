import fc from 'fast-check';

import type { Kind } from '../../../../main/core/item.ts';
import type { MirrorMode } from '../../../../shared/features/mirrors/model.ts';
import type { ItemId } from '../../../../shared/ids.ts';
import { checkForest, checkRest, converge } from './converge.ts';
import type { Course } from './converge.ts';
import { doDeed, foldersOn, NASTY_NAMES, settle, thingsOn } from './people.ts';
import type { Deed } from './people.ts';
import { facts, World } from './world.ts';
import type { Side } from './world.ts';

const VERBS = ['edit', 'edit alike', 'rename', 'move', 'delete', 'change type', 'become unknown', 'free'] as const;
type Verb = (typeof VERBS)[number];

const FILLS = [
  'nothing',
  'a new file in it',
  'a new file in its twin',
  'it goes into its twin',
  'a file goes into it',
] as const;

/** What happens to one thing on both sides, so that every pair of changes comes up often. */
export interface Focus {
  readonly kind: Kind;
  /** Whether it is in another folder; whether there is a folder in it; how many files are in there, or beside the file. */
  readonly isDeep: boolean;
  readonly hasInner: boolean;
  readonly files: number;
  readonly here: readonly Verb[];
  readonly there: readonly Verb[];
  /** What happens to the last thing in the folder. */
  readonly inside: { readonly here: readonly Verb[]; readonly there: readonly Verb[] };
  /** Something new on each side in one place. */
  readonly twins: { readonly here: Kind | null; readonly there: Kind | null; readonly isAlike: boolean };
  /** What goes into it or into something new. */
  readonly fill: { readonly here: (typeof FILLS)[number]; readonly there: (typeof FILLS)[number] };
  /** On which sides the folder it is in cannot be seen in the end. */
  readonly unseen: readonly Side[];
  /** What else cannot be seen in the end. */
  readonly alsoUnseen: 'it there' | 'the other file there' | 'the other file here' | 'nothing';
  /** We have seen the bytes of every version: what was sent without our hearing of it, for instance. */
  readonly isKnown: boolean;
  /** A file that is gone at the service is kept here only, as the person decided. */
  readonly isKept: boolean;
  readonly names: readonly number[];
  readonly luck: readonly number[];
}

const deeds = fc.oneof(
  { weight: 2, arbitrary: fc.subarray([...VERBS], { maxLength: 3 }) },
  { weight: 4, arbitrary: fc.subarray([...VERBS.slice(0, 4)], { minLength: 2 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<(readonly Verb[])[]>(['delete'], ['become unknown'], ['change type'], ['free']),
  },
);
const fewDeeds = fc.oneof(
  { weight: 2, arbitrary: fc.constant<readonly Verb[]>([]) },
  { weight: 1, arbitrary: fc.subarray([...VERBS], { maxLength: 2 }) },
);
const twin = fc.constantFrom<(Kind | null)[]>(null, null, 'file', 'folder');
const fill = fc.constantFrom('nothing', 'nothing', 'nothing', ...FILLS);

const ANY: fc.Arbitrary<Focus> = fc.record({
  kind: fc.constantFrom<Kind[]>('file', 'folder'),
  isDeep: fc.boolean(),
  hasInner: fc.boolean(),
  files: fc.nat({ max: 2 }),
  here: deeds,
  there: deeds,
  inside: fc.record({ here: fewDeeds, there: fewDeeds }),
  twins: fc.record({ here: twin, there: twin, isAlike: fc.boolean() }),
  fill: fc.record({ here: fill, there: fill }),
  unseen: fc.nat({ max: 5 }).map(number => (number === 0 ? ['here'] : number === 1 ? ['here', 'there'] : [])),
  alsoUnseen: fc.oneof(
    { weight: 5, arbitrary: fc.constant('nothing' as const) },
    { weight: 1, arbitrary: fc.constantFrom('it there', 'the other file there', 'the other file here') },
  ),
  isKnown: fc.boolean(),
  isKept: fc.nat({ max: 5 }).map(number => number === 0),
  names: fc.array(fc.nat({ max: NASTY_NAMES.length - 1 }), { minLength: 8, maxLength: 8 }),
  luck: fc.array(fc.nat({ max: 99 }), { maxLength: 10 }),
});

const NOT_FILLED: Focus['fill'] = { here: 'nothing', there: 'nothing' };
const changes = fc.subarray([...VERBS.slice(0, 4)]);

function keptByBoth([any, here, there]: readonly [Focus, readonly Verb[], readonly Verb[]]): Focus {
  return { ...any, kind: 'file', here, there, fill: NOT_FILLED };
}

function changesKind([any, changed, isHere]: readonly [Focus, readonly Verb[], boolean]): Focus {
  const [here, there] = isHere ? [['change type'] as const, changed] : [changed, ['change type'] as const];
  return { ...any, kind: 'file', here, there, isKept: false, unseen: [], fill: NOT_FILLED };
}

function removedUnseen(any: Focus): Focus {
  return { ...any, kind: 'folder', files: 1, here: ['delete'], inside: { here: [], there: ['become unknown'] } };
}

function unseenInNew(any: Focus): Focus {
  return {
    ...any,
    here: ['delete'],
    there: [],
    twins: { here: null, there: 'folder', isAlike: false },
    fill: { here: 'nothing', there: 'it goes into its twin' },
    alsoUnseen: 'it there',
  };
}

function freedInRemoved(any: Focus): Focus {
  return { ...any, kind: 'folder', files: 1, here: ['delete'], inside: { here: ['free'], there: [] }, unseen: [] };
}

function freedIntoNew(any: Focus): Focus {
  return { ...unseenInNew(any), kind: 'file', here: ['free'], alsoUnseen: 'nothing' };
}

/**
 * Random stories about one thing: any, and more of those that chance seldom finds: a file that both sides keep, a file
 * that becomes a folder, a removed folder with something in it that cannot be seen, and that in a new folder; and what is
 * only online in both.
 */
export const FOCUS: fc.Arbitrary<Focus> = fc.oneof(
  { weight: 8, arbitrary: ANY },
  { weight: 6, arbitrary: fc.tuple(ANY, changes, changes).map(keptByBoth) },
  { weight: 3, arbitrary: fc.tuple(ANY, changes, fc.boolean()).map(changesKind) },
  { weight: 2, arbitrary: ANY.map(removedUnseen) },
  { weight: 1, arbitrary: ANY.map(unseenInNew) },
  { weight: 1, arbitrary: ANY.map(freedInRemoved) },
  { weight: 1, arbitrary: ANY.map(freedIntoNew) },
);

/** Plays such a story to its end. */
export function tellFocus(focus: Focus, mode: MirrorMode, planWith: NonNullable<Course['plan']>): void {
  const world = new World();
  const cast = castOf(world, focus);
  for (const side of ['here', 'there'] as const) {
    if (cast.inside !== cast.target)
      for (const verb of focus.inside[side]) act(world, side, { id: cast.inside, verb, focus });
    for (const verb of focus[side]) act(world, side, { id: cast.target, verb, focus });
    fillIn(world, side, cast, focus);
  }
  for (const side of focus.unseen) act(world, side, { id: cast.top, verb: 'become unknown', focus });
  const also = focus.alsoUnseen;
  if (also === 'it there') act(world, 'there', { id: cast.target, verb: 'become unknown', focus });
  else if (also !== 'nothing')
    act(world, also.endsWith('here') ? 'here' : 'there', { id: cast.beside, verb: 'become unknown', focus });
  if (focus.isKnown) makeKnown(world);
  if (focus.isKept) keep(world);
  const log = converge(world, { mode, luck: focus.luck, later: [], plan: planWith });
  checkForest(world, log);
  if (mode === 'two-way' && !focus.isKept) checkRest(world, log);
}

interface Cast {
  readonly top: ItemId;
  readonly beside: ItemId;
  readonly target: ItemId;
  readonly inside: ItemId;
}

/** What both sides agree on in the beginning. */
function castOf(world: World, { kind, isDeep, hasInner, files, names }: Focus): Cast {
  const made = (isFolder: boolean, folder: ItemId, name: number): ItemId => {
    settle(world, [{ isFolder, parent: foldersOn(world, 'there').indexOf(folder), name }]);
    return world.all().at(-1)?.id ?? world.root;
  };
  const top = made(true, world.root, 3);
  const outer = made(true, top, 3);
  const beside = made(false, world.root, 1);
  const target = made(kind === 'folder', isDeep ? outer : world.root, names[0] ?? 0);
  let inside = target;
  let folder = kind === 'folder' ? target : world.root;
  if (hasInner && kind === 'folder') folder = inside = made(true, folder, names[1] ?? 0);
  for (let file = 0; file < files; file++) inside = made(false, folder, names[file + 2] ?? 0);
  converge(world, { mode: 'two-way', luck: [], later: [] });
  return { top, beside, target, inside };
}

interface Act {
  readonly id: ItemId;
  readonly verb: Deed['verb'];
  readonly focus: Focus;
  /** The folder it goes to. */
  readonly into?: ItemId;
}

function act(world: World, side: Side, { id, verb, focus, into }: Act): void {
  const item = thingsOn(world, side).findIndex(each => each.id === id);
  const [name = 0, any = 0] = focus.names.slice(side === 'here' ? 4 : 6);
  const folders = foldersOn(world, side);
  const own = [id, parentOn(world, side, id), ...world.below(id, side).map(each => each.id)];
  const elsewhere = folders.filter(each => !own.includes(each));
  const folder = folders.indexOf(into ?? elsewhere[any % elsewhere.length] ?? world.root);
  if (item >= 0 && folder >= 0) doDeed(world, side, { verb, item, other: folder, name });
}

function parentOn(world: World, side: Side, id: ItemId): ItemId | undefined {
  const item = world.get(id);
  return item === null ? undefined : facts(item, side)?.parent;
}

function fillIn(world: World, side: Side, cast: Cast, focus: Focus): void {
  const twin = addTwin(world, side, focus);
  const into = focus.fill[side].endsWith('twin') ? twin : cast.target;
  const other = foldersOn(world, side).indexOf(into ?? world.root);
  if (into === null || other < 0) return;
  switch (focus.fill[side]) {
    case 'nothing':
      return;
    case 'a new file in it':
    case 'a new file in its twin':
      doDeed(world, side, { verb: 'create file', item: 0, other, name: focus.names[5] ?? 0 });
      return;
    case 'it goes into its twin':
      return act(world, side, { id: cast.target, verb: 'move', focus, into });
    case 'a file goes into it':
      return act(world, side, { id: cast.beside, verb: 'move', focus, into });
  }
}

/** Makes something new, and says which folder it is. */
function addTwin(world: World, side: Side, { twins, names }: Focus): ItemId | null {
  const kind = twins[side];
  if (kind === null) return null;
  const before = new Set(world.all().map(({ id }) => id));
  const verb = kind === 'folder' ? 'create folder' : twins.isAlike ? 'create file alike' : 'create file';
  doDeed(world, side, { verb, item: 0, other: 0, name: names[3] ?? 0 });
  return world.all().find(({ id, kind: made }) => made === 'folder' && !before.has(id))?.id ?? null;
}

function makeKnown(world: World): void {
  for (const { id, remote } of world.all()) {
    if (remote?.version === null || remote?.version === undefined) continue;
    world.known.add(remote.version);
    world.patch(id, { remote: world.seen(remote, remote.version) });
  }
}

function keep(world: World): void {
  for (const { id, kind, local, localPresence, remote, remotePresence } of world.all()) {
    if (local === null || localPresence !== 'present' || remote !== null || remotePresence !== 'absent') continue;
    world.patch(id, { base: null, localOnlyContent: kind === 'folder' ? 'folder' : local.sha256 });
  }
}
