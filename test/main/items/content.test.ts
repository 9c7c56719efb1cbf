import { expect, test } from 'vitest';

import type { OpenedContent } from '../../../shared/features/preview/model.ts';
import { FOLDER } from '../../sim/world/computer.ts';
import { bytes, idOf } from '../../sim/lab/altered-answers.ts';
import { QuietLab } from '../../sim/lab/quiet-lab.ts';
import { shownFolder } from '../../sim/lab/shown-folder.ts';

async function stage(files: Readonly<Record<string, string>> = { 'a.csv': 'well,ct\nA1,20.1\n' }) {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, files);
  await lab.sync(ada);
  const rows = (await shownFolder(lab, ada)).rows;
  const row = (name: string): string => rows.find(each => each.name === name)?.id ?? '';
  return { lab, ada, row };
}

type Stage = Awaited<ReturnType<typeof stage>>;
type Wish = { version?: string | null; fetch?: 'here' | 'no' | 'small' | 'yes' };

function open({ lab, ada }: Stage, id: string, { version = null, fetch = 'small' }: Wish = {}): Promise<OpenedContent> {
  return lab.call(ada, 'content.open', { id, version, fetch });
}

async function read({ lab, ada }: Stage, opened: OpenedContent, at = 0, count = 1000): Promise<string> {
  if (opened.is !== 'open') throw new Error('it is not open');
  const { base64 } = await lab.call(ada, 'content.read', { content: opened.content, at, count });
  return Buffer.from(base64, 'base64').toString();
}

async function onlyThere(now: Stage): Promise<string> {
  await now.lab.call(now.ada, 'files.free', { paths: [`${FOLDER}/a.csv`] });
  return now.row('a.csv');
}

/** The newest version at the service. */
const headOf = ({ lab }: Stage): string => lab.service.sights.versionsOf(idOf(lab, 'a.csv')).at(-1)?.versionId ?? '';
const cutOff = ({ lab }: Stage): void => void (lab.trouble = () => ({ kind: 'no-connection' }));

