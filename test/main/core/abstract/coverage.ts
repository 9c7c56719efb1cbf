import {
  FILE_CHANGES,
  LOCAL_FILE_CHANGES,
  fileCell,
  FOLDER_CHANGES,
  isEdit,
  pairOf,
} from '../../../../main/core/plan/case-table.ts';
import type { Cell, Pair } from '../../../../main/core/plan/case-table.ts';
import { contentsOf, outcomesOf } from '../../../../main/core/plan/item-outcomes.ts';
import type { ItemOutcome } from '../../../../main/core/plan/item-outcomes.ts';
import { isAlike } from '../../../../main/core/plan/content-decisions.ts';
import { FOLDER_TABLES, insideOf, situationOf } from '../../../../main/core/plan/folder-decisions.ts';
import type { Inside, Situation } from '../../../../main/core/plan/folder-decisions.ts';
import type { Item, Kind, Tree } from '../../../../main/core/item.ts';
import { nameKey, toLocalName } from '../../../../main/core/names/local-names.ts';
import type { ItemId } from '../../../../shared/ids.ts';
import type { MirrorMode } from '../../../../shared/features/mirrors/model.ts';
import { EXACT_NAMES } from '../../../../main/core/names/volume-names.ts';

const SITUATIONS: readonly Situation[] = [
  'both',
  'new here',
  'kept here',
  'removed there',
  'moved here, removed there',
  'new there',
  'removed here',
  'gone',
  'unknown',
];
const INSIDES: readonly Inside[] = ['empty', 'leaving', 'unknown', 'here', 'there', 'both'];
const KINDS: readonly Kind[] = ['file', 'folder'];

/** Every cell of the policy, by name, the same for each kind of mirror. */
export function allCells(): readonly string[] {
  const cells: string[] = [];
  for (const here of LOCAL_FILE_CHANGES)
    for (const there of FILE_CHANGES) {
      cells.push(pairName('file', { local: here, remote: there, isAlike: false }));
      if (isEdit(here) && isEdit(there)) cells.push(pairName('file', { local: here, remote: there, isAlike: true }));
    }
  for (const here of FOLDER_CHANGES)
    for (const there of FOLDER_CHANGES) cells.push(pairName('folder', { local: here, remote: there, isAlike: false }));
  for (const situation of SITUATIONS)
    for (const inside of INSIDES) cells.push(`a folder, ${situation}, inside: ${inside}`);
  for (const here of ['nothing', ...KINDS])
    for (const there of ['nothing', ...KINDS])
      if (here !== 'nothing' || there !== 'nothing') cells.push(`new: ${here} here, ${there} there`);
  cells.push('new: one file of two, same bytes', 'new: one file of two, other bytes');
  for (const side of ['here', 'there'])
    for (const kind of KINDS)
      for (const other of kind === 'file' ? FILE_CHANGES : FOLDER_CHANGES)
        cells.push(`a ${kind} became another kind ${side}, on the other side: ${other}`);
  return cells;
}

/** Counts the cells that trees come upon, and holds what is decided to what each cell says. */
export class Coverage {
  readonly #counts = new Map<string, number>();
  readonly #mode: MirrorMode;

  constructor(mode: MirrorMode) {
    this.#mode = mode;
  }

  /** How often a cell was reached. */
  count(cell: string): number {
    return this.#counts.get(cell) ?? 0;
  }

