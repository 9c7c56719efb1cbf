import { statSync } from 'node:fs';
import { join } from 'node:path';

import { openDatabase } from '../../../main/journal/storage/database.ts';
import { journalOn } from '../../../main/journal/journal.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { Mirror } from '../../../main/journal/records/mirrors.ts';
import { MIGRATIONS } from '../../../main/journal/storage/migrate.ts';
import { requirePresent } from '../../../shared/assert.ts';
import type { ItemId, Sha256 } from '../../../shared/ids.ts';
import { finding } from '../findings.ts';
import type { Finding } from '../findings.ts';
import { makeItems } from '../made-journal.ts';
import type { Row } from '../row.ts';

const MANY = 1_000_000;
const UPSERTS = 100_000;

/** What the journal answers at a million rows. Its rows are made directly, as the journal's own statements leave them. */
export const g16: Row = {
  name: 'g16',
  what: 'the journal with 1,000,000 files in 50,000 folders: what has work, 100,000 upserts, bytes a row, questions at rest',
  measure: async ground => {
    const files = ground.isQuick ? 2000 : MANY;
    const path = join(ground.folder, 'journal.db');
    const began = performance.now();
    const mirror = makeItems(path, { files, folders: files / 20 });
    ground.say(`a journal of ${files} files is made in ${Math.round((performance.now() - began) / 1000)} s`);
    const rows = files + files / 20 + 1;
    const bytes = statSync(path).size / rows;
    const db = openDatabase(path, { isKnownWhole: true });
    try {
      const journal = journalOn(db);
      return [
        ...questions(journal, mirror, ground.rounds),
        upserts(journal, mirror, { rounds: ground.rounds, count: ground.isQuick ? 100 : UPSERTS }),
        finding({ what: 'the file, a row', unit: 'bytes', ours: [bytes], target: { atMost: 400 } }),
        ...newest(db, ground.rounds),
      ];
    } finally {
      db.close();
    }
  },
};

/** Each with an answer that is not remembered: something else of the items was changed before. */
export function questions(journal: Journal, { id, rootItem }: Mirror, rounds: number): readonly Finding[] {
  const { items, listings, missing } = journal;
  const asked: readonly (readonly [what: string, ask: () => unknown])[] = [
    ['what has work', () => items.hasWork(id, rootItem)],
    ['whether anything is unread', () => items.hasUnread(id)],
    ['what is out of sight', () => items.strays(id)],
    ['what is being read at the service', () => items.extractions.underWay(id)],
    ['what is missed', () => missing.of(id, 'remote')],
    ['how many files rest', () => items.countResting(id)],
    ['when folders were listed', () => listings.statesOf(id)],
  ];
  return asked.map(([what, ask], index) => {
    const ours = Array.from({ length: rounds }, () => {
      items.setWritten(rootItem, Math.round(performance.now()));
      const began = performance.now();
      ask();
      return performance.now() - began;
    });
    return finding({ what, unit: 'ms', ours, ...(index === 0 ? { target: { atMost: 1 } } : {}) });
  });
}

/** Files of which another content was seen, in one transaction. */
function upserts(journal: Journal, mirror: Mirror, { rounds, count }: { rounds: number; count: number }): Finding {
  const files = journal.items.pageAfter(mirror.rootItem + count, count).filter(({ kind }) => kind === 'file');
  const ours = Array.from({ length: rounds }, (_, round) => {
    const began = process.cpuUsage();
    journal.transaction(() => {
      for (const { id, local } of files) {
        const facts = requirePresent(local, 'what is here');
        const sha256 = id.toString(16).padStart(63, '0') + String(round % 10);
        journal.items.setLocal(id as ItemId, 'present', {
          ...facts,
          fingerprint: `${facts.fingerprint}${round}`,
          sha256: sha256 as Sha256,
        });
      }
    });
    const { user, system } = process.cpuUsage(began);
    return ((user + system) / 1000) * (count / files.length);
  });
  const notes = ['processor time: the disk is shared with others'];
  return finding({
    what: `${count} files of which another content is recorded`,
    unit: 'ms',
    ours,
    target: { atMost: 300 },
    notes,
  });
}

/** The migrations of today, as they would run on this journal: what they made is dropped and made again. */
function newest(db: ReturnType<typeof openDatabase>, rounds: number): readonly Finding[] {
  return MIGRATIONS.slice(11).map((script, index) => {
    const made = [...script.matchAll(/CREATE INDEX (\w+)/g)].map(([, name = '']) => name);
    const ours = Array.from({ length: Math.min(rounds, 3) }, () => {
      for (const name of made) db.script(`DROP INDEX ${name}`);
      const began = performance.now();
      db.transaction(() => db.script(script.replaceAll(/DROP INDEX \w+;/g, '')));
      return performance.now() - began;
    });
    return finding({
      what: `migration ${12 + index}, once, before the first start of that version is ready`,
      unit: 'ms',
      ours,
    });
  });
}
