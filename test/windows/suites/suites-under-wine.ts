import { beforeAll, describe, expect, test } from 'vitest';

import { note } from '../../setup/note.ts';
import { HAS_WINDOWS } from '../mixed-lab.ts';
import { NOT_UNDER_WINE, type NotUnderWine, type SuiteFolder } from '../not-under-wine.ts';
import { type Ended, vitestUnderWine } from '../run-under-wine.ts';

/** Two minutes on two quiet cores; Wine's server is slow where others are busy. */
const LONGEST_MS = 20 * 60_000;

const isListed = ({ file, sentence }: Ended, listed: NotUnderWine): boolean =>
  file.startsWith(listed.file) && listed.sentences.some(each => sentence.includes(each));

/** One row for each sentence. */
function rowsOf(table: readonly NotUnderWine[]): readonly NotUnderWine[] {
  return table.flatMap(row => row.sentences.map(sentence => ({ ...row, sentences: [sentence] })));
}

/**
 * Runs the suites of some folders once more in Node for Windows, in a Windows of their own, and compares what failed with
 * the table of what Wine cannot do. Each caller is a file of tests, so that two Windowses use two processors.
 *
 * @param folders - `test/windows/suites/vitest.config.ts` includes each of them
 */
export function describeSuitesUnderWine(folders: readonly SuiteFolder[]): void {
  const table = NOT_UNDER_WINE.filter(({ file }) => folders.some(folder => file.startsWith(folder)));

  describe.runIf(HAS_WINDOWS)(`the suites of ${folders.join(', ')} in Node for Windows`, () => {
    let tests: readonly Ended[];
    const notRun = rowsOf(table.filter(({ isNotRun }) => isNotRun === true));
    const leftOut = (): readonly Ended[] =>
      tests.filter(each => each.status === 'skipped' && notRun.some(row => isListed(each, row)));

    beforeAll(async () => {
      const ran = await vitestUnderWine(['--config', 'test/windows/suites/vitest.config.ts', ...folders]);
      tests = ran.tests;
      const having = (status: Ended['status']): number => tests.filter(each => each.status === status).length;
      const left = leftOut().length;
      note(
        `Under Wine, ${folders.join(', ')}: ${having('passed')} passed, ${having('skipped') - left} are for other systems, ` +
          `${left} are not run, ${having('failed')} cannot pass there (${table.length} rows of the table).`,
      );
    }, LONGEST_MS);

    test('every test passes but for those that Wine cannot', () => {
      const failed = tests.filter(each => each.status === 'failed');
      const unexpected = failed.filter(each => !table.some(listed => isListed(each, listed)));
      expect(unexpected.map(({ file, sentence, message }) => `${file} > ${sentence}\n${message}`)).toEqual([]);
    });

    test('the table of what Wine cannot names tests that fail there', () => {
      const failed = tests.filter(each => each.status === 'failed');
      const always = table.filter(({ isSometimes, isNotRun }) => isSometimes !== true && isNotRun !== true);
      expect(rowsOf(always).filter(row => !failed.some(each => isListed(each, row)))).toEqual([]);
    });

    test('each row that says so names tests that are not run there', () => {
      expect(notRun.filter(row => !leftOut().some(each => isListed(each, row)))).toEqual([]);
    });

    test('each folder has its tests there, and no test of another folder runs', () => {
      const passed = tests.filter(each => each.status === 'passed').map(({ file }) => file);
      const counts = folders.map(folder => passed.filter(file => file.startsWith(folder)).length);
      expect(Math.min(...counts)).toBeGreaterThan(3);
      expect(passed.length).toBeGreaterThan(200);
      expect(passed.filter(file => !folders.some(folder => file.startsWith(folder)))).toEqual([]);
    });
  });
}
