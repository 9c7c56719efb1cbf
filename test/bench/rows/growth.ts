import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { openDatabase } from '../../../main/journal/database.ts';
import { journalOn } from '../../../main/journal/journal.ts';
import { finding, median } from '../findings.ts';
import type { Finding } from '../findings.ts';
import { makeItems } from '../made-journal.ts';
import type { Ground, Row } from '../row.ts';
import { questions } from './journal.ts';
import { searchesAmong } from './search.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const FEW = [500, 1000, 2000];

/**
 * How costs grow with the number of files: the slope in logarithms, 1 where ten times as many files cost ten times as
 * much, 0 where they cost the same. Journals and indexes are made directly; looks, memory and processor time of whole
 * daemons are rows of their own (`g1`, `g14`, `g14m`, `rest`).
 */
export const growth: Row = {
  name: 'growth',
  what: 'how the journal and the search for names grow from 10,000 over 100,000 to 1,000,000 files',
  isLong: true,
  measure: async ground => {
    const sizes = ground.isQuick ? FEW : SIZES;
    const tables = sizes.map(files => {
      ground.say(`${files} files`);
      return costsOf(ground, files);
    });
    return [...(tables[0]?.keys() ?? [])].map(what => {
      const costs = tables.map(table => table.get(what) ?? 0);
      const notes = [sizes.map((files, at) => `${files}: ${(costs[at] ?? 0).toPrecision(3)}`).join(', ')];
      return exponent(what, costs, notes);
    });
  },
};

function costsOf(ground: Ground, files: number): ReadonlyMap<string, number> {
  const folder = join(ground.folder, String(files));
  mkdirSync(folder);
  const path = join(folder, 'journal.db');
  const mirror = makeItems(path, { files, folders: files / 20 });
  const began = performance.now();
  const db = openDatabase(path, { isKnownWhole: true });
  const openMs = performance.now() - began;
  try {
    const answers = questions(journalOn(db), mirror, ground.rounds);
    return new Map([
      ['size of the journal, MB', statSync(path).size / 1024 / 1024],
      ['opening it, ms', openMs],
      ...answers.flatMap(one => ('ours' in one ? [[`${one.what}, ms`, one.ours.median] as const] : [])),
      ['95 % of searches for a name, ms', median(searchesAmong({ ...ground, folder }, files).ours)],
    ]);
  } finally {
    db.close();
  }
}

/** The slope over all sizes, from the first to the last. */
function exponent(what: string, costs: readonly number[], notes: readonly string[]): Finding {
  const [first = 1, last = 1] = [costs[0], costs.at(-1)];
  const slope = Math.log10(last / first) / (costs.length - 1);
  return finding({ what, unit: 'exponent', ours: [slope], notes });
}
