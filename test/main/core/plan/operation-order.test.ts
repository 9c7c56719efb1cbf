import { expect, test } from 'vitest';

import { outcomesOf } from '../../../../main/core/plan/item-outcomes.ts';
import type { Operation } from '../../../../main/core/plan/operation.ts';
import { atOnce, inOrder, phaseOf } from '../../../../main/core/plan/operation-order.ts';
import { plan } from '../../../../main/core/plan/plan.ts';
import {
  agreedFile,
  agreedFolder,
  item,
  itemId,
  localFacts,
  remoteFacts,
  ROOT,
  treeOf,
} from '../../../builders/items.ts';

const TREE = treeOf(
  agreedFolder(2, 'outer'),
  agreedFolder(3, 'inner', itemId(2)),
  agreedFile(4, 'a.csv', itemId(3)),
  agreedFile(5, 'b.csv'),
);

function ordered(...operations: readonly Operation[]): readonly string[] {
  const outcomes = outcomesOf(TREE, 'two-way');
  return inOrder(TREE, outcomes, operations).map(({ kind, item: id }) => `${kind} ${id}`);
}

const TO = { parent: ROOT, name: 'x' };

test('records come first, then places, then content, and removals last', () => {
  expect(
    ordered(
      { kind: 'delete-local', item: itemId(5) },
      { kind: 'download', item: itemId(5), to: TO },
      { kind: 'move-remote', item: itemId(5), to: TO },
      { kind: 'agree', item: itemId(5) },
    ),
  ).toEqual(['agree 5', 'move-remote 5', 'download 5', 'delete-local 5']);
});

test('places go from the root downwards, removals from the leaves upwards', () => {
  const ids = [3, 4, 2].map(itemId);
  expect(ordered(...ids.map(id => ({ kind: 'move-local', item: id, to: TO, isDetour: false }) as const))).toEqual([
    'move-local 2',
    'move-local 3',
    'move-local 4',
  ]);
  expect(ordered(...ids.map(id => ({ kind: 'delete-local', item: id }) as const))).toEqual([
    'delete-local 4',
    'delete-local 3',
    'delete-local 2',
  ]);
});

test('what cannot be told apart goes by number, so that a plan is always the same', () => {
  const forgets = [4, 5].map(id => ({ kind: 'agree', item: itemId(id) }) as const);
  expect(ordered(...forgets.toReversed())).toEqual(ordered(...forgets));
});

test('folders that are beside one another are made at once, and nothing else is', () => {
  const make = (id: number, parent = ROOT): Operation => {
    return { kind: 'create-folder-remote', item: itemId(id), to: { parent, name: `n${id}` } };
  };
  const move: Operation = { kind: 'move-remote', item: itemId(5), to: TO };
  const here: Operation = { kind: 'create-folder-local', item: itemId(9), to: TO };
  const groups = [...atOnce([move, make(2), make(3), make(4, itemId(2)), make(6, itemId(3)), move, here, make(7)])];
  expect(groups.map(group => group.map(({ item: id }) => id))).toEqual([[5], [2, 3], [4, 6], [5], [9], [7]]);
});

test('joining two new things is planned alone, because it changes what the rest means', () => {
  const here = item(7, { kind: 'folder', local: localFacts({ name: 'new' }) });
  const inside = item(8, { local: localFacts({ name: 'a.csv', parent: itemId(7), content: 'c' }) });
  const there = item(9, { kind: 'folder', remote: remoteFacts({ name: 'new', id: 'f' }) });
  const operations = plan(treeOf(here, inside, there), {
    mode: 'two-way',
    isBlocked: () => false,
    isUnseen: () => false,
  });
  expect(operations).toEqual([{ kind: 'join', item: 7, remoteItem: 9 }]);
  expect(operations.map(phaseOf)).toEqual([0]);
});

test('five thousand files renumbered at the service are planned in good time, and nobody steps aside without need', () => {
  const count = 5000;
  const files = Array.from({ length: count }, (_, index) => {
    const file = agreedFile(index + 2, `${index}.csv`);
    return { ...file, remote: file.remote && { ...file.remote, name: `${index + 1}.csv` } };
  });
  const begun = performance.now();
  const operations = plan(treeOf(...files), { mode: 'two-way', isBlocked: () => false, isUnseen: () => false });
  expect(operations).toEqual([
    { kind: 'move-local', item: count + 1, to: { parent: ROOT, name: `${count}.csv` }, isDetour: false },
  ]);
  expect(performance.now() - begun).toBeLessThan(5000);
});
