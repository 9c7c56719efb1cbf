import { beforeEach, expect, test } from 'vitest';

import { Commits } from '../../../../main/engine/context/commit-batch.ts';
import type { Journal } from '../../../../main/journal/journal.ts';
import { FakeClock } from '../../../sim/fakes/fake-clock.ts';
import { memoryJournal } from '../../../sim/fakes/memory-journal.ts';

let journal: Journal;
let transactions: number;
let clock: FakeClock;
let commits: Commits;

beforeEach(() => {
  ({ journal } = memoryJournal());
  transactions = 0;
  clock = new FakeClock();
  const transaction = <T>(work: () => T): T => {
    transactions += 1;
    return journal.transaction(work);
  };
  commits = new Commits({ transaction }, clock.portFor());
});

/** A step that has something to record when all others are at work, too. */
const step = <T>(record: () => T): Promise<T> =>
  commits.during(async () => {
    await Promise.resolve();
    return commits.soon(record);
  });
const set = (name: string) => () => journal.facts.set(name, 'recorded');
const at = (name: string): string | null => journal.facts.get(name);

test('a record that nobody else is at work beside is made at once', () => {
  void commits.soon(set('a'));
  expect(at('a')).toBe('recorded');
});

test('records of steps that go on side by side are made in one transaction', async () => {
  await Promise.all(['a', 'b', 'c'].map(name => step(set(name))));
  expect(['a', 'b', 'c'].map(at)).toEqual(['recorded', 'recorded', 'recorded']);
  expect(transactions).toBe(1);
});

test('a record waits only a moment for others that are still at work', async () => {
  void commits.during(() => new Promise(() => undefined));
  const recorded = commits.during(() => commits.soon(set('a')));
  expect(at('a')).toBe(null);
  clock.advance();
  await recorded;
  expect(at('a')).toBe('recorded');
});

test('when the last one that could still come ends without a record, nobody waits for it', async () => {
  let end = (): void => undefined;
  const other = commits.during(() => new Promise<void>(resolve => (end = resolve)));
  const recorded = commits.during(() => commits.soon(set('a')));
  end();
  await Promise.all([other, recorded]);
  expect(at('a')).toBe('recorded');
});

test('a record that fails is undone alone, and its step alone hears of it', async () => {
  const failing = (): void => {
    set('half')();
    throw new Error('no');
  };
  const results = await Promise.allSettled([set('a'), failing, set('b')].map(step));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(['a', 'half', 'b'].map(at)).toEqual(['recorded', null, 'recorded']);
});

test('many records do not wait until all are together', async () => {
  await Promise.all(Array.from({ length: 130 }, (_, index) => step(set(`${index}`))));
  expect(at('129')).toBe('recorded');
  expect(transactions).toBe(3);
});

test('what many steps record alike is recorded by one call, and each gets the answer for its own', async () => {
  const calls: (readonly string[])[] = [];
  const recordOne = commits.gathering((names: readonly string[]) => {
    calls.push(names);
    for (const name of names) set(name)();
    return names.map(name => `${name} is recorded`);
  });
  const one = (name: string): Promise<string> =>
    commits.during(async () => {
      await Promise.resolve();
      return recordOne(name);
    });
  const answers = await Promise.all([one('a'), step(set('beside')), one('b')]);
  expect(answers).toEqual(['a is recorded', undefined, 'b is recorded']);
  expect([calls, transactions, at('beside')]).toEqual([[['a', 'b']], 1, 'recorded']);
  expect(await one('c')).toBe('c is recorded');
  expect(calls).toEqual([['a', 'b'], ['c']]);
});

test('one of many that cannot be recorded is undone alone, whether it fails by itself or among the others', async () => {
  const recordOne = commits.gathering((names: readonly string[]) => {
    for (const name of names) set(name)();
    if (names.includes('bad')) throw new Error('no');
    return names;
  });
  const failing = (): void => {
    throw new Error('no');
  };
  const one = (name: string): Promise<string> => commits.during(() => recordOne(name));
  const results = await Promise.allSettled([one('a'), one('bad'), step(failing), one('b')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(['a', 'bad', 'b'].map(at)).toEqual(['recorded', null, 'recorded']);
});
