import { statSync } from 'node:fs';
import { join } from 'node:path';

import type { SearchQuery } from '../../../main/core/search/search-query.ts';
import { openSearchDb } from '../../../main/search/search-db.ts';
import { SearchIndex } from '../../../main/search/search-index.ts';
import { MIB } from '../../../shared/units.ts';
import { seeded } from '../../service/sample/seeded.ts';
import { finding, quantile } from '../findings.ts';
import type { Ground, Row } from '../row.ts';

const MANY = 1_000_000;
const AT_ONCE = 1000;
const WORDS = (
  'plate well sample read gel blot image mass spectrum growth curve assay buffer primer strain colony protein lysate ' +
  'control treated mouse human yeast batch calibration blank standard raw mean fit'
).split(' ');
const ENDS = ['csv', 'txt', 'tif', 'xlsx', 'pdf'];

/** Names are searched while they are typed. */
export const g15: Row = {
  name: 'g15',
  what: 'offline search for names among 1,000,000, in the engine, 95 % of what people type',
  measure: async ground => {
    const { ours, asked, note } = searchesAmong(ground, ground.isQuick ? 2000 : MANY);
    const what = `${asked} searches, 95 %`;
    return [finding({ what, unit: 'ms', ours, target: { atMost: 10 }, notes: [note] })];
  },
};

/** Makes an index of so many names and searches it as people type, in each round; 95 % of the searches took at most so long. */
export function searchesAmong(
  { folder, rounds }: Pick<Ground, 'folder' | 'rounds'>,
  many: number,
): { readonly ours: readonly number[]; readonly asked: number; readonly note: string } {
  const path = join(folder, `search-${many}.db`);
  const index = new SearchIndex(openSearchDb(path));
  const { next } = seeded(15);
  const below = (most: number): number => Math.floor(next() * most);
  const word = (): string => WORDS[below(WORDS.length)] ?? '';
  try {
    const began = performance.now();
    for (let at = 0; at < many;)
      index.together(() => {
        for (const last = at + AT_ONCE; at < last && at < many; at += 1) {
          const name = `${word()} ${word()} ${at} ${word()}.${ENDS[at % 5] ?? ''}`;
          index.put({ ...FILE, ref: String(at), name, modifiedMs: at });
        }
      });
    const built = (performance.now() - began) / 1000;
    const asked = [
      ...WORDS.flatMap(each => Array.from(each, (_, end) => each.slice(0, end + 1))),
      ...Array.from({ length: 60 }, () => [
        `${word()} ${word().slice(0, 3)}`,
        String(below(many)),
        `${word()} ${below(many)}`,
      ]).flat(),
    ];
    const round = (): number =>
      quantile(
        asked.map(text => timed(index, text)),
        0.95,
      );
    const note = `${many} names, made in ${built.toFixed(0)} s, ${Math.round(statSync(path).size / MIB)} MB`;
    return { ours: Array.from({ length: rounds }, round), asked: asked.length, note };
  } finally {
    index.close();
  }
}

const FILE = { source: 'item', kind: 'file', otherName: null, tags: null } as const;

function timed(index: SearchIndex, text: string): number {
  const query: SearchQuery = {
    words: text.split(' '),
    types: [],
    tags: [],
    folders: [],
    beforeMs: null,
    afterMs: null,
  };
  const began = performance.now();
  index.byName(query);
  return performance.now() - began;
}
