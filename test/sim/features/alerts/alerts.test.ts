import { expect, test } from 'vitest';

import type { ProgramResult } from '../../../../main/ports/programs.ts';
import type { AlertMessage } from '../../../../shared/features/alerts/model.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/units.ts';
import { createFakeDataFiles } from '../../fakes/fake-data-files.ts';
import { createFakePrograms, type FakeRun } from '../../fakes/fake-programs.ts';
import type { Computer } from '../../world/computer.ts';
import { FOLDER } from '../../world/computer.ts';
import { INSTEAD } from '../../fakes/fake-http.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

/** So much later, without living through all of it. */
const later = (lab: QuietLab, ms: number): Promise<void> => {
  lab.clock.advanceBy(ms);
  return lab.pass(MINUTE);
};
const TOLD: ProgramResult = { is: 'ended', code: 0, said: '' };

interface Watched {
  readonly lab: QuietLab;
  readonly ada: Computer;
  /** What the command was told so far: `raised folder-missing`, `solved …`. */
  readonly told: () => readonly string[];
  readonly runs: readonly FakeRun[];
}

/** A computer whose alerts go to a command, running as a daemon does. */
async function watched(answer: (run: FakeRun) => ProgramResult = () => TOLD): Promise<Watched> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { pollSeconds: '900' });
  const runs: FakeRun[] = [];
  ada.further = { dataFiles: createFakeDataFiles(), programs: createFakePrograms(runs, answer) };
  await lab.drive(ada.start());
  await lab.call(ada, 'alerts.set', { wish: { command: ['/bin/tell', '--now'] }, dryRun: false });
  ada.app.start();
  const told = (): readonly string[] => runs.map(({ input }) => spoken(JSON.parse(input) as AlertMessage));
  return { lab, ada, told, runs };
}

function spoken({ event, cause }: AlertMessage): string {
  return `${event} ${cause}`;
}

test('a folder that is gone is told once, and once when it is back; the message says what to do', async () => {
  const { lab, ada, told, runs } = await watched();
  lab.save(ada, { 'a.csv': 'one' });
  await lab.pass(MINUTE);
  expect(told()).toEqual([]);
  ada.disk.tree.rename(FOLDER, '/home/elsewhere');
  await lab.pass(20 * MINUTE);
  expect(told()).toEqual(['raised folder-missing']);
  ada.disk.tree.rename('/home/elsewhere', FOLDER);
  await lab.pass(20 * MINUTE);
  expect(told()).toEqual(['raised folder-missing', 'solved folder-missing']);
  const messages = runs.map(({ input }) => JSON.parse(input) as AlertMessage);
  expect(messages[0]).toMatchObject({ v: 1, subject: 'Lab', computer: 'Ada', solvedAt: null });
  expect(messages[0]?.text).toContain(FOLDER);
  expect(messages[1]?.id).toBe(messages[0]?.id);
  expect(messages[1]?.solvedAt).not.toBeNull();
  expect(runs[0]?.words).toEqual(['/bin/tell', '--now']);
  expect(await lab.call(ada, 'alerts.list', { all: false })).toEqual([]);
  expect(await lab.call(ada, 'alerts.list', { all: true })).toMatchObject([{ cause: 'folder-missing', untold: [] }]);
});

test('a command that fails is tried again ever more rarely, until it has taken the message', async () => {
  let isBroken = true;
  const { lab, ada, told, runs } = await watched(() => (isBroken ? { is: 'ended', code: 1, said: 'no pager' } : TOLD));
  ada.disk.tree.rename(FOLDER, '/home/elsewhere');
  await lab.pass(3 * HOUR);
  const tries = runs.length;
  expect(tries).toBeGreaterThan(6);
  expect(tries).toBeLessThan(14);
  expect(new Set(told())).toEqual(new Set(['raised folder-missing']));
  expect(await lab.call(ada, 'alerts.list', { all: false })).toMatchObject([{ untold: ['command'] }]);
  isBroken = false;
  await lab.pass(HOUR);
  expect(runs.length).toBe(tries + 1);
});

test('what was not told survives a restart and is told then; what was told is not told again', async () => {
  let isBroken = false;
  const { lab, ada, told, runs } = await watched(() => (isBroken ? { is: 'too-slow' } : TOLD));
  ada.disk.tree.rename(FOLDER, '/home/elsewhere');
  await lab.pass(20 * MINUTE);
  isBroken = true;
  ada.disk.tree.rename('/home/elsewhere', FOLDER);
  await lab.pass(20 * MINUTE);
  const before = runs.length;
  ada.crash();
  isBroken = false;
  await lab.drive(ada.start());
  ada.app.start();
  await lab.pass(HOUR);
  expect(told().slice(before)).toEqual(['solved folder-missing']);
});

test('a key that was revoked, and the new one, are told', async () => {
  const { lab, ada, told } = await watched();
  lab.trouble = ({ url }) =>
    url.includes('/api/v1')
      ? { kind: 'instead', answer: { status: 401, body: '{"errorCode":"UNAUTHORIZED","messages":[]}' } }
      : null;
  await lab.pass(HOUR);
  expect(told()).toEqual(['raised signed-out']);
  lab.trouble = () => null;
  const key = lab.service.users[0]?.apiKey ?? '';
  await lab.call(ada, 'account.signIn', { service: lab.service.baseUrl, key, store: null });
  await lab.pass(HOUR);
  expect(told()).toEqual(['raised signed-out', 'solved signed-out']);
});

