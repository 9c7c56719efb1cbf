import { expect, test } from 'vitest';

import type { Leaving } from '../../../shared/features/sign-out/model.ts';
import { run } from '../../main/cli/run-here.ts';
import { AT } from '../../main/cli/samples.ts';
import type { Script } from '../../main/cli/scripted-app.ts';

const FOUND: Leaving = {
  mirrors: [
    { id: 'm1', name: 'Lab', local: '/home/lab', trouble: null, files: 300, sizeBytes: 2_000_000, stays: 1 },
    { id: 'm2', name: 'Raw', local: '/home/raw', trouble: "It isn't there.", files: 0, sizeBytes: 0, stays: 4 },
  ],
  stays: [
    { mirror: 'm1', path: 'a\u202E.csv', place: '/home/lab/a\u202E.csv', reason: 'not-sent', text: 'Not sent yet.' },
  ],
  staysTotal: 1,
  apart: [{ id: 'store:m1-1', from: 'store', path: 'old.csv', sizeBytes: 1000, at: AT }],
  apartTotal: 1,
  apartBytes: 1000,
  records: '/home/ada/.bench',
};

const EMPTY: Leaving = { ...FOUND, mirrors: [], stays: [], staysTotal: 0, apart: [], apartTotal: 0, apartBytes: 0 };

function script(left: Leaving = EMPTY): Script {
  const rounds = [
    { files: 200, sizeBytes: 1_500_000, kept: 0, after: 812 },
    { files: 100, sizeBytes: 500_000, kept: 0, after: null },
  ];
  return {
    'leaving.look': { gives: FOUND },
    'leaving.free': { answers: () => rounds.shift() },
    'leaving.finish': { gives: { left, lost: { files: 1, sizeBytes: 1000 } } },
  };
}

const changes = (events: readonly string[]): readonly string[] =>
  events.filter(event => event.startsWith('leaving.') || event.startsWith('account.'));

test('sign-out --remove-files lists what would go and what stays where, and changes nothing without --yes', async () => {
  const ran = await run(['account', 'sign-out', '--remove-files'], script());
  expect(ran.exitCode).toBe(2);
  expect(ran.stdout).toContain('300 files, 2 MB, can be removed here.');
  expect(ran.stdout).toContain('/home/lab/a\\u{202e}.csv  Not sent yet.');
  expect(ran.stdout).toContain("Nothing is removed in '/home/raw', and it stays mirrored. It isn't there.");
  expect(ran.stdout).toContain('1 item, 1 kB, is among Benchtop’s own records and stays there:');
  expect(ran.stderr).toContain('Nothing was changed. To go on, add --yes.');
  expect(changes(ran.events)).toEqual(['leaving.look null']);
});

test('with --yes it removes round by round, loses nothing of its own records, and says what is left', async () => {
  const ran = await run(['account', 'sign-out', '--remove-files', '--yes'], script());
  expect(ran.exitCode).toBe(0);
  expect(ran.stderr).toContain('Removed here so far: 200 files.');
  expect(ran.stdout).toContain('You are signed out. 300 files, 2 MB, were removed here and stay at the service.');
  expect(changes(ran.events)).toEqual([
    'leaving.look null',
    'leaving.free {"after":null}',
    'leaving.free {"after":812}',
    'leaving.finish {"lose":[]}',
  ]);
  const attention = await run(['account', 'sign-out', '--remove-files', '--yes', '--json'], script(FOUND));
  expect(attention.exitCode).toBe(3);
  expect(JSON.parse(attention.stdout)).toMatchObject({
    v: 1,
    mirrors: [{ id: 'm1', remotePath: 'Lab' }, { trouble: "It isn't there." }],
    stays: [{ path: 'a\u202E.csv', reason: 'not-sent' }],
    apart: [{ id: 'store:m1-1', from: 'store' }],
    records: '/home/ada/.bench',
    removed: { files: 300, sizeBytes: 2_000_000 },
    lost: { files: 1, sizeBytes: 1000 },
  });
});

test('remove-everything names what would be lost, and only its own yes gives up exactly that', async () => {
  const only = await run(['account', 'remove-everything', '--json'], script());
  expect(only.exitCode).toBe(2);
  expect(JSON.parse(only.stdout)).toMatchObject({ v: 1, staysTotal: 1, apartTotal: 1, apartBytes: 1000 });
  expect((await run(['account', 'remove-everything', '--yes'], script())).exitCode).toBe(2);
  const told = await run(['account', 'remove-everything'], script());
  expect(told.stdout).toContain(
    '1 item, 1 kB, is among Benchtop’s own records and would be lost. There may be no other copy:',
  );
  expect(told.stdout).toContain('old.csv  kept for 30 days, 1 kB');
  const done = await run(['account', 'remove-everything', '--yes-remove-everything'], script());
  expect(done.exitCode).toBe(0);
  expect(done.events).toContain('leaving.finish {"lose":["store:m1-1"]}');
  expect(done.stdout).toContain('1 item, 1 kB, was removed from Benchtop’s own records.');
});

test('when the service goes away half-way the command ends with it and signs nobody out', async () => {
  const gone = { ...script(), 'leaving.free': { fault: { kind: 'offline', detail: 'no route' } } } as const;
  const ran = await run(['account', 'sign-out', '--remove-files', '--yes'], gone);
  expect(ran.exitCode).toBe(75);
  expect(changes(ran.events)).toEqual(['leaving.look null', 'leaving.free {"after":null}']);
});
