import { expect, test } from 'vitest';

import { outcomesOf } from '../../../../main/core/plan/item-outcomes.ts';
import type { Item } from '../../../../main/core/item.ts';
import { numberingOf } from '../../../../main/core/plan/name-numbers.ts';
import { plan } from '../../../../main/core/plan/plan.ts';
import type { Rules } from '../../../../main/core/plan/plan.ts';
import { agreedFile, item, localFacts, remoteFacts, treeOf } from '../../../builders/items.ts';

const RULES: Rules = { mode: 'two-way', isBlocked: () => false, isUnseen: () => false };

/** A file both sides have, called `name` here and `there` at the service, made there in a second of one minute. */
function twin(
  number: number,
  name: string,
  { there = 'd.csv', second = number }: { there?: string; second?: number } = {},
): Item {
  const { local, remote, base, ...rest } = agreedFile(number, name);
  const createdAt = `2026-11-20T14:03:${String(second).padStart(2, '0')}Z`;
  return {
    ...rest,
    local,
    remote: remote && { ...remote, name: there, createdAt },
    base: base && { ...base, remoteName: there },
  };
}

function namesOf(...items: readonly Item[]): unknown {
  const { names } = numberingOf(outcomesOf(treeOf(...items), 'two-way'), { mode: 'two-way', keepsName: () => false });
  return Object.fromEntries([...names].toSorted(([a], [b]) => a - b));
}

const moves = (items: readonly Item[], rules: Partial<Rules> = {}): unknown =>
  plan(treeOf(...items), { ...RULES, ...rules }).map(
    operation => 'to' in operation && [operation.item, operation.to.name],
  );

test('the oldest by the time of the service has the plain name, whoever has it here', () => {
  // The older one has the higher id, so that its age alone decides.
  const items = [twin(2, 'd.csv', { second: 2 }), twin(3, 'd (2).csv', { second: 1 })];
  expect(namesOf(...items)).toEqual({ 2: 'd (2).csv', 3: 'd.csv' });
  expect(namesOf(...items.toReversed())).toEqual({ 2: 'd (2).csv', 3: 'd.csv' });
});

test('of things made in one moment the lower id is the first, and what has no time comes last', () => {
  expect(namesOf(twin(3, 'd (2).csv', { second: 1 }), twin(2, 'd.csv', { second: 1 }))).toEqual({
    2: 'd.csv',
    3: 'd (2).csv',
  });
  const untimed = twin(2, 'd.csv');
  const noTime = { ...untimed, remote: untimed.remote && { ...untimed.remote, createdAt: '' } };
  expect(namesOf(noTime, twin(3, 'd (2).csv'))).toEqual({ 2: 'd (2).csv', 3: 'd.csv' });
});

test('a number leaves out the names that others have by their own right', () => {
  const items = [twin(2, 'd.csv'), twin(3, 'd (3).csv'), twin(4, 'd (2).csv', { there: 'd (2).csv' })];
  expect(namesOf(...items)).toEqual({ 2: 'd.csv', 3: 'd (3).csv', 4: 'd (2).csv' });
});

test('while no list has told the age of one of them, each keeps its name', () => {
  const [one, other] = [twin(2, 'd (2).csv', { second: 1 }), agreedFile(3, 'd.csv')];
  expect(moves([one, other])).toEqual([]);
});

test('a number goes when its twin is gone, without anything at the service', () => {
  expect(plan(treeOf(twin(2, 'd (2).csv')), RULES)).toEqual([
    { kind: 'move-local', item: 2, to: { parent: 1, name: 'd.csv' }, isDetour: false, isRenumbered: true },
  ]);
  expect(moves([twin(2, 'd (2).csv')], { mode: 'download' })).toEqual([[2, 'd.csv']]);
  expect(moves([twin(2, 'd (2).csv')], { mode: 'upload' })).toEqual([]);
});

test('a number stays while something that is only here has the name, or the item is not to be touched', () => {
  const own = item(9, { local: localFacts({ name: 'd.csv', content: 'own' }) });
  expect(moves([twin(2, 'd (2).csv'), own])).toEqual([[9, 'd.csv']]);
  expect(moves([twin(2, 'd (2).csv')], { isBlocked: () => true })).toEqual([]);
  expect(moves([twin(2, 'd (2).csv')], { keepsName: () => true })).toEqual([]);
});

test('who waits for one that keeps its name keeps its own, however long the row is', () => {
  const row = [twin(2, 'd (2).csv'), twin(3, 'd (3).csv'), twin(4, 'd (4).csv')];
  expect(moves(row)).toEqual([[2, 'd.csv']]);
  expect(moves(row, { keepsName: id => id === row[0]?.id })).toEqual([]);
});

test('a rename by a person is sent, and no number is put in its place', () => {
  const renamed = twin(2, 'd (2).csv');
  const local = renamed.local && { ...renamed.local, name: 'own name.csv' };
  expect(plan(treeOf({ ...renamed, local }), RULES)).toEqual([
    { kind: 'move-remote', item: 2, to: { parent: 1, name: 'own name.csv' } },
  ]);
});

test('a file that only a list has shown moves no other, and comes under the name that is left', () => {
  const shown = { ...remoteFacts({ name: 'd.csv', id: 'remote 1' }), createdAt: '2026-11-20T14:00:00Z' };
  expect(moves([twin(2, 'd.csv'), item(3, { remote: shown })])).toEqual([[3, 'd (2).csv']]);
});

test('two that have each other’s names change them by a step aside', () => {
  const items = [twin(2, 'd (2).csv', { second: 1 }), twin(3, 'd.csv', { second: 2 })];
  const [step, ...others] = plan(treeOf(...items), RULES);
  expect(others).toEqual([]);
  expect(step).toMatchObject({ kind: 'move-local', isDetour: true, isRenumbered: true });
});

test('what is only online keeps its number for the others', () => {
  const freed = {
    ...twin(2, 'd.csv', { second: 1 }),
    local: null,
    localPresence: 'absent',
    isDehydrated: true,
  } as const;
  expect(moves([freed, twin(3, 'd (2).csv', { second: 2 })])).toEqual([]);
});

test('a form of its name that a person gave it here is no number', () => {
  const own = twin(2, 'tab\there', { there: 'tab\there' });
  expect(moves([own])).toEqual([]);
});
