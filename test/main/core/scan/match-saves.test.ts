import { expect, test } from 'vitest';

import { agreedFile, item, localFacts } from '../../../builders/items.ts';
import { file, listing, look, meaning } from '../../../builders/scans.ts';

test('a program that saves by replacing the file edited it', () => {
  const seen = look([listing('', file('a.csv', 9))]);
  expect(meaning([agreedFile(3, 'a.csv')], seen)).toEqual({ found: ['3 1/a.csv'], gone: [], unknown: [] });
});

test('a program that saves through a temporary file, which was seen before, edited the file and the other one is gone', () => {
  const temporary = item(4, { local: localFacts({ name: 'a.new', content: 'content 4', key: 'key 4' }) });
  const seen = look([listing('', file('a.csv', 4))]);
  expect(meaning([agreedFile(3, 'a.csv'), temporary], seen)).toEqual({ found: ['3 1/a.csv'], gone: [4], unknown: [] });
});

test('a file whose place is taken by another one is that file, edited, and the other one is gone from its place', () => {
  const items = [agreedFile(3, 'f.csv'), agreedFile(4, 'g.csv')];
  const seen = look([listing('', file('f.csv', 4))]);
  expect(meaning(items, seen)).toEqual({ found: ['3 1/f.csv'], gone: [4], unknown: [] });
});

test('a file that was set aside as a backup and replaced by another one is that file, and the backup is new', () => {
  const items = [agreedFile(3, 'f.csv'), agreedFile(4, 'f.tmp1')];
  const seen = look([listing('', file('f.csv', 4), file('f.csv~', 3))]);
  expect(meaning(items, seen)).toEqual({ found: ['3 1/f.csv', '-1 1/f.csv~'], gone: [4], unknown: [] });
});

test('a program that keeps the old file as a backup edited it: the new one is the file, the backup is new', () => {
  const seen = look([listing('', file('a.csv', 9), file('a.bak', 3))]);
  expect(meaning([agreedFile(3, 'a.csv')], seen)).toEqual({
    found: ['3 1/a.csv', '-1 1/a.bak'],
    gone: [],
    unknown: [],
  });
});

test('a file that was renamed, and another one put in its place, are the file and a new one', () => {
  const seen = look([listing('', file('a.csv', 9), file('last week.csv', 3))]);
  expect(meaning([agreedFile(3, 'a.csv')], seen)).toEqual({
    found: ['-1 1/a.csv', '3 1/last week.csv'],
    gone: [],
    unknown: [],
  });
});

test('a file moved aside whose old place was taken by a new one is the new one when it is gone [S2]', () => {
  const aside = {
    ...agreedFile(3, 'a.csv'),
    local: localFacts({ name: 'A1B2C3', content: 'content 3', key: 'key 3' }),
  };
  const written = item(4, { local: localFacts({ name: 'a.csv', content: 'content 4', key: 'key 4' }) });
  expect(meaning([aside, written], look([listing('', file('a.csv', 4))]))).toEqual({
    found: ['3 1/a.csv'],
    gone: [4],
    unknown: [],
  });
});
