import { renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import { MIGRATIONS } from '../../../main/features/zones/records/migrations.ts';
import { HOUR } from '../../../shared/units.ts';
import { freshStage } from '../../instruments/fresh-stage.ts';
import { write } from '../../instruments/small-story.ts';

const on = freshStage(19);
const { ask } = on;

const LONG_AGO = Date.UTC(2001, 0, 1) / 1000;

function writeOld(path: string, text: string): void {
  write(on.stage, path, text);
  utimesSync(join(on.stage.source, path), LONG_AGO, LONG_AGO);
}

/** Turns the records of a zone that was looked at into what the version before kept of it. @param late files that came later. */
function setBack(late: readonly string[]): void {
  const db = new Database(join(on.stage.folder, 'zones.db'));
  const old = new Database(join(on.stage.folder, 'old.db'));
  for (const script of MIGRATIONS.slice(0, 2)) old.exec(script);
  old.pragma('user_version = 2');
  old.pragma(`application_id = ${Number(db.pragma('application_id', { simple: true }))}`);
  old.exec(`ATTACH '${join(on.stage.folder, 'zones.db')}' AS new`);
  for (const table of ['zone', 'run', 'file']) {
    const columns = (old.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all() as string[]).join();
    old.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM new.${table}`);
  }
  for (const name of late)
    old.prepare('UPDATE file SET changed_at = changed_at + ? WHERE name = ?').run(3 * HOUR, name);
  old.exec('DETACH new');
  db.close();
  old.close();
}

test('a zone of the version before sends nothing again and nothing in bulk, offers the rest, and says what came late', async () => {
  writeOld('archive/a.dat', 'a');
  writeOld('late/b.dat', 'b');
  write(on.stage, 'new/c.dat', 'c');
  await on.stage.with(zones => zones.add(on.stage.wish({ layout: '{run}', startAt: on.stage.now }), on.stage.remote));
  await on.stage.rest(3);
  await on.stage.close();
  setBack(['b.dat']);
  for (const end of ['', '-wal', '-shm']) rmSync(join(on.stage.folder, `zones.db${end}`), { force: true });
  renameSync(join(on.stage.folder, 'old.db'), join(on.stage.folder, 'zones.db'));

  writeOld('after/d.dat', 'd');
  await on.stage.rest(4);
  expect([...on.stage.there().keys()]).toEqual(['after/d.dat', 'new/c.dat']);
  const [card] = await ask(zones => zones.list());
  expect(card).toMatchObject({ olderUnsent: 2, files: { waiting: 0, confirmed: 2 } });
  const alerts = () => ask(zones => zones.listAlerts(false).map(({ cause, text }) => `${cause}: ${text}`));
  expect(await alerts()).toEqual([expect.stringMatching(/^left late: 1 file came after/)]);
  // It is said once, and over when a person asks for the files.
  await ask(zones => zones.change('z1', { ...on.stage.wish({ layout: '{run}' }), startAt: null }, on.stage.remote));
  await on.stage.rest(4);
  expect([[...on.stage.there().keys()], await alerts()]).toEqual([
    ['after/d.dat', 'archive/a.dat', 'late/b.dat', 'new/c.dat'],
    [],
  ]);
  const history = on.stage.service.sights.history().filter(({ bytes }) => bytes.length === 1);
  expect(history).toHaveLength(4);
});
