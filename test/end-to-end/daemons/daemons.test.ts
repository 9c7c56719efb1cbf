import { constants, getPriority } from 'node:os';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import type { Child } from '../../setup/child.ts';
import { type Computer, type Lab, openLab, succeed, until } from '../benchtop.ts';

// Both computers keep syncing by themselves, as they do all day.

let lab: Lab;
let ada: Computer;
let ben: Computer;
let shared: string;
let daemon: Child;

beforeAll(async () => {
  lab = await openLab();
  shared = await lab.service.owner.makeFolder('Daily', lab.service.knowledgeBase);
  ada = await lab.computer('ada');
  ben = await lab.computer('ben', lab.service.people[2]);
  await ada.mirror(shared);
  await ben.mirror(shared);
  daemon = await ada.daemon();
  await ben.daemon();
});

afterAll(() => lab.close());

async function arrives(computer: Computer, path: string, text: string): Promise<void> {
  await until(`'${path}' with '${text.trim()}' on ${computer.name}`, async () =>
    (await computer.files()).get(path) === text ? true : undefined,
  );
}

async function leaves(computer: Computer, path: string): Promise<void> {
  await until(`no '${path}' on ${computer.name}`, async () => ((await computer.files()).has(path) ? undefined : true));
}

test('a file saved on one computer is edited on the other and removed at the service, all without a command', async () => {
  await ada.write('run/results.csv', 'first\n');
  await arrives(ben, 'run/results.csv', 'first\n');
  await ben.write('run/results.csv', 'second\n');
  await arrives(ada, 'run/results.csv', 'second\n');
  const file = (await lab.service.owner.files(shared)).get('run/results.csv');
  await lab.service.owner.removeFile(file?.id ?? '');
  await leaves(ada, 'run/results.csv');
  await leaves(ben, 'run/results.csv');
});

test('a change at the service arrives on both', async () => {
  const id = await lab.service.owner.upload(shared, 'protocol.md', '# one\n');
  await arrives(ada, 'protocol.md', '# one\n');
  await lab.service.owner.edit(id, '# two\n');
  await arrives(ada, 'protocol.md', '# two\n');
  await arrives(ben, 'protocol.md', '# two\n');
});

test('a rename here is a rename there', async () => {
  await ada.write('before.csv', 'same\n');
  await arrives(ben, 'before.csv', 'same\n');
  const before = (await lab.service.owner.files(shared)).get('before.csv');
  await ada.move('before.csv', 'after.csv');
  await arrives(ben, 'after.csv', 'same\n');
  await leaves(ben, 'before.csv');
  expect((await lab.service.owner.files(shared)).get('after.csv')?.id).toBe(before?.id);
});

const status = z.object({
  v: z.literal(1),
  state: z.string(),
  service: z.string(),
  mirrors: z.array(z.object({ files: z.number(), waiting: z.number(), checkedAt: z.string().nullable() })),
});

test('commands ask the running daemon', async () => {
  await ada.write('asked.csv', 'asked\n');
  expect(await ada.sync()).toMatchObject({ code: 0, blocked: [], conflicted: [] });
  expect((await lab.service.owner.files(shared)).has('asked.csv')).toBe(true);
  const answer = await until('up to date', async () => {
    const now = status.parse((await succeed(ada.run(['status', '--json']))).json);
    return now.state === 'upToDate' ? now : undefined;
  });
  expect(answer).toMatchObject({ service: lab.service.baseUrl, mirrors: [{ waiting: 0 }] });
});

test('a pause holds changes back until it ends', async () => {
  await succeed(ada.run(['pause']));
  await ada.write('paused.csv', 'later\n');
  const paused = status.parse((await succeed(ada.run(['status', '--json']))).json);
  expect(paused.state).toBe('paused');
  await new Promise(resolve => setTimeout(resolve, 2500));
  expect((await lab.service.owner.files(shared)).has('paused.csv')).toBe(false);
  await succeed(ada.run(['resume']));
  await arrives(ben, 'paused.csv', 'later\n');
});

test('activity tells what was done, newest first', async () => {
  await ada.write('told.csv', 'told\n');
  await arrives(ben, 'told.csv', 'told\n');
  const { stdout } = await succeed(ben.run(['activity', '--jsonl']));
  const [newest] = stdout.trim().split('\n');
  expect(JSON.parse(newest ?? '')).toMatchObject({ v: 1, path: 'told.csv', verb: 'received', sizeBytes: 5 });
});

test('a second daemon on one data directory is refused and the first goes on [S37]', async () => {
  const second = await ada.run(['daemon']);
  expect(second).toMatchObject({ code: 1, stdout: '' });
  expect(second.stderr).toContain(ada.data);
  await ada.write('still there.csv', 'yes\n');
  await arrives(ben, 'still there.csv', 'yes\n');
});

test('SIGTERM ends a daemon in order; what was saved meanwhile is sent after the next start', async () => {
  expect(await daemon.stop()).toEqual({ code: 0, signal: null });
  await ada.write('while away.csv', 'saved\n');
  daemon = await ada.daemon(['--low-priority']);
  expect(getPriority(daemon.pid)).toBe(constants.priority.PRIORITY_LOW);
  await arrives(ben, 'while away.csv', 'saved\n');
});

test('a daemon that was killed leaves nothing that stops the next [S37]', async () => {
  await daemon.kill();
  await ada.write('after a crash.csv', 'saved\n');
  daemon = await ada.daemon();
  await arrives(ben, 'after a crash.csv', 'saved\n');
});
