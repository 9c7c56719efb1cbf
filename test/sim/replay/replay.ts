import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import type { Tree } from '../../../main/core/item.ts';
import { isRemoval } from '../../../main/core/plan/operation.ts';
import type { Operation } from '../../../main/core/plan/operation.ts';
import { plan } from '../../../main/core/plan/plan.ts';
import { createExplainer } from '../../../main/core/plan/explain-item.ts';
import type { Explanation } from '../../../main/core/plan/explain-item.ts';
import { unseenFolders } from '../../../main/remote/observe/refused-folders.ts';
import { gateRemovals } from '../../../main/engine/answers/removal-guard.ts';
import { stuckItems } from '../../../main/engine/context/retry.ts';
import { readSettings } from '../../../main/engine/context/settings.ts';
import { openJournal } from '../../../main/journal/journal.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { Mirror } from '../../../main/journal/records/mirrors.ts';
import type { ItemId } from '../../../shared/ids.ts';
import type { World } from '../../../main/ports/world.ts';
import { comesToRest } from './come-to-rest.ts';
import { lineOf, withoutNames, writeTree } from './tree-file.ts';
import type { Recorded } from './tree-file.ts';

/** How a journal is played again. */
export interface ReplayOptions {
  /** Only this mirror. */
  readonly mirror: string | null;
  /** Also lists what rests. */
  readonly all: boolean;
  /** Where the tree of the mirror becomes a test; null: nowhere. */
  readonly into: string | null;
  /** Names are replaced unless they are wanted as they are. */
  readonly keepNames: boolean;
}

/** Plays a journal again, on a copy. Prints what is planned and why; false when a plan does not come to rest. */
export function replayJournal(path: string, options: ReplayOptions, print: (line: string) => void): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'benchtop-replay-'));
  try {
    const copy = join(folder, 'journal.db');
    copyFileSync(path, copy);
    // What was not brought into the file yet lies beside it.
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
    const journal = openJournal(copy);
    try {
      const mirrors = journal.mirrors.all().filter(({ id }) => options.mirror === null || id === options.mirror);
      if (mirrors.length === 0) print('There is no such mirror in this journal.');
      const now = latestMoment(journal, path);
      return mirrors
        .map(mirror => replayMirror(journal, { mirror, now, from: path }, { ...options, print }))
        .every(Boolean);
    } finally {
      journal.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The moment of the report: the last that the journal knows of, or when its file was written last. */
function latestMoment(journal: Journal, path: string): number {
  const [last] = journal.history.page(null, 1);
  return Math.max(
    last?.at ?? 0,
    ...journal.mirrors.all().map(({ checkedAt }) => checkedAt ?? 0),
    statSync(path).mtimeMs,
  );
}

interface At {
  readonly mirror: Mirror;
  readonly now: number;
  readonly from: string;
}

function replayMirror(
  journal: Journal,
  { mirror, now, from }: At,
  { all, into, keepNames, print }: ReplayOptions & { print: (line: string) => void },
): boolean {
  const tree = journal.items.tree(mirror.id, mirror.rootItem);
  const clock = { now: () => now };
  const blocked = stuckItems({ journal, mirror, world: { clock } as unknown as World }, tree.items);
  const isBlocked = (id: ItemId): boolean => blocked.has(id);
  const rules = { mode: mirror.mode, isBlocked, isUnseen: unseenFolders({ journal }) };
  const operations = plan(tree, rules);
  const settings = readSettings(journal.facts);
  const gated = gateRemovals(operations, { journal, mirror: mirror.id, tree, settings, now });
  const held = new Map(gated.held.map(({ operation, until }) => [operation.item, new Date(until).toISOString()]));
  const guarded = new Set(gated.guarded.map(({ operation }) => operation.item));
  print(
    `${mirror.id} (${mirror.mode}) at ${new Date(now).toISOString()}: ${tree.items.size - 1} items, ${operations.length} steps planned`,
  );
  if (mirror.halted !== null) print(`  halted: ${JSON.stringify(mirror.halted)}`);
  const gate = (operation: Operation): string => {
    if (!isRemoval(operation)) return '';
    return guarded.has(operation.item)
      ? ' (guarded)'
      : held.has(operation.item)
        ? ` (held until ${held.get(operation.item)})`
        : '';
  };
  for (const operation of operations)
    print(`  step: ${lineOf(operation)}${gate(operation)}  ${journal.pathOf(operation.item)}`);
  printCells(journal, { tree, why: createExplainer(tree, rules), all }, print);
  if (into !== null) record(into, { from, tree, mirror, blocked, keepNames }, print);
  return printRest(tree, mirror, print);
}

function printCells(
  journal: Journal,
  { tree, why, all }: { tree: Tree; why: (id: ItemId) => Explanation | null; all: boolean },
  print: (line: string) => void,
): void {
  let resting = 0;
  for (const { id } of tree.items.values()) {
    const explained = why(id);
    if (explained === null) continue;
    const { cell, decision, place, steps, waits } = explained;
    const isMoved = place !== null && [place.name, place.parent].some(whose => whose === 'local' || whose === 'remote');
    const rests = decision === 'rest' && steps.length === 0 && waits === null && !isMoved;
    if (rests) resting += 1;
    if (rests && !all) continue;
    const same = cell.table !== 'folders' && cell.sameBytes ? ', same bytes' : '';
    const names = isMoved ? `, name: ${place.name}, folder: ${place.parent}` : '';
    print(
      `  item ${id}: ${cell.table}: ${cell.row} × ${cell.column}${same} → ${decision}${names}${waits === null ? '' : `, ${waits}`}  ${journal.pathOf(id)}`,
    );
  }
  print(`  ${resting} items rest`);
}

function printRest(tree: Tree, mirror: Mirror, print: (line: string) => void): boolean {
  try {
    print(`  comes to rest after ${comesToRest(tree, mirror.mode).length} steps`);
    return true;
  } catch (error) {
    print(`  DOES NOT COME TO REST: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

interface Recording {
  readonly from: string;
  readonly tree: Tree;
  readonly mirror: Mirror;
  readonly blocked: ReadonlySet<ItemId>;
  readonly keepNames: boolean;
}

/** Writes the tree as a test that only needs a better sentence. */
function record(
  into: string,
  { from, tree, mirror, blocked, keepNames }: Recording,
  print: (line: string) => void,
): void {
  const rules = { mode: mirror.mode, isBlocked: (id: ItemId) => blocked.has(id), isUnseen: () => false };
  const anonymous = keepNames ? tree : withoutNames(tree);
  const kinds = (of: Tree): readonly string[] => plan(of, rules).map(({ kind, item }) => `${kind} ${item}`);
  const isSame = JSON.stringify(kinds(anonymous)) === JSON.stringify(kinds(tree));
  if (!isSame) print('  Without its names this tree is planned otherwise; give --names to record it with them.');
  const recorded: Recorded = {
    about: `what ${basename(from)} of a report shows is planned like this and comes to rest`,
    mode: mirror.mode,
    tree: anonymous,
    blocked,
    plan: plan(anonymous, rules).map(lineOf),
  };
  writeFileSync(into, writeTree(recorded));
  print(`  written: ${into}; say in "about" what it shows`);
}