test('files that wait while nothing is sent for hours are told, and not while somebody paused it', async () => {
  const { lab, ada, told } = await watched();
  lab.trouble = ({ method }) => (method === 'GET' ? null : INSTEAD.unavailable);
  lab.save(ada, { 'a.csv': 'one', 'b.csv': 'two' });
  await lab.pass(11 * MINUTE);
  await later(lab, 5 * HOUR);
  expect(told()).toEqual([]);
  await lab.call(ada, 'sync.pause', { mirror: null, untilMs: null });
  await later(lab, 5 * HOUR);
  expect(told()).toEqual([]);
  await lab.call(ada, 'sync.resume', null);
  await lab.pass(20 * MINUTE);
  expect(told()).toEqual(['raised nothing-sent']);
  lab.trouble = () => null;
  await lab.pass(HOUR);
  expect(lab.there()).toEqual({ 'a.csv': 'one', 'b.csv': 'two' });
  expect(told()).toEqual(['raised nothing-sent', 'solved nothing-sent']);
});

test('little room is told, and not again and again while it is just at its bound', async () => {
  const { lab, ada, told } = await watched();
  const GIGABYTE = 1e9;
  await lab.call(ada, 'alerts.set', { wish: { lowDiskBytes: 10 * GIGABYTE }, dryRun: false });
  ada.disk.freeBytes = 9.9 * GIGABYTE;
  await lab.pass(MINUTE);
  expect(told()).toEqual(['raised disk-low']);
  ada.disk.freeBytes = 10.5 * GIGABYTE;
  await lab.pass(5 * MINUTE);
  expect(told()).toEqual(['raised disk-low']);
  ada.disk.freeBytes = 12 * GIGABYTE;
  await lab.pass(5 * MINUTE);
  expect(told()).toEqual(['raised disk-low', 'solved disk-low']);
});

test('a key that ends soon is told days before, a new one solves it, and nothing stops meanwhile', async () => {
  const { lab, ada, told } = await watched();
  const at = new Date(lab.clock.now() + 20 * DAY).toISOString();
  await lab.call(ada, 'account.sayKeyEnd', { at });
  await later(lab, DAY);
  expect(told()).toEqual([]);
  await later(lab, 6 * DAY);
  expect(told()).toEqual(['raised key-ends']);
  expect((await lab.call(ada, 'attention.list', null)).items).toMatchObject([{ key: 'key-end', fixes: ['sign-in'] }]);
  lab.save(ada, { 'a.csv': 'one' });
  const { secret } = await lab.call(ada, 'keys.make', { name: 'the next', expiresAt: in30Days(lab) });
  await lab.call(ada, 'account.signIn', { service: lab.service.baseUrl, key: secret, store: null });
  await lab.pass(5 * MINUTE);
  expect(told()).toEqual(['raised key-ends', 'solved key-ends']);
  expect(lab.there()).toEqual({ 'a.csv': 'one' });
  expect((await lab.call(ada, 'attention.list', null)).items).toEqual([]);
  // The person gave no end date for the next key: the service does.
  await later(lab, DAY);
  expect(await lab.call(ada, 'account.keyEnd', null)).toMatchObject({ by: 'service' });
  await later(lab, 16 * DAY);
  expect(told()).toEqual(['raised key-ends', 'solved key-ends', 'raised key-ends']);
});

function in30Days(lab: QuietLab): string {
  return new Date(lab.clock.now() + 30 * DAY).toISOString();
}

test('a test says for each channel what became of it, and what is set is checked', async () => {
  const { lab, ada, told } = await watched();
  expect(await lab.call(ada, 'alerts.test', null)).toEqual([
    { channel: 'command', arrived: true, text: 'The message was taken.' },
  ]);
  expect(told()).toEqual(['test test']);
  const set = (wish: object): Promise<unknown> => lab.call(ada, 'alerts.set', { wish, dryRun: false });
  await expect(set({ command: ['tell'] })).rejects.toThrow('not a whole path');
  await expect(set({ webhook: { url: 'http://alerts.example.org/x', authorization: null } })).rejects.toThrow('https');
  await expect(set({ webhook: { url: 'ftp://alerts.example.org', authorization: null } })).rejects.toThrow('address');
  const wish = { webhook: { url: 'https://alerts.example.org/hooks/c4nary', authorization: 'Bearer c4nary' } };
  expect(await lab.call(ada, 'alerts.set', { wish, dryRun: true })).toEqual({ changed: true });
  expect((await lab.call(ada, 'alerts.settings', null)).webhook).toBeNull();
  expect(await lab.call(ada, 'alerts.set', { wish, dryRun: false })).toEqual({ changed: true });
  expect(await lab.call(ada, 'alerts.set', { wish, dryRun: false })).toEqual({ changed: false });
  const shown = await lab.call(ada, 'alerts.settings', null);
  expect(shown.webhook).toEqual({ origin: 'https://alerts.example.org', isAuthorized: true });
  expect(JSON.stringify(shown)).not.toContain('c4nary');
});
