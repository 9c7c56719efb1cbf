import { afterEach, beforeEach, expect, test } from 'vitest';

import type { ToolName, ToolRun } from '../../../../shared/features/diagnostics/model.ts';
import { DAY } from '../../../../shared/units.ts';
import type { Computer } from '../../world/computer.ts';
import { FOLDER } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

let lab: QuietLab;
let computer: Computer;

beforeEach(async () => {
  lab = new QuietLab();
  computer = await lab.computer('bench');
  lab.save(computer, { 'a.csv': 'one', 'Plates/b.csv': 'two', 'Plates/c.csv': 'three' });
  await lab.syncTwice(computer);
});

afterEach(() => lab.release());

/** Runs a tool to its end. */
async function run(tool: ToolName, after?: (id: string) => void): Promise<{ run: ToolRun; findings: string[] }> {
  const { run: id } = await lab.call(computer, 'diagnostics.begin', { tool, mirror: 'm1' });
  let last: ToolRun | null = null;
  const ended = new Promise<void>(resolve => {
    computer.app.topics.on('diagnostics.tool', value => {
      last = value;
      if (value !== null && value.state !== 'running') resolve();
    });
  });
  after?.(id);
  await lab.drive(ended);
  const { findings } = await lab.call(computer, 'diagnostics.findings', { run: id, from: 0, limit: 1000 });
  return { run: last as unknown as ToolRun, findings: findings.map(({ code, path }) => `${code} ${path}`).toSorted() };
}

const before = () => [computer.texts(), lab.there()];

test('a folder that is in order has nothing to say', async () => {
  const all = before();
  const { run: ended, findings } = await run('verify');
  expect(ended).toMatchObject({ state: 'done', done: 3, total: 3, found: 0, fault: null });
  expect(ended.summary.join(' ')).toContain('3 files (11 B) read');
  expect(ended.summary.join(' ')).toContain('For 3 files the service still lists');
  expect(findings).toEqual([]);
  expect(before()).toEqual(all);
});

test('what differs is named, and nothing is done about it', async () => {
  computer.disk.tree.write(`${FOLDER}/a.csv`, 'edited since');
  lab.save(computer, { 'new.csv': 'new' });
  lab.remove(computer, 'Plates/b.csv');
  lab.service.colleague(0).removeFile(fileAt('Plates/c.csv'));
  const all = before();
  const { findings } = await run('verify');
  expect(findings).toEqual([
    'changed a.csv',
    'gone-there Plates/c.csv',
    'missing Plates/b.csv',
    'not-recorded new.csv',
  ]);
  expect(before()).toEqual(all);
});

test('bytes that changed by themselves are found, though nothing else tells of it', async () => {
  const node = computer.disk.tree.find(`${FOLDER}/a.csv`);
  if (node?.kind === 'file') node.bytes = new TextEncoder().encode('rot');
  const all = before();
  const { run: ended, findings } = await run('verify');
  expect(findings).toEqual(['bytes-differ a.csv']);
  expect(ended.summary.join(' ')).toContain('2 files (8 B) read');
  expect(before()).toEqual(all);
});

test('offline, what is here is compared, and it is said that the service was not asked', async () => {
  lab.trouble = () => ({ kind: 'no-connection' });
  const { run: ended } = await run('verify');
  expect(ended.state).toBe('done');
  expect(ended.summary.join(' ')).toContain('could not be asked');
});

test('a tool can be stopped', async () => {
  const { run: ended } = await run('verify', id => {
    void computer.app.handlers['diagnostics.stop']({ run: id });
  });
  expect(ended.state).toBe('stopped');
  expect(ended.summary.join(' ')).toContain('Stopped before the end');
});

test('another tool has to wait, and a mirror has to exist', async () => {
  await lab.call(computer, 'diagnostics.begin', { tool: 'verify', mirror: 'm1' });
  const busy = computer.app.handlers['diagnostics.begin']({ tool: 'rebuild', mirror: 'm1' });
  await expect(busy).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
  const unknown = computer.app.handlers['diagnostics.findings']({ run: 'x', from: 0, limit: 1 });
  await expect(unknown).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
});

test('new records would find what is alike, and neither remove nor send it again', async () => {
  lab.save(computer, { 'new.csv': 'new' });
  lab.remove(computer, 'Plates/b.csv');
  const all = before();
  const { run: ended, findings } = await run('rebuild');
  expect(findings).toEqual(['would-fetch Plates/b.csv', 'would-send new.csv']);
  expect(ended.summary[0]).toContain('2 files on both sides');
  expect(before()).toEqual(all);
});

test('all is well where all is well, and it is said how well', async () => {
  const { items, worst } = await lab.call(computer, 'diagnostics.health', { isThorough: true });
  expect(items.filter(({ state }) => state === 'fail' || state === 'warn')).toEqual([]);
  expect(worst).toBe('pass');
  expect(items.find(({ id }) => id === 'full-check')?.text).toContain('3 files');
});

test('a clock that is wrong, a check that is long past and a folder that is gone are told with what to do', async () => {
  computer.skewMs = 3 * DAY;
  computer.disk.tree.remove(FOLDER);
  await lab.sync(computer).catch(() => undefined);
  const { items } = await lab.call(computer, 'diagnostics.health', { isThorough: false });
  const told = (id: string) => items.find(item => item.id === id);
  expect(told('clock')).toMatchObject({ state: 'warn' });
  expect(told('clock')?.text).toContain('3 days apart');
  expect(told('folder')).toMatchObject({ state: 'fail' });
  expect(told('full-check')).toMatchObject({ state: 'warn' });
});

test('signed out, the list says so and how to go on', async () => {
  await lab.call(computer, 'account.signOut', null);
  const { items } = await lab.call(computer, 'diagnostics.health', { isThorough: false });
  expect(items.find(({ id }) => id === 'credentials')).toMatchObject({ state: 'fail', title: 'Sign-in' });
});

function fileAt(path: string): string {
  const found = lab.service.sights.files().find(({ name }) => name === path.split('/').at(-1));
  return found?.id ?? '';
}
