import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

import { afterEach, expect, test } from 'vitest';

import type { App } from '../../../main/items/app-context.ts';
import { buildApp } from '../../../main/app/compose.ts';
import { openJournal } from '../../../main/journal/journal.ts';
import { makeNodeWorld } from '../../../main/node/node-world.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { ON_POSIX } from '../../setup/on-posix.ts';
import { removeFolder } from '../../setup/remove-folder.ts';

// The real records, log and places, and a service that is not there.

const KEY = 'svc_live_c4naryC4NARYc4nary';
const SECRETS = ['c4nary', 'ada.moreau', 'X-Amz-Signature=', 'hunter2'];
const NAMES = ['Zebrafish', 'Okafor', 'plate seven', 'embryo'];

const open: { readonly app: App; readonly base: string }[] = [];

afterEach(async () => {
  for (const { app, base } of open.splice(0)) {
    await app.close();
    removeFolder(base);
  }
});

async function stage() {
  const base = await mkdtemp(join(tmpdir(), 'benchtop-bundle-'));
  const [data, folder, root] = [join(base, 'data'), join(base, 'out'), join(base, 'Zebrafish embryo')];
  for (const each of [data, folder, root]) await mkdir(each);
  const journalPath = join(data, 'journal.db');
  const journal = openJournal(journalPath);
  const world = makeNodeWorld({ dataDirectory: data });
  const facts = await world.disk.inspect(root);
  await world.disk.mark(root, '5d0f7c6e-3f6c-4b8e-9a41-0f3a1c2d4e5f', 0);
  const mirror = journal.mirrors.add({
    remoteId: '5d0f7c6e-3f6c-4b8e-9a41-0f3a1c2d4e50' as ServiceId,
    remotePath: 'Okafor Lab/Zebrafish embryo',
    organization: null,
    root: { path: facts.realPath, marker: '5d0f7c6e-3f6c-4b8e-9a41-0f3a1c2d4e5f', volume: facts.volume },
    mode: 'two-way',
  });
  await world.secrets.write(KEY, 'file');
  journal.facts.set('service', 'http://127.0.0.1:9/api/v1');
  journal.facts.set('secretPlace', 'file');
  journal.facts.set('network.proxy', 'http://ada:hunter2@proxy.example.org:3128');
  const detail = `“plate seven.csv” in Okafor Lab: https://s3.example.org/o?X-Amz-Signature=c4nary, ask ada.moreau@example.org`;
  journal.problems.put({
    mirror: mirror.id,
    subject: 'path:Okafor/plate seven.csv',
    path: 'Okafor/plate seven.csv',
    fault: { kind: 'refused', status: 400, messages: [detail, 'plate seven.csv is odd'] },
    fingerprint: 'x',
    retryAt: null,
    attempts: 3,
    since: 0,
  });
  const app = await buildApp(
    { ...world, log: world.log.with({ computer: 'Okafor bench' }) },
    {
      dataDirectory: data,
      journalPath,
      searchPath: null,
      computer: 'Okafor bench',
      version: '0.1.0',
      windowAddress: async () => null,
    },
    journal,
  );
  open.push({ app, base });
  world.log.error('publish.failed', { error: `cannot open '${root}/plate seven.csv' with ${KEY}` });
  world.log.info('api.refused', { path: '/files/x', text: detail, password: 'hunter2' });
  return { app, folder, root, data };
}

/** The files in an archive without compression, each with its sum checked. */
function unzipped(bytes: Buffer): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (let at = 0; bytes.readUInt32LE(at) === 0x04_03_4b_50;) {
    const [sum, size, nameSize] = [
      bytes.readUInt32LE(at + 14),
      bytes.readUInt32LE(at + 18),
      bytes.readUInt16LE(at + 26),
    ];
    const name = bytes.toString('utf8', at + 30, at + 30 + nameSize);
    const content = bytes.subarray(at + 30 + nameSize, at + 30 + nameSize + size);
    expect(crc32(content)).toBe(sum);
    files.set(name, content.toString('utf8'));
    at += 30 + nameSize + size;
  }
  return files;
}

/** All of a file of the bundle, as it is shown. */
async function shown(app: App, bundle: string, name: string): Promise<string> {
  let text = '';
  for (let offset: number | null = 0; offset !== null;) {
    const page: { text: string; next: number | null } = await app.handlers['diagnostics.bundleFile']({
      bundle,
      name,
      offset,
    });
    text += page.text;
    offset = page.next;
  }
  return text;
}

