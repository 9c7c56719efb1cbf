import Database from 'better-sqlite3';
import { afterEach, expect, test, vi } from 'vitest';

import { bytes } from '../lab/altered-answers.ts';
import { QuietLab } from '../lab/quiet-lab.ts';

/** Too many for a mirror of which everything is read at once. */
const FILES = 800;
/** Of the journal, for each of many small files, with its share of what is asked for all of them. */
const MOST = 6;

const NAMES = Array.from({ length: FILES }, (_, at) => `run ${at % 4}/plate ${at}.csv`);

afterEach(() => vi.restoreAllMocks());

/** How often SQLite is asked while something happens, for each file, and by which texts most. */
async function statementsAFile(work: () => Promise<unknown>): Promise<{ readonly all: number; readonly most: object }> {
  const counts = new Map<string, number>();
  const statement = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1')) as Database.Statement;
  for (const method of ['run', 'get', 'all'] as const) {
    const original = statement[method];
    vi.spyOn(statement, method).mockImplementation(function (this: Database.Statement, ...values: unknown[]) {
      counts.set(this.source, (counts.get(this.source) ?? 0) + 1);
      return original.apply(this, values) as never;
    });
  }
  await work();
  vi.restoreAllMocks();
  const perFile = [...counts].map(([text, count]): [string, number] => [text, count / FILES]);
  const all = perFile.reduce((sum, [, count]) => sum + count, 0);
  return { all, most: Object.fromEntries(perFile.filter(([, count]) => count > 0.05)) };
}

test(`each of many small files costs at most ${MOST} statements of the journal to send`, async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, Object.fromEntries(NAMES.map(name => [name, `text of ${name}`])));
  const { all, most } = await statementsAFile(async () => {
    await lab.sync(ada);
    await lab.sync(ada);
  });
  expect(Object.keys(lab.there())).toHaveLength(FILES);
  expect(all <= MOST ? null : { all, most }).toBeNull();
});

test(`each of many small files costs at most ${MOST} statements of the journal to receive`, async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const there = lab.service.colleague(0);
  const folders = [0, 1, 2, 3].map(at => there.createFolder(lab.root, `run ${at}`));
  NAMES.forEach((name, at) => there.createFile(folders[at % 4] ?? '', name.split('/')[1] ?? '', bytes(name)));
  const { all, most } = await statementsAFile(async () => {
    await lab.sync(ada);
    await lab.sync(ada);
  });
  expect(Object.keys(ada.texts())).toHaveLength(FILES);
  expect(all <= MOST ? null : { all, most }).toBeNull();
});
