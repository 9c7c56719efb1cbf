import Database from 'better-sqlite3';
import { afterEach, expect, test, vi } from 'vitest';

import { bytes } from '../lab/altered-answers.ts';
import { QuietLab } from '../lab/quiet-lab.ts';

/** Too many for a mirror of which everything is read at once. */
const FILES = 800;
/** Of the journal, for each of many small files, with its share of what is asked for all of them. */
const MOST = 6;
/** A statement that runs so often a file belongs to the single file, not to all of them. */
const OFTEN = 0.2;
/** How often a file something may be made durable; two records of each of 16 files that travel side by side. */
const MOST_FLUSHES = 0.2;
/** A folder has 200 files. */
const MOST_ROWS = 10;

const NAMES = Array.from({ length: FILES }, (_, at) => `run ${at % 4}/plate ${at}.csv`);

afterEach(() => vi.restoreAllMocks());

interface Asked {
  /** Statements a file. */
  readonly all: number;
  /** How often a file something is made durable, each of which waits for the disk. */
  readonly flushes: number;
  /** Those that run most, with how often a file. */
  readonly most: Readonly<Record<string, number>>;
  /** Those that read more for each file the more files there are, with what they read. */
  readonly growing: Readonly<Record<string, string>>;
}

interface Counted {
  readonly database: Database.Database;
  count: number;
  /** Returned, over all runs. */
  rows: number;
}

/** What SQLite is asked while something happens. */
async function statementsAFile(work: () => Promise<unknown>): Promise<Asked> {
  const asked = new Map<string, Counted>();
  const statement = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1')) as Database.Statement;
  const flushes = new Flushes(statement.get);
  for (const method of ['run', 'get', 'all'] as const) {
    const original = statement[method];
    vi.spyOn(statement, method).mockImplementation(function (this: Database.Statement, ...values: unknown[]) {
      const known = asked.get(this.source) ?? { database: this.database, count: 0, rows: 0 };
      asked.set(this.source, known);
      known.count += 1;
      const result: unknown = original.apply(this, values);
      if (Array.isArray(result)) known.rows += result.length;
      flushes.note(this.database);
      return result as never;
    });
  }
  await work();
  vi.restoreAllMocks();
  const perFile = [...asked].map(([text, { count }]): [string, number] => [text, count / FILES]);
  return {
    all: perFile.reduce((sum, [, count]) => sum + count, 0),
    flushes: flushes.count / FILES,
    most: Object.fromEntries(perFile.filter(([, count]) => count > 0.05)),
    growing: Object.fromEntries([...asked].flatMap(([text, counted]) => growthOf(text, counted) ?? [])),
  };
}

/** A change is made durable as soon as no transaction is open any more. */
class Flushes {
  count = 0;
  readonly #get: Database.Statement['get'];
  readonly #changes = new WeakMap<Database.Database, number>();

  /** @param get that of a statement, not counted itself. */
  constructor(get: Database.Statement['get']) {
    this.#get = get;
  }

  note(database: Database.Database): void {
    if (database.inTransaction) return;
    const changes = Number(this.#get.call(database.prepare('SELECT total_changes()').pluck()));
    if (changes > (this.#changes.get(database) ?? 0)) this.count += 1;
    this.#changes.set(database, changes);
  }
}

/** A statement that each file runs for itself must neither go through a table nor return everything beside the file. */
function growthOf(text: string, { database, count, rows }: Counted): readonly [[string, string]] | null {
  if (count < FILES * OFTEN) return null;
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${text}`);
  // The plan does not depend on the values.
  const values = Array.from({ length: text.split('?').length - 1 }, () => null);
  const steps = (plan.all(...values) as { detail: string }[]).map(({ detail }) => detail);
  // Lists in parameters are virtual tables, and read whole.
  const scans = steps.filter(step => /^SCAN (?!.*(VIRTUAL TABLE|CONSTANT ROW))/.test(step));
  const found = rows > FILES * MOST_ROWS ? [...scans, `${rows / FILES} rows a file`] : scans;
  return found.length === 0 ? null : [[text, found.join('; ')]];
}

/** A lab whose service has all the files already. */
function labWithFilesThere(): QuietLab {
  const lab = new QuietLab();
  const there = lab.service.colleague(0);
  const folders = [0, 1, 2, 3].map(at => there.createFolder(lab.root, `run ${at}`));
  NAMES.forEach((name, at) => there.createFile(folders[at % 4] ?? '', name.split('/')[1] ?? '', bytes(name)));
  return lab;
}

test(`each of many small files costs at most ${MOST} statements of the journal to send`, async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, Object.fromEntries(NAMES.map(name => [name, `text of ${name}`])));
  const { all, flushes, most, growing } = await statementsAFile(async () => {
    await lab.sync(ada);
    await lab.sync(ada);
  });
  expect(Object.keys(lab.there())).toHaveLength(FILES);
  expect(all <= MOST ? null : { all, most }).toBeNull();
  expect(flushes).toBeLessThan(MOST_FLUSHES);
  expect(growing).toEqual({});
});

test(`each of many small files costs at most ${MOST} statements of the journal to receive`, async () => {
  const lab = labWithFilesThere();
  const ada = await lab.computer('Ada');
  const { all, flushes, most, growing } = await statementsAFile(async () => {
    await lab.sync(ada);
    await lab.sync(ada);
  });
  expect(Object.keys(ada.texts())).toHaveLength(FILES);
  expect(all <= MOST ? null : { all, most }).toBeNull();
  expect(flushes).toBeLessThan(MOST_FLUSHES);
  expect(growing).toEqual({});
});

test('many edited files share what makes them durable, before they are sent and after', async () => {
  const lab = labWithFilesThere();
  const ada = await lab.computer('Ada');
  await lab.syncTwice(ada);
  lab.save(ada, Object.fromEntries(NAMES.map(name => [name, `edited ${name}`])));
  const { flushes, growing } = await statementsAFile(async () => {
    await lab.sync(ada);
    await lab.sync(ada);
  });
  expect(lab.there()).toEqual(ada.texts());
  expect(flushes).toBeLessThan(MOST_FLUSHES);
  expect(growing).toEqual({});
});

test('linking a file that is on both sides reads no more in a large folder than in a small one', async () => {
  const lab = labWithFilesThere();
  const ada = await lab.computer('Ada');
  lab.save(ada, Object.fromEntries(NAMES.map(name => [name, name])));
  const { flushes, growing } = await statementsAFile(async () => {
    await lab.sync(ada);
    await lab.sync(ada);
  });
  expect(lab.there()).toEqual(ada.texts());
  expect(ada.journal.mirrors.all().map(({ id }) => ada.journal.items.countResting(id))).toEqual([FILES]);
  expect(flushes).toBeLessThan(MOST_FLUSHES);
  expect(growing).toEqual({});
});
