import type { MirrorMode } from '../../../../shared/features/mirrors/model.ts';
import type { ItemId, Sha256 } from '../../../../shared/ids.ts';
import { isFreeNameOf, toLocalName, toRemoteName } from '../../../../main/core/names/local-names.ts';
import type { Item, Tree } from '../../../../main/core/item.ts';
import { isOnlineOnly } from '../../../../main/core/policy/online-only.ts';
import type { Operation } from '../../../../main/core/plan/operation.ts';
import { phaseOf } from '../../../../main/core/plan/operation-order.ts';
import { plan } from '../../../../main/core/plan/plan.ts';
import { carryOut } from './carry-out.ts';
import { doDeed, thaw } from './people.ts';
import type { Deed } from './people.ts';
import { drawn, facts, isUnknown } from './world.ts';
import type { Side, World } from './world.ts';
import { keyOn } from '../../../../main/core/names/volume-names.ts';
import { toWindowsName } from '../../../../main/core/names/windows-names.ts';

/** What disturbs a run: numbers drawn one after the other; when they run out, everything succeeds. */
export interface Course {
  readonly mode: MirrorMode;
  /** Below 20: the operation is abandoned. Below 10: its item is set aside for two rounds as well. */
  readonly luck: readonly number[];
  /** Deeds while the work is under way, each with its round. */
  readonly later: readonly { round: number; side: Side; deed: Deed }[];
  /** Kinds of operations that must not be planned. */
  readonly forbidden?: readonly Operation['kind'][];
  /** Another planner than the real one, with a mistake that must be found. */
  readonly plan?: typeof plan;
}

const MOST_ROUNDS = 200;

/** What changes something on this computer, and what at the service. */
export const WRITES_HERE = ['create-folder-local', 'move-local', 'download', 'keep-both', 'delete-local'] as const;
export const WRITES_THERE = [
  'create-folder-remote',
  'move-remote',
  'upload',
  'upload-version',
  'delete-remote',
] as const;

/** Plans and carries out until nothing is left, with frozen items first and without in the end. Returns the log. */
export function converge(world: World, course: Course): readonly string[] {
  const run = new Run(world, course);
  run.untilQuiet('some items are frozen');
  thaw(world);
  run.untilQuiet('everything can be seen');
  return run.log;
}

class Run {
  readonly log: string[] = [];
  readonly #world: World;
  readonly #course: Course;
  readonly #aside = new Map<ItemId, number>();
  #drawn = 0;
  #round = 0;
  /** As in the engine: rounds go on without another look while they get something done. */
  #hasDone = false;

  constructor(world: World, course: Course) {
    this.#world = world;
    this.#course = course;
  }