  /** How many cells were reached, and which three least often. */
  summary(): string {
    const sorted = [...this.#counts].toSorted(([, one], [, two]) => one - two);
    const rarest = sorted.slice(0, 3).map(([cell, count]) => `${cell} (${count})`);
    return `${sorted.length} of ${allCells().length} cells reached, least often: ${rarest.join('; ')}`;
  }

  observe(tree: Tree): void {
    const outcomes = outcomesOf(tree, this.#mode);
    const children = byFolder(outcomes.values());
    for (const outcome of outcomes.values()) {
      const pair = pairOf(outcome.item);
      if (pair !== null) this.#add(pairName(outcome.item.kind, pair));
      if (outcome.item.kind === 'folder') this.#folder(outcome, children.get(outcome.item.id) ?? []);
      else if (pair !== null) checkFile(outcome, fileCell(this.#mode, pair));
    }
    for (const cell of [...newCells(tree), ...kindCells(tree)]) this.#add(cell);
  }

  #folder(outcome: ItemOutcome, children: readonly ItemOutcome[]): void {
    const [situation, inside] = [situationOf(outcome.item), insideOf(children)];
    this.#add(`a folder, ${situation}, inside: ${inside}`);
    checkDecision(outcome, FOLDER_TABLES[this.#mode][situation][inside]);
  }

  #add(cell: string): void {
    this.#counts.set(cell, this.count(cell) + 1);
  }
}

function byFolder(outcomes: Iterable<ItemOutcome>): ReadonlyMap<ItemId, readonly ItemOutcome[]> {
  const folders = new Map<ItemId, ItemOutcome[]>();
  for (const outcome of outcomes)
    folders.set(outcome.location.parent, [...(folders.get(outcome.location.parent) ?? []), outcome]);
  return folders;
}

function checkFile(outcome: ItemOutcome, { content, name, parent }: Cell): void {
  checkDecision(outcome, content);
  const { base, local, remote } = outcome.item;
  if (base === null || local === null || remote === null) return;
  const sides = { agreed: base, local, remote };
  if (parent !== null && outcome.location.parent !== sides[parent].parent)
    throw new Error(`${outcome.item.id} belongs to ${outcome.location.parent}, its cell says as ${parent}`);
  if (name === 'remote' && outcome.location.remoteName !== remote.name)
    throw new Error(`${outcome.item.id} is to be called ${outcome.location.remoteName}, its cell says ${remote.name}`);
  if (name === 'agreed' && outcome.location.remoteName !== base.remoteName)
    throw new Error(`${outcome.item.id} is renamed to ${outcome.location.remoteName}, its cell says not at all`);
}

function checkDecision({ item, decision }: ItemOutcome, expected: string): void {
  if (decision !== expected) throw new Error(`${item.id} is decided as ${decision}, its cell says ${expected}`);
}

function pairName(kind: Kind, { local: here, remote: there, isAlike: alike }: Pair): string {
  return `a ${kind}, ${here} here, ${there} there${alike && isEdit(here) && isEdit(there) ? ', same bytes' : ''}`;
}

function newCells(tree: Tree): readonly string[] {
  const items = [...tree.items.values()].filter(({ id, base }) => id !== tree.root && base === null);
  const places = new Map<string, { here: Kind | 'nothing'; there: Kind | 'nothing' }>();
  for (const { kind, local, remote } of items) {
    if (local !== null && remote !== null) continue;
    const facts =
      local ?? (remote && { parent: remote.parent, name: toLocalName(remote.name, tree.names ?? EXACT_NAMES) });
    if (facts === null) continue;
    const place = `${facts.parent}/${nameKey(facts.name)}`;
    const known = places.get(place) ?? { here: 'nothing', there: 'nothing' };
    places.set(place, { ...known, [local === null ? 'there' : 'here']: kind });
  }
  const pairs = items.filter(({ kind, local, remote }) => kind === 'file' && local !== null && remote !== null);
  return [
    ...[...places.values()].map(({ here, there }) => `new: ${here} here, ${there} there`),
    ...pairs.map(each => `new: one file of two, ${isAlike(contentsOf(each)) ? 'same' : 'other'} bytes`),
  ];
}

/** Something that went on one side while something of another kind is new in its place. */
function kindCells(tree: Tree): readonly string[] {
  const cells: string[] = [];
  const all = [...tree.items.values()];
  for (const item of all) {
    const pair = pairOf(item);
    if (pair === null) continue;
    const of = `a ${item.kind} became another kind`;
    if (pair.local === 'deleted' && all.some(other => isOther(item, other, 'here')))
      cells.push(`${of} here, on the other side: ${pair.remote}`);
    if (pair.remote === 'deleted' && all.some(other => isOther(item, other, 'there')))
      cells.push(`${of} there, on the other side: ${pair.local}`);
  }
  return cells;
}

function isOther({ kind, base }: Item, other: Item, side: 'here' | 'there'): boolean {
  if (base === null || other.base !== null || other.kind === kind) return false;
  const facts: { readonly parent: ItemId; readonly name: string } | null = side === 'here' ? other.local : other.remote;
  const name = side === 'here' ? base.localName : base.remoteName;
  return facts !== null && facts.parent === base.parent && facts.name === name;
}
