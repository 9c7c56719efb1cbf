import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  cutToBytes,
  detourName,
  freeName,
  stripDetour,
  isDetourOf,
  isFreeNameOf,
  nameKey,
  shortenedStem,
  splitExtension,
  toLocalName,
  toRemoteName,
} from '../../../../main/core/names/local-names.ts';
import { freshSeed, runs } from '../../../setup/run/effort.ts';
import { EXACT_NAMES, WINDOWS_NAMES } from '../../../../main/core/names/volume-names.ts';
import { toWindowsName } from '../../../../main/core/names/windows-names.ts';

const SEED = freshSeed();
const OPTIONS = { numRuns: runs(2000), seed: SEED };
const LOOK_ALIKES =
  /[\u2024\u2423\ufe56\ufe61\ufe64\ufe65\ua789\uff02\uff21-\uffe8\u2215\u29f5\u2400-\u2421\u2028-\u202e\u2066-\u2069]/u;

/** The kinds of volume that there are. */
const anyVolume = fc.constantFrom(
  EXACT_NAMES,
  WINDOWS_NAMES,
  { foldsCase: true, refusesWindowsNames: false },
  { foldsCase: false, refusesWindowsNames: true },
);

/** Any text at all, also halves of surrogate pairs and what file systems and shells stumble over. */
const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        '/',
        '\\',
        '.',
        '..',
        '\0',
        '\n',
        '\x7f',
        ' ',
        'a',
        '\ud800',
        '😀',
        'é',
        'CON',
        '-',
        ':',
        '?',
        '"',
        ' .',
        'nul.txt',
        'Com1',
      ),
      {
        maxLength: 90,
      },
    )
    .map(parts => parts.join('')),
);

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

test(`a name from the service is always exactly one safe path segment here (seed ${SEED}) [S30]`, () => {
  fc.assert(
    fc.property(anyName, anyVolume, (remote, volume) => {
      const name = toLocalName(remote, volume);
      expect(volume.refusesWindowsNames ? toWindowsName(name) : name).toBe(name);
      expect(name).not.toMatch(/[/\\\u2028-\u202e\u2066-\u2069]|\p{Cc}/u);
      expect(['', '.', '..']).not.toContain(name);
      expect(bytes(name)).toBeLessThanOrEqual(255);
      expect(Buffer.from(name).toString()).toBe(name);
    }),
    OPTIONS,
  );
});

test(`a name from the service comes back as it was, but for what no disk holds (seed ${SEED})`, () => {
  const plain = anyName.filter(
    name =>
      !/\p{Cc}|\p{Surrogate}/u.test(name) &&
      !LOOK_ALIKES.test(name) &&
      bytes(toLocalName(name, WINDOWS_NAMES)) < 250 &&
      bytes(name) < 250 &&
      !['', '.', '..'].includes(name),
  );
  fc.assert(
    fc.property(plain, anyVolume, (name, volume) => {
      expect(toRemoteName(toLocalName(name, volume), volume)).toBe(name.normalize('NFC'));
    }),
    OPTIONS,
  );
});

test(`mapping a name twice changes nothing more (seed ${SEED})`, () => {
  fc.assert(
    fc.property(anyName, anyVolume, (name, volume) => {
      const local = toLocalName(name, volume);
      expect(toLocalName(local, volume)).toBe(local);
    }),
    OPTIONS,
  );
});

test(`a free name is free, fits a disk and is recognised as made from the wanted one (seed ${SEED})`, () => {
  fc.assert(
    fc.property(anyName, fc.integer({ min: 0, max: 12 }), (wanted, count) => {
      const name = toLocalName(wanted, EXACT_NAMES);
      const taken = new Set<string>();
      for (let number = 0; number < count; number++) taken.add(nameKey(freeName(name, key => taken.has(key))));
      expect(taken.size).toBe(count);
      const free = freeName(name, key => taken.has(key));
      expect(taken.has(nameKey(free))).toBe(false);
      expect(bytes(free)).toBeLessThanOrEqual(255);
      expect(isFreeNameOf(free, name)).toBe(true);
    }),
    OPTIONS,
  );
});

