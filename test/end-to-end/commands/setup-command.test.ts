import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Computer, type Lab, newComputer, openLab, type Result, succeed } from '../benchtop.ts';

// One file sets up computers at which no person ever sits.

const CANARY = 'c4nary';

let lab: Lab;
let bench: Computer;
let file: string;
let key: string;

beforeAll(async () => {
  lab = await openLab({ commandsHere: true });
  await lab.service.owner.makeFolder('Runs', lab.service.knowledgeBase);
  bench = await newComputer(join(lab.folder, 'reader-3'), 'reader-3', { children: [], commandsHere: true });
  key = lab.service.people[0].apiKey;
  file = join(lab.folder, 'setup.json');
  await mkdir(join(lab.folder, 'instrument'));
  await writeFile(file, JSON.stringify(wanted()));
});

afterAll(() => lab.close());

function wanted(): object {
  return {
    format: 1,
    service: lab.service.baseUrl,
    keyExpires: '2099-06-30',
    computer: 'Plate reader {hostname}',
    kind: 'instrument',
    settings: { pollSeconds: 7, onBattery: 'slow' },
    limits: { upBytesPerSecond: 2_000_000, hours: { from: '08:00', to: '18:30' } },
    mirrors: [{ remote: 'Knowledge Base/Runs', local: join(lab.folder, '{hostname}-runs'), mode: 'upload' }],
    zones: [{ name: 'Runs of {hostname}', folder: join(lab.folder, 'instrument'), destination: 'Knowledge Base/Runs' }],
    alerts: { command: ['/bin/true', '{hostname}'], webhook: { url: `http://127.0.0.1:9/${CANARY}` } },
    monitoring: { statusFile: true },
  };
}

function setup(...more: readonly string[]): Promise<Result> {
  return bench.run(['setup', '--config', file, '--key-stdin', ...more], `${key}\n`);
}

const ALL = [
  'account',
  'end of the key',
  'name of the computer',
  'kind of computer',
  'settings',
  'settings',
  'limits',
  'alerts',
  'monitoring',
  'mirrored folders',
  'drop zones',
];
const parts = (json: unknown, field: string): unknown[] =>
  (json as Record<string, { part: string }[]>)[field]?.map(each => each.part ?? each) ?? [];

test('a trial says what would change, and changes nothing', async () => {
  const before = await setup('--dry-run', '--json');
  expect(before).toMatchObject({ code: 0, json: { v: 1, dryRun: true, same: [], failed: [] } });
  expect(parts(before.json, 'changed')).toEqual(ALL);
  expect((await bench.run(['account', '--json'])).code).toBe(4);
  expect((await bench.run(['config', 'get', 'pollSeconds'])).stdout).toBe('60\n');
  expect(await readdir(lab.folder)).not.toContain('reader-3-runs');
});

test('a computer is ready after one command; the second changes nothing and says so', async () => {
  const first = await succeed(setup('--json'));
  expect(first.json).toMatchObject({ v: 1, dryRun: false, same: [], failed: [] });
  expect(parts(first.json, 'changed')).toEqual(ALL);
  const second = await succeed(setup('--json'));
  expect(second.json).toMatchObject({ changed: [], failed: [], same: [...new Set(ALL)] });
  expect((await succeed(setup())).stderr).toContain('Everything is as the file says. Nothing was changed.');
  expect((await succeed(setup('--dry-run'))).stderr).not.toContain('Would change');
});

test('what was set up is so: it sends, under its own name, and no secret is where it does not belong', async () => {
  expect((await succeed(bench.run(['about', '--json']))).json).toMatchObject({ computer: 'Plate reader reader-3' });
  expect((await succeed(bench.run(['config', 'get', 'pollSeconds']))).stdout).toBe('7\n');
  expect((await succeed(bench.run(['computer', '--json']))).json).toEqual({ v: 1, kind: 'instrument' });
  expect((await succeed(bench.run(['limits', 'show', '--json']))).json).toMatchObject({
    upBytesPerSecond: 2_000_000,
    hours: { from: 480, to: 1110 },
  });
  // No server listens at that address. The failure is reported; the host is no secret, but the path behind it is one.
  const tried = await bench.run(['alerts', 'test', '--json']);
  expect(tried.json).toMatchObject({
    tries: [
      { channel: 'command', arrived: true },
      { channel: 'webhook', arrived: false },
    ],
  });
  expect((await bench.run(['alerts', 'show'])).stdout).toContain('Webhook: http://127.0.0.1:9/…');
  await writeFile(join(lab.folder, 'reader-3-runs', 'plate.csv'), 'A1\n');
  await bench.run(['config', 'set', 'settleMs', '0']);
  expect(await bench.sync()).toMatchObject({ sent: 1, blocked: [] });
  const kept = await readFile(join(bench.data, 'alerts.json'), 'utf8');
  expect(kept).toContain(CANARY);
  for (const name of await readdir(bench.data)) {
    if (name === 'alerts.json' || !/\.(db|db-wal|json|log|jsonl)$/.test(name)) continue;
    expect(await readFile(join(bench.data, name), 'latin1')).not.toContain(CANARY);
  }
});

test('without a key whoever is signed in stays; where nobody is, what needs nobody is done all the same', async () => {
  const again = await bench.run(['setup', '--config', file, '--json']);
  expect(again).toMatchObject({ code: 0, json: { changed: [], failed: [] } });
  const fresh = await newComputer(join(lab.folder, 'reader-4'), 'reader-4', { children: [], commandsHere: true });
  const alone = await fresh.run(['setup', '--config', file, '--json']);
  expect(alone.code).toBe(4);
  expect(parts(alone.json, 'failed')).toEqual(['account', 'end of the key', 'mirrored folders', 'drop zones']);
  expect((await fresh.run(['config', 'get', 'pollSeconds'])).stdout).toBe('7\n');
  const now = await fresh.run(['setup', '--config', file, '--key-stdin', '--json'], key);
  expect(now.code).toBe(0);
  expect(parts(now.json, 'changed')).toEqual(['account', 'end of the key', 'mirrored folders', 'drop zones']);
});

test('a file that contradicts what is here is named with the remedy, and the rest is done', async () => {
  const other = join(lab.folder, 'other.json');
  const local = join(lab.folder, 'reader-3-runs');
  await mkdir(join(lab.folder, 'elsewhere'), { recursive: true });
  const changed = {
    ...wanted(),
    mirrors: [{ remote: 'Knowledge Base', local, mode: 'upload' }],
    settings: { pollSeconds: 0 },
  };
  await writeFile(other, JSON.stringify({ ...changed, kind: 'shared' }));
  const ran = await bench.run(['setup', '--config', other, '--json']);
  expect(ran.code).toBe(78);
  expect(parts(ran.json, 'failed')).toEqual(['settings', 'mirrored folders']);
  expect(ran.stdout).toContain("'pollSeconds' cannot be '0'. It can be: 1 to 86400.");
  expect(ran.stdout).toContain('benchtop mirror remove');
  expect(parts(ran.json, 'changed')).toEqual(['kind of computer']);
});