test('a file that is here is read from here, in parts too, and offline', async () => {
  const now = await stage();
  now.lab.clock.advanceBy(3_600_000);
  cutOff(now);
  const opened = await open(now, now.row('a.csv'));
  expect(opened).toMatchObject({ is: 'open', name: 'a.csv', sizeBytes: 16, from: 'here' });
  expect(opened.version).toBe(headOf(now));
  expect(opened.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(await read(now, opened)).toBe('well,ct\nA1,20.1\n');
  expect(await read(now, opened, 8, 2)).toBe('A1');
});

test('once the file was written again, none of it is handed out for the old', async () => {
  const now = await stage();
  const before = await open(now, now.row('a.csv'));
  now.lab.save(now.ada, { 'a.csv': 'well,ct\nA1,99.9\n' });
  await expect(read(now, before)).rejects.toMatchObject({ fault: { kind: 'stale' } });
  const after = await open(now, now.row('a.csv'));
  expect(await read(now, after)).toBe('well,ct\nA1,99.9\n');
  // Bytes that no scan has read yet are no known version.
  expect(after).toMatchObject({ version: null, sha256: null });
  expect(after.mark).not.toBe(before.mark);
});

test('a link in the place of the file is not followed', async () => {
  const now = await stage();
  now.lab.remove(now.ada, 'a.csv');
  now.ada.disk.tree.putOther(`${FOLDER}/a.csv`);
  cutOff(now);
  await expect(open(now, now.row('a.csv'))).rejects.toThrow('not on this computer');
});

test('a file that is only at the service is fetched for looking, lands nowhere, and is asked for once', async () => {
  const now = await stage();
  const id = await onlyThere(now);
  const opened = await open(now, id);
  expect(opened).toMatchObject({ is: 'open', from: 'service', name: 'a.csv', sizeBytes: 16 });
  expect(await read(now, opened, 8)).toBe('A1,20.1\n');
  expect(now.ada.texts()).toEqual({});
  const again = await open(now, id, { fetch: 'no' });
  expect(again.is).toBe('open');
});

test('offline, what is not here is said to be so', async () => {
  const now = await stage();
  const id = await onlyThere(now);
  cutOff(now);
  await expect(open(now, id)).rejects.toThrow('not on this computer');
});

test('nothing is fetched unasked but what takes a moment, and nothing that is too large [S43]', async () => {
  const now = await stage({ 'a.csv': 'x'.repeat(11 * 1024 * 1024) });
  const id = await onlyThere(now);
  expect(await open(now, id)).toMatchObject({ is: 'not-here', sizeBytes: 11 * 1024 * 1024, mayFetch: true });
  expect((await open(now, id, { fetch: 'yes' })).is).toBe('open');
  expect((await open(now, id, { fetch: 'small' })).is).toBe('open');
}, 60_000);

test('of what is wanted only from here nothing is asked at the service, whether it is here or not', async () => {
  const now = await stage({ 'a.csv': 'one', 'b.csv': 'two' });
  const id = await onlyThere(now);
  let asked = 0;
  now.lab.trouble = () => {
    asked += 1;
    return null;
  };
  await expect(open(now, id, { fetch: 'here' })).rejects.toThrow('not on this computer');
  expect(await open(now, now.row('b.csv'), { fetch: 'here' })).toMatchObject({ is: 'open', from: 'here' });
  expect(asked).toBe(0);
});

test('an old version is looked into, the one that is here without asking', async () => {
  const now = await stage();
  const first = headOf(now);
  now.lab.service.colleague(0).editFile(idOf(now.lab, 'a.csv'), bytes('newer'));
  await now.lab.syncTwice(now.ada);
  const id = now.row('a.csv');
  expect(await read(now, await open(now, id, { version: first }))).toBe('well,ct\nA1,20.1\n');
  const head = headOf(now);
  expect(await open(now, id, { version: head })).toMatchObject({ from: 'here', version: head });
  await expect(open(now, id, { version: 'no-version' })).rejects.toThrow('is no version');
});

test('an old version is fetched unasked only when its size is known and small', async () => {
  const now = await stage({ 'a.csv': 'x'.repeat(11 * 1024 * 1024) });
  const first = headOf(now);
  now.lab.service.colleague(0).editFile(idOf(now.lab, 'a.csv'), bytes('newer'));
  await now.lab.syncTwice(now.ada);
  const id = now.row('a.csv');
  const large = { is: 'not-here', sizeBytes: 11 * 1024 * 1024, mayFetch: true };
  expect(await open(now, id, { version: first })).toMatchObject(large);
  // Without the history, the size of a version is unknown.
  now.lab.trouble = ({ url }) =>
    /\/versions(\?|$)/.test(url) ? { kind: 'instead', answer: { status: 403, body: '{}' } } : null;
  expect(await open(now, id, { version: first })).toMatchObject({ is: 'not-here', sizeBytes: null, mayFetch: true });
  expect((await open(now, id, { version: first, fetch: 'yes' })).is).toBe('open');
}, 60_000);

test('what is fetched is told, and once nobody waits any more it ends and nothing of it is kept', async () => {
  const now = await stage();
  const id = await onlyThere(now);
  const told: unknown[] = [];
  now.ada.app.topics.on('content.fetching', value => told.push(value));
  const stop = new AbortController();
  now.lab.trouble = ({ method, url }) => {
    // The answer for the bytes is on its way.
    if (method === 'GET' && !url.includes('/api/v1/')) stop.abort();
    return null;
  };
  const opening = now.ada.app.handlers['content.open']({ id, version: null, fetch: 'small' }, stop.signal);
  await expect(now.lab.drive(opening)).rejects.toThrow('has ended');
  expect(told).toEqual([[{ id, version: null, doneBytes: 0, sizeBytes: 16 }], []]);
  expect(await open(now, id, { fetch: 'no' })).toMatchObject({ is: 'not-here' });
});

test('what was closed, or left alone for long, is handed out no more [S25]', async () => {
  const now = await stage();
  const opened = await open(now, now.row('a.csv'));
  if (opened.is !== 'open') throw new Error('it is not open');
  await now.lab.call(now.ada, 'content.close', { content: opened.content });
  await expect(read(now, opened)).rejects.toThrow('has ended');
  const again = await open(now, now.row('a.csv'));
  now.lab.clock.advanceBy(11 * 60_000);
  await expect(read(now, again)).rejects.toThrow('has ended');
});

test('a folder has nothing to look into', async () => {
  const now = await stage({ 'runs/a.csv': '1' });
  await expect(open(now, now.row('runs'))).rejects.toThrow('Only files');
});
