import { existsSync, readFileSync } from 'node:fs';

import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';

import { MIGRATIONS, NEWEST_SCHEMA } from '../../../main/journal/storage/migrate.ts';
import { journalPath } from '../../builders/open-journal.ts';
import { schemaOf } from './fixtures/dump.ts';
import { fixturePath, labWithFixture } from './fixtures/fixture.ts';
import { REMOVED } from './fixtures/scene.ts';

const SCHEMAS = Array.from({ length: NEWEST_SCHEMA }, (_, index) => index + 1);
const HOUR = 3_600_000;

test('there is a journal of every schema: node test/main/journal/fixtures/write.ts writes that of the newest', () => {
  expect(SCHEMAS.filter(schema => !existsSync(fixturePath(schema)))).toEqual([]);
});

describe.each(SCHEMAS)('a journal of schema %i', schema => {
  test('is what the first migrations make', () => {
    const made = new Database(':memory:');
    for (const script of MIGRATIONS.slice(0, schema)) made.exec(script);
    const kept = new Database(':memory:');
    const [definitions = ''] = readFileSync(fixturePath(schema), 'utf8').split('DELETE FROM sqlite_sequence');
    kept.exec(definitions);
    expect(schemaOf(kept)).toEqual(schemaOf(made));
    expect(kept.pragma('user_version', { simple: true })).toBe(schema);
  });

  test('opens, and nothing is sent, fetched, moved or removed', async () => {
    const { lab, ada } = await labWithFixture(schema, journalPath());
    const before = { here: ada.texts(), there: lab.there() };
    const calls: string[] = [];
    lab.trouble = ({ method, url }) => {
      const isContent = new URL(url).origin !== new URL(lab.service.baseUrl).origin;
      if (method !== 'GET' || isContent) calls.push(`${method} ${new URL(url).pathname}`);
      return null;
    };
    for (let turn = 0; turn < 2; turn++)
      expect(await lab.syncTwice(ada)).toMatchObject({
        sent: 0,
        received: 0,
        moved: 0,
        removed: 0,
        blocked: [],
        conflicted: [],
        held: [{ path: REMOVED, reason: 'removal-hold' }],
      });
    expect([calls, { here: ada.texts(), there: lab.there() }]).toEqual([[], before]);
    ada.journal.close();
  });

  test('still knows what was agreed: what was removed here goes at the service when its time has come', async () => {
    const { lab, ada } = await labWithFixture(schema, journalPath());
    await lab.sync(ada);
    lab.clock.advanceBy(11 * HOUR);
    expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, removed: 1, held: [] });
    expect(Object.keys(lab.there())).not.toContain(REMOVED);
    expect(ada.stored()).toEqual(['removed here']);
    const lines = await lab.call(ada, 'activity.page', { before: null, limit: 500 });
    expect(lines.length).toBeGreaterThan(5);
    ada.journal.close();
  });
});