test('no byte of a bundle has a secret or a name in it, and what is shown is what is written [S52]', async () => {
  const { app, folder, data } = await stage();
  const bundle = await app.handlers['diagnostics.bundle']({ showsNames: false });
  const { path } = await app.handlers['diagnostics.saveBundle']({ bundle: bundle.id, folder, name: null });
  const bytes = await readFile(path);
  for (const secret of [...SECRETS, ...NAMES])
    expect(bytes.toString('latin1').toLowerCase()).not.toContain(secret.toLowerCase());
  // They were there to be found.
  expect(await readFile(join(data, 'logs', 'benchtop.log'), 'utf8')).toMatch(/plate seven[^]*ada\.moreau/);
  const files = unzipped(bytes);
  expect([...files.keys()]).toEqual(bundle.files.map(({ name }) => name));
  expect(bytes.length).toBe(bundle.sizeBytes);
  for (const { name, sizeBytes } of bundle.files) {
    expect(await shown(app, bundle.id, name)).toBe(files.get(name));
    expect(Buffer.byteLength(files.get(name) ?? '')).toBe(sizeBytes);
  }
  expect(JSON.parse(files.get('waiting.json') ?? '')).toMatchObject([{ mirror: 'm1', problems: [{ attempts: 3 }] }]);
  expect(files.get('log.jsonl')).toContain('publish.failed');
});

test.runIf(ON_POSIX)('a bundle is for its owner alone, in whichever folder it lies [S35]', async () => {
  const { app, folder } = await stage();
  const bundle = await app.handlers['diagnostics.bundle']({ showsNames: false });
  const { path } = await app.handlers['diagnostics.saveBundle']({ bundle: bundle.id, folder, name: null });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('with names, names are in it and secrets are not', async () => {
  const { app, folder } = await stage();
  const bundle = await app.handlers['diagnostics.bundle']({ showsNames: true });
  const { path } = await app.handlers['diagnostics.saveBundle']({ bundle: bundle.id, folder, name: 'ours.zip' });
  const text = await readFile(path, 'latin1');
  for (const secret of SECRETS) expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
  for (const name of NAMES) expect(text).toContain(name);
});

test('a bundle replaces nothing, stays out of mirrored folders, and leaves nothing half behind', async () => {
  const { app, folder, root, data } = await stage();
  await writeFile(join(folder, 'taken.zip'), 'mine');
  const { id: bundle, fileName } = await app.handlers['diagnostics.bundle']({ showsNames: false });
  const save = (to: string, name: string | null) =>
    app.handlers['diagnostics.saveBundle']({ bundle, folder: to, name });
  await expect(save(folder, 'taken.zip')).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
  await expect(save(folder, '../x.zip')).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
  await expect(save(root, null)).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
  await expect(save(data, null)).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
  await expect(save(join(folder, 'nowhere'), null)).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
  expect(await readFile(join(folder, 'taken.zip'), 'utf8')).toBe('mine');
  expect(await readdir(folder)).toEqual(['taken.zip']);
  await save(folder, null);
  expect((await save(folder, null)).path).not.toBe(join(folder, fileName));
  expect(await readdir(folder)).toHaveLength(3);
});

test('a bundle that was put together anew takes the place of the one before', async () => {
  const { app, folder } = await stage();
  const { id: bundle } = await app.handlers['diagnostics.bundle']({ showsNames: false });
  const { id: newer } = await app.handlers['diagnostics.bundle']({ showsNames: true });
  const asking = app.handlers['diagnostics.bundleFile']({ bundle, name: 'about.txt', offset: 0 });
  await expect(asking).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
  const saving = app.handlers['diagnostics.saveBundle']({ bundle, folder, name: null });
  await expect(saving).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
  expect(await shown(app, newer, 'about.txt')).toContain('because you chose that');
});

test('the health list is told with everything broken', async () => {
  const { app } = await stage();
  const { items, worst } = await app.handlers['diagnostics.health']({ isThorough: true });
  const stateOf = (id: string) => items.find(item => item.id === id)?.state;
  expect(worst).toBe('fail');
  expect(stateOf('service')).toBe('fail');
  expect(stateOf('clock')).toBe('unknown');
  expect(stateOf('secrets')).toBe('pass');
  expect(stateOf('records')).toBe('pass');
  expect(stateOf('full-check')).toBe('warn');
  expect(stateOf('queue')).toBe('warn');
  const troubled = items.filter(({ state }) => state === 'warn' || state === 'fail');
  expect(troubled.filter(({ remedy }) => remedy === null)).toEqual([]);
});

// Windows does not remove a file that is open.
test.runIf(ON_POSIX)('a record that somebody removed is not begun anew by looking at it', async () => {
  const { app, data } = await stage();
  await rm(join(data, 'journal.db'));
  await app.handlers['diagnostics.health']({ isThorough: true });
  expect((await readdir(data)).filter(name => /^journal\.db(?:\.check.*)?$/.test(name))).toEqual([]);
});
