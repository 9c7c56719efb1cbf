import { beforeAll, describe, expect, test } from 'vitest';

import { note } from '../setup/note.ts';
import { HAS_WINDOWS } from './mixed-lab.ts';
import { FILES_NOT_UNDER_WINE, NOT_UNDER_WINE, type NotUnderWine } from './not-under-wine.ts';
import { type Ended, vitestUnderWine } from './run-under-wine.ts';

// Suites that run on Linux with every test, once more in Node for Windows: the core, the journal, and the real disk,
// watcher, lock, named pipe, HTTP and key store. What Wine cannot do is in the table of `not-under-wine.ts`.

/** Two minutes on two quiet cores; Wine's server is slow where others are busy. */
const LONGEST_MS = 20 * 60_000;

const isListed = ({ file, sentence }: Ended, listed: NotUnderWine): boolean =>
  file.startsWith(listed.file) && listed.sentences.some(each => sentence.includes(each));

describe.runIf(HAS_WINDOWS)('the suites of core, journal and ports, in Node for Windows', () => {
  let tests: readonly Ended[];

  beforeAll(async () => {
    tests = (await vitestUnderWine(['--config', 'test/windows/suites/vitest.config.ts'])).tests;
    const having = (status: Ended['status']): number => tests.filter(each => each.status === status).length;
    note(
      `Under Wine: ${having('passed')} passed, ${having('skipped')} are for other systems, ${having('failed')} cannot pass there ` +
        `(${NOT_UNDER_WINE.length} rows of the table), ${FILES_NOT_UNDER_WINE.length} files are not run.`,
    );
  }, LONGEST_MS);

  test('every test passes but for those that Wine cannot', () => {
    const failed = tests.filter(each => each.status === 'failed');
    const unexpected = failed.filter(each => !NOT_UNDER_WINE.some(listed => isListed(each, listed)));
    expect(unexpected.map(({ file, sentence, message }) => `${file} > ${sentence}\n${message}`)).toEqual([]);
  });

  test('the table of what Wine cannot names tests that fail there', () => {
    const failed = tests.filter(each => each.status === 'failed');
    const always = NOT_UNDER_WINE.filter(({ isSometimes }) => isSometimes !== true);
    const rows = always.flatMap(({ file, sentences, why }) =>
      sentences.map(each => ({ file, sentences: [each], why })),
    );
    expect(rows.filter(row => !failed.some(each => isListed(each, row)))).toEqual([]);
  });

  test('the core, the journal and the ports are all there', () => {
    const passed = tests.filter(each => each.status === 'passed').map(({ file }) => file);
    const counts = ['test/main/core/', 'test/main/journal/', 'test/ports/'].map(
      folder => passed.filter(file => file.startsWith(folder)).length,
    );
    expect(Math.min(...counts)).toBeGreaterThan(30);
  });
});
