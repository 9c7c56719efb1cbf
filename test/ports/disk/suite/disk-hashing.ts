import { createHash } from 'node:crypto';
import { expect } from 'vitest';

import { ABC, EMPTY, type Trial } from './disk-trial.ts';

/** What hashes must be, and of which files there are none. */
export const hashTrials: readonly Trial[] = [
  [
    'a hash is the SHA-256 of the bytes, of an empty file too',
    async ({ disk, root, person }) => {
      person.write('a.csv', 'abc');
      person.write('empty', '');
      expect((await disk.hash(root, 'a.csv'))?.sha256).toBe(ABC);
      expect((await disk.hash(root, 'empty'))?.sha256).toBe(EMPTY);
      person.mkdir('folder');
      expect(await disk.hash(root, 'folder')).toBeNull();
      expect(await disk.hash(root, 'gone')).toBeNull();
    },
  ],

  [
    'the hash of a large file is that of all its bytes, of two at once too',
    async ({ disk, root, person }) => {
      const texts = ['0123456789abcdef'.repeat(600_000), `${'fedcba98'.repeat(1_100_000)}end`];
      const wanted = texts.map(text => createHash('sha256').update(text).digest('hex'));
      for (const [index, text] of texts.entries()) person.write(`${index}.raw`, text);
      const hashed = await Promise.all(texts.map((_, index) => disk.hash(root, `${index}.raw`)));
      expect(hashed.map(file => file?.sha256)).toEqual(wanted);
    },
  ],

  [
    'each of many small files that are hashed at once has the hash of its own bytes, and one that is gone has none',
    async ({ disk, root, person }) => {
      const texts = Array.from({ length: 64 }, (_, at) => `plate ${at}`);
      for (const [at, text] of texts.entries()) person.write(`${at}.csv`, text);
      person.remove('13.csv');
      const hashed = await Promise.all(texts.map((text, at) => disk.hash(root, `${at}.csv`, text.length)));
      const wanted = texts.map(text => createHash('sha256').update(text).digest('hex'));
      expect(hashed.map(file => file?.sha256)).toEqual(wanted.map((sum, at) => (at === 13 ? undefined : sum)));
    },
  ],
];