test(`the name for stepping aside fits a disk and leads home (seed ${SEED})`, () => {
  fc.assert(
    fc.property(anyName, fc.integer({ min: 1, max: 1e9 }), (wanted, item) => {
      const name = toLocalName(wanted, EXACT_NAMES);
      const taken = new Set<string>();
      for (let times = 0; times < 3; times++) {
        const aside = detourName(name, item, each => taken.has(nameKey(each)));
        expect(bytes(aside)).toBeLessThanOrEqual(255);
        expect(name.startsWith(stripDetour(aside, item))).toBe(true);
        expect(isDetourOf(aside, name, item)).toBe(true);
        expect(stripDetour(aside, item + 1)).toBe(aside);
        taken.add(nameKey(aside));
      }
      expect(taken.size).toBe(3);
    }),
    OPTIONS,
  );
});

test.each([
  ['', '_'],
  ['.', '\u2024'],
  ['..', '\u2024\u2024'],
  ['...', '...'],
  ['../../etc/passwd', '..\u2215..\u2215etc\u2215passwd'],
  ['C:\\Windows', 'C:\u29f5Windows'],
  ['a\0b', 'a\u2400b'],
  ['tab\there', 'tab\u2409here'],
  ['invoice\u202efdp.exe', 'invoice\u2426fdp.exe'],
  ['a\u2066b\u2069', 'a\u2426b\u2426'],
  ['two\u2028lines', 'two\u2426lines'],
  ['\u009b31mred', '\u242631mred'],
  ['\u05d0\u200f.csv', '\u05d0\u200f.csv'],
  ['plate 7.csv', 'plate 7.csv'],
])('%j from the service is %j here [S30]', (remote, local) => {
  expect(toLocalName(remote, EXACT_NAMES)).toBe(local);
});

test('a long name keeps its extension', () => {
  expect(toLocalName(`${'x'.repeat(300)}.csv`, EXACT_NAMES)).toBe(`${'x'.repeat(251)}.csv`);
  expect(toLocalName('é'.repeat(200), EXACT_NAMES)).toBe('é'.repeat(127));
});

test('a name of a million characters is cut like any other', () => {
  expect(toLocalName(`${'/'.repeat(1_000_000)}.csv`, EXACT_NAMES)).toBe(`${'\u2215'.repeat(83)}.csv`);
});

test('an endless ending is a part of the name, so that a number still fits', () => {
  const name = `a.${'x'.repeat(253)}`;
  expect(splitExtension(name)).toEqual([name, '']);
  expect(freeName(name, key => key === name)).toBe(`a.${'x'.repeat(249)} (2)`);
});

test.each([
  ['plate 7.csv', ['plate 7', '.csv']],
  ['archive.tar.gz', ['archive.tar', '.gz']],
  ['.hidden', ['.hidden', '']],
  ['README', ['README', '']],
  ['odd.', ['odd', '.']],
])('%j is split into %j', (name, parts) => {
  expect(splitExtension(name)).toEqual(parts);
});

test('a name is cut between characters, never inside of one', () => {
  expect(cutToBytes('😀😀', 7)).toBe('😀');
  expect(shortenedStem('😀'.repeat(80), '.csv')).toBe(`${'😀'.repeat(62)}.csv`);
});

test('a name is only taken for a numbered one when stem and extension fit', () => {
  expect(isFreeNameOf('a (2).csv', 'a.csv')).toBe(true);
  expect(isFreeNameOf('a (2).txt', 'a.csv')).toBe(false);
  expect(isFreeNameOf('b (2).csv', 'a.csv')).toBe(false);
  expect(isFreeNameOf('cafe\u0301', 'caf\u00e9')).toBe(true);
});

test.each([
  ['y.csv', ['y.csv', 'y (2).csv', 'y (3).csv']],
  ['y (2).csv', ['y (2).csv', 'y (3).csv', 'y (4).csv']],
  ['y (2) (3).csv', ['y (2) (3).csv', 'y (2).csv', 'y (3).csv']],
  ['Run 7 (4)', ['Run 7 (4)', 'Run 7 (2)', 'Run 7 (3)']],
  ['results (2024).csv', ['results (2024).csv', 'results (2024) (2).csv', 'results (2024) (3).csv']],
  ['(2)', ['(2)', '(2) (2)', '(2) (3)']],
])('namesakes of %j are %j', (name, names) => {
  const taken = new Set<string>();
  for (const expected of names) {
    expect(freeName(name, key => taken.has(key))).toBe(expected);
    expect(isFreeNameOf(expected, name)).toBe(true);
    taken.add(nameKey(expected));
  }
});

test('a number behind a number, which earlier versions gave, is known as that', () => {
  expect(isFreeNameOf('y (2) (3).csv', 'y (2).csv')).toBe(true);
});