  untilQuiet(stage: string): void {
    const last = this.#round + MOST_ROUNDS;
    this.log.push(`-- ${stage}`, drawn(this.#world));
    for (;;) {
      this.#round += 1;
      this.#act();
      if (!this.#hasDone) this.#world.look();
      const tree = this.#world.tree();
      const operations = (this.#course.plan ?? plan)(tree, {
        mode: this.#course.mode,
        isBlocked: id => (this.#aside.get(id) ?? 0) >= this.#round,
        isUnseen: () => false,
      });
      this.#mustBe(this.#round < last, 'it never ends', operations);
      const isQuiet = this.#course.later.every(({ round }) => round <= this.#round);
      const isRead = this.#world.unread.size === 0;
      if (operations.length === 0 && isRead && [...this.#aside.values()].every(until => until < this.#round) && isQuiet)
        return;
      const results = this.#inOrder(operations).map(operation => this.#carryOut(operation, tree));
      this.#hasDone = results.includes('done');
      const isStuck =
        operations.length > 0 && isRead && isQuiet && !results.includes('done') && !results.includes('abandoned');
      const onlyWaits = results.every(result => result === 'deferred') && this.#world.all().some(isUnknown);
      if (isStuck && onlyWaits) return;
      this.#mustBe(
        !isStuck || [...this.#aside.values()].some(until => until >= this.#round),
        'it goes on in vain',
        operations,
      );
      checkForest(this.#world, this.log);
    }
  }

  #act(): void {
    for (const { round, side, deed } of this.#course.later)
      if (round === this.#round && doDeed(this.#world, side, deed))
        this.log.push(`${side}: ${deed.verb}`, drawn(this.#world));
  }

  #inOrder(operations: readonly Operation[]): Operation[] {
    const content = operations.filter(operation => phaseOf(operation) === 2);
    for (let last = content.length - 1; last > 0; last--) {
      const other = this.#draw(0) % (last + 1);
      const [one, two] = [content[last], content[other]];
      if (one !== undefined && two !== undefined) [content[last], content[other]] = [two, one];
    }
    return operations.map(operation => (phaseOf(operation) === 2 ? (content.pop() ?? operation) : operation));
  }

  #carryOut(operation: Operation, tree: ReturnType<World['tree']>): string {
    this.#checkFrozen(operation, tree);
    this.#mustBe(!this.#isForbidden(operation), 'a forbidden operation', [operation]);
    this.#checkName(operation);
    const luck = this.#draw(99);
    if (luck < 10) this.#aside.set(operation.item, this.#round + 2);
    const result = luck < 20 ? 'abandoned' : carryOut(this.#world, operation, tree);
    this.log.push(`${this.#round} ${JSON.stringify(operation)} ${result}`);
    this.#mustBe(result !== 'refused', 'an impossible operation', [operation]);
    return result;
  }

  /** A number that tells items of one name apart is not seen on the other side; an upload mirror gives none. */
  #isForbidden(operation: Operation): boolean {
    const isNumber =
      operation.kind === 'move-local' && operation.isRenumbered === true && this.#course.mode !== 'upload';
    return !isNumber && this.#course.forbidden?.includes(operation.kind) === true;
  }

  #draw(otherwise: number): number {
    return this.#course.luck[this.#drawn++] ?? otherwise;
  }

  #checkFrozen(operation: Operation, { items }: Tree): void {
    const involved = [operation.item, ...(operation.kind === 'join' ? [operation.remoteItem] : [])];
    const frozen = involved.filter(id => {
      const item = items.get(id);
      return item !== undefined && isUnknown(item);
    });
    this.#mustBe(frozen.length === 0, 'a frozen item is worked on', [operation]);
    if (operation.kind !== 'delete-local' && operation.kind !== 'delete-remote') return;
    const side = operation.kind === 'delete-local' ? 'here' : 'there';
    this.#mustBe(!this.#world.below(operation.item, side).some(isUnknown), 'a folder with a frozen item is removed', [
      operation,
    ]);
  }

  /** Names that we choose here can be told apart by every system. */
  #checkName(operation: Operation): void {
    if (operation.kind !== 'create-folder-local' && operation.kind !== 'move-local' && operation.kind !== 'download')
      return;
    if (operation.kind === 'download' && this.#world.get(operation.item)?.local !== null) return;
    const { parent, name } = operation.to;
    this.#mustBe(name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name), 'a name is not one segment', [
      operation,
    ]);
    const isTaken = !this.#world.names.refusesWindowsNames || toWindowsName(name) === name;
    this.#mustBe(isTaken, 'the volume refuses a name', [operation]);
    const twin = this.#world
      .all()
      .find(
        other =>
          other.id !== operation.item &&
          other.local?.parent === parent &&
          keyOn(this.#world.names, other.local.name) === keyOn(this.#world.names, name),
      );
    this.#mustBe(twin === undefined, 'a twin of a taken name is given', [operation]);
  }

  #mustBe(holds: boolean, rule: string, operations: readonly Operation[]): void {
    if (holds) return;
    throw new Error(
      [
        `Broken: ${rule}`,
        ...operations.map(each => JSON.stringify(each)),
        drawn(this.#world),
        'log:',
        ...this.log,
      ].join('\n'),
    );
  }
}

/** Every item hangs below the root on each side where it is, and no place here is taken twice. */
export function checkForest(world: World, log: readonly string[]): void {
  const broken: string[] = [];
  const places = new Set<string>();
  for (const { id, local, localPresence, remotePresence } of world.all()) {
    if (localPresence !== 'unknown' && !hangsWell(world, id, 'here')) broken.push(`${id} hangs nowhere here`);
    if (remotePresence !== 'unknown' && !hangsWell(world, id, 'there')) broken.push(`${id} hangs nowhere there`);
    const place = local === null ? `nowhere ${id}` : `${local.parent}/${local.name}`;
    if (places.has(place)) broken.push(`${place} is taken twice`);
    places.add(place);
  }
  failOn(broken, world, log);
}

function hangsWell(world: World, id: ItemId, side: Side): boolean {
  const item = world.get(id);
  let at = item === null ? undefined : facts(item, side)?.parent;
  for (let steps = 0; at !== undefined && at !== world.root; steps++) {
    const above = world.get(at);
    if (steps > 100 || above === null || above.kind !== 'folder' || facts(above, side) === null) return false;
    at = facts(above, side)?.parent;
  }
  return true;
}

function failOn(broken: readonly string[], world: World, log: readonly string[]): void {
  if (broken.length > 0) throw new Error([`Broken: ${broken.join('; ')}`, drawn(world), 'log:', ...log].join('\n'));
}

/** What must hold when an upload mirror has come to rest: every edit made here is at the service, and nothing came here. */
export function checkSent(world: World, log: readonly string[]): void {
  const broken: string[] = [];
  for (const { id, local, base } of world.all()) {
    if (local === null) continue;
    if (base === null) broken.push(`${id} was not sent`);
    else if (base.sha256 !== local.sha256) broken.push(`${id} was edited and not sent`);
  }
  failOn(broken, world, log);
}

/** What must hold when a download mirror has come to rest: every head is here, under its file or beside it. */
export function checkFetched(world: World, log: readonly string[]): void {
  const broken: string[] = [];
  for (const item of world.all()) {
    const { id, kind, local, remote, base } = item;
    if (remote === null || isOnlineOnly(item)) continue;
    if (local === null || base === null) broken.push(`${id} was not fetched`);
    else if (local.parent !== remote.parent && base.parent === local.parent) broken.push(`${id} did not move`);
    else if (
      kind === 'file' &&
      base.version !== world.heads.get(remote.id) &&
      local.sha256 !== world.headContent(remote)
    )
      broken.push(`${id} is not up to date`);
  }
  failOn(broken, world, log);
}

/** What must hold when a two-way mirror has come to rest. */
export function checkRest(world: World, log: readonly string[]): void {
  const broken: string[] = [];
  const contents = { here: new Set<string | null>(), there: new Set<string | null>() };
  for (const item of world.all()) {
    const { id, kind, local, remote, base } = item;
    if (isOnlineOnly(item)) {
      // A person who freed the file finds it at the service, at its present place.
      const content = contentThere(world, item);
      for (const side of [contents.here, contents.there]) side.add(content);
      broken.push(...brokenOnline(item));
      continue;
    }
    if (isFolderOnlyOnline(world, item)) continue;
    if (local === null || remote === null || base === null) {
      broken.push(`${id} is not on both sides`);
      continue;
    }
    if (local.parent !== remote.parent || base.parent !== local.parent) broken.push(`${id} has two places`);
    if (!isSameName(world, local.name, remote.name)) broken.push(`${id} has two names`);
    if (base.localName !== local.name || base.remoteName !== remote.name) broken.push(`${id} has other names agreed`);
    if (kind === 'folder') continue;
    contents.here.add(local.sha256);
    contents.there.add(contentThere(world, item));
    if (local.sha256 !== contentThere(world, item)) broken.push(`${id} has two contents`);
    if (base.sha256 !== local.sha256 || base.version !== world.heads.get(remote.id))
      broken.push(`${id} agrees on another content`);
  }
  for (const content of world.wanted) {
    if (!contents.here.has(content)) broken.push(`${content} is lost here`);
    if (!contents.there.has(content)) broken.push(`${content} is lost there`);
  }
  failOn(broken, world, log);
}

function contentThere(world: World, { remote }: Item): Sha256 | null {
  return remote === null ? null : world.headContent(remote);
}

function brokenOnline({ id, remote, base }: Item): readonly string[] {
  if (remote === null) return [`${id} is only online and not there`];
  if (base === null || (base.parent === remote.parent && base.remoteName === remote.name)) return [];
  return [`${id} is only online and agreed elsewhere`];
}

/** A folder removed here stays at the service for what is only online in it, and does not come back for that alone. */
function isFolderOnlyOnline(world: World, { id, kind, local, remote, base }: Item): boolean {
  const isRemovedHere = kind === 'folder' && local === null && remote !== null && base !== null;
  return isRemovedHere && world.below(id, 'there').some(isOnlineOnly);
}

function isSameName({ names }: World, local: string, remote: string): boolean {
  const isItsName = isFreeNameOf(local, toLocalName(remote, names), name => keyOn(names, name));
  return isItsName || toRemoteName(local, names) === remote.normalize('NFC');
}
