import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { listingOf } from '../../instruments/stage.ts';
import { type Computer, type Lab, openLab } from '../benchtop.ts';

// The whole way on the command line: a service as a process, real folders, no mirror at all.

let lab: Lab;
let pc: Computer;
let instrument: string;

beforeAll(async () => {
  lab = await openLab({ commandsHere: true });
  pc = await lab.computer('instrument-pc');
  instrument = join(lab.folder, 'instrument');
  mkdirSync(join(instrument, 'run 1', 'deep'), { recursive: true });
  writeFileSync(join(instrument, 'run 1', 'a.raw'), 'raw bytes');
  writeFileSync(join(instrument, 'run 1', 'deep', 'b.xml'), '<b/>');
  writeFileSync(join(instrument, 'run 1', '~$open.docx'), 'x');
});

afterAll(() => lab.close());

const filesShape = z.object({ rows: z.array(z.object({ path: z.string(), sha256: z.string() })) });

test('a zone says what it would send, sends it once with proof, and touches nothing', async () => {
  const before = listingOf(instrument, false);
  const tried = await pc.run(['zones', 'test', instrument, '--everything', '--json']);
  expect(tried.json).toMatchObject({ wouldSend: 2, runs: 1, skipped: { excluded: 1 }, troubles: [], unreadable: [] });

  const options = ['--to', 'Knowledge Base', '--layout', '{instrument}/{run}', '--instrument', 'Orbi'];
  const more = ['--everything', '--quiet', '0', '--verify', 'all', '--tag', 'ms'];
  const added = await pc.run(['zones', 'add', instrument, ...options, ...more]);
  expect([added.code, added.stdout]).toEqual([0, 'z1\n']);
  expect((await pc.run(['zones', 'run', 'z1', '--wait', '--json'])).json).toMatchObject({
    sent: 2,
    verified: 2,
    waiting: 0,
  });
  expect((await pc.run(['zones', 'run', 'instrument', '--json'])).json).toMatchObject({ sent: 0, recognised: 0 });

  const there = await lab.service.owner.files(lab.service.knowledgeBase);
  expect([...there.keys()].filter(path => path.startsWith('Orbi/')).toSorted()).toEqual([
    'Orbi/run 1/a.raw',
    'Orbi/run 1/benchtop-run.json',
    'Orbi/run 1/deep/b.xml',
    'Orbi/run 1/manifest-sha256.txt',
  ]);
  const report = filesShape.parse((await pc.run(['zones', 'report', 'z1', '--json'])).json);
  expect(report.rows.map(({ path }) => path).toSorted()).toEqual(['run 1/a.raw', 'run 1/deep/b.xml']);
  const manifest = there.get('Orbi/run 1/manifest-sha256.txt')?.text ?? '';
  for (const { path, sha256 } of report.rows) expect(manifest).toContain(`${sha256}  ${path.slice('run 1/'.length)}\n`);
  expect((await pc.run(['zones', 'audit', '--check'])).stdout).toContain('the chain is whole');
  const log = (await pc.run(['zones', 'audit'])).stdout;
  expect(log).toBe(readFileSync(join(pc.data, 'zones', 'audit-000001.jsonl'), 'utf8'));
  expect(listingOf(instrument, false)).toEqual(before);
});

test('a destination that may only be read is named before anything is sent', async () => {
  const [, member] = lab.service.people;
  const guest = await lab.computer('guest', member);
  const ask = async (path: string, body: object): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/json', 'X-API-Key': lab.service.people[0].apiKey };
    const answer = await fetch(`${lab.service.baseUrl}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const made = await ask('/folders', { name: 'Shelf', parentFolderId: null, visibility: 'private' });
  const { id } = z.object({ id: z.string() }).parse(made);
  await ask(`/folders/${id}/share`, { userId: 2, role: 'viewer' });
  const tried = await guest.run(['zones', 'test', instrument, '--to', 'Shelf', '--json']);
  expect(tried.json).toMatchObject({ troubles: [expect.stringContaining("'Shelf' may only be read with this key")] });
  expect((await guest.run(['zones', 'test', instrument, '--to', 'Knowledge Base', '--json'])).json).toMatchObject({
    troubles: [],
  });
  const nowhere = await guest.run(['zones', 'test', instrument, '--to', 'Nowhere', '--json']);
  expect(nowhere.json).toMatchObject({ troubles: [expect.stringContaining('Nowhere')] });
});

test('a zone is shown, changed, paused, written into a file and read from it, each thing once', async () => {
  const shown = await pc.run(['zones', 'runs', 'z1']);
  expect(shown.stdout).toMatch(/^1 {2}run 1 {2}complete {2}2 of 2 files arrived, 2 verified/);
  expect((await pc.run(['zones', 'show', '1'])).stdout).toContain('  verified  run 1/deep/b.xml');
  expect((await pc.run(['zones', 'operator', '1', 'Maria Ito'])).code).toBe(0);
  expect((await pc.run(['zones', 'operator', '1'])).code).toBe(2);
  expect((await pc.run(['zones', 'next', 'z1', '--label', 'HeLa'])).code).toBe(0);
  expect((await pc.run(['zones', 'list', '--json'])).json).toMatchObject({ zones: [{ next: { label: 'HeLa' } }] });
  expect((await pc.run(['zones', 'pin', '--stdin'], '12\n')).code).toBe(2);
  expect((await pc.run(['zones', 'pin', '--stdin'], '1234\n')).stdout).toContain('with a PIN only');
  expect((await pc.run(['zones', 'pin', '--remove'])).stdout).toContain('without a PIN');
  await pc.run(['zones', 'pause', 'z1']);
  expect((await pc.run(['zones', 'list'])).stdout).toContain('Paused');
  await pc.run(['zones', 'resume']);

  const exported = join(lab.folder, 'zones.json');
  writeFileSync(exported, (await pc.run(['zones', 'export'])).stdout);
  expect((await pc.run(['zones', 'import', exported, '--json'])).json).toMatchObject({ added: [], changed: [] });
  expect((await pc.run(['zones', 'change', 'z1', '--instrument', 'Orbi 2'])).code).toBe(0);
  expect((await pc.run(['zones', 'import', exported, '--json'])).json).toMatchObject({
    added: [],
    changed: ['instrument'],
  });

  expect((await pc.run(['zones', 'remove', 'z1'])).code).toBe(0);
  expect((await pc.run(['zones', 'import', exported, '--json'])).json).toMatchObject({
    added: ['instrument'],
    changed: [],
  });
  // Made again it knows what is there: nothing goes twice.
  expect((await pc.run(['zones', 'run', 'z2', '--wait', '--json'])).json).toMatchObject({ sent: 0, recognised: 2 });
  expect((await pc.run(['zones', 'run', 'nothing'])).code).toBe(1);
  expect((await pc.run(['zones', 'alerts', '--json'])).json).toMatchObject({ alerts: [] });
});
