import { expect, test } from 'vitest';

import type { ScannedEntry } from '../../../../main/core/scan/scan-result.ts';
import { Settling } from '../../../../main/local/observe/settling.ts';
import { HOUR, MIB, MINUTE, SECOND } from '../../../../shared/units.ts';

const NOW = 100 * HOUR;
const SETTLE_MS = 2000;

function entry(state: {
  sizeBytes?: number;
  modifiedMs?: number;
  changedMs?: number;
  fingerprint?: string;
}): ScannedEntry {
  const { sizeBytes = 0, modifiedMs = NOW, changedMs = modifiedMs, fingerprint = `${sizeBytes} ${modifiedMs}` } = state;
  return { name: 'a.csv', kind: 'file', sizeBytes, modifiedMs, changedMs, key: 'k', fingerprint, links: 1 };
}

/** How long after `at` a file may be read when it is seen then for the first time. */
function waitFor(seen: ScannedEntry, settleMs = SETTLE_MS, at = NOW): number {
  return new Settling().readyAt('a.csv', seen, { now: at, settleMs }) - at;
}

test('a small file is quiet after the settle time', () => {
  expect(waitFor(entry({}))).toBe(SETTLE_MS);
});

test('a file that changed long ago may be read at once', () => {
  expect(waitFor(entry({ modifiedMs: NOW - HOUR }))).toBeLessThanOrEqual(0);
});

test('a file that was copied here with its old time counts from when it came', () => {
  expect(waitFor(entry({ modifiedMs: NOW - HOUR, changedMs: NOW }))).toBe(SETTLE_MS);
});

test('the quiet time grows with the size, to a minute', () => {
  expect(waitFor(entry({ sizeBytes: 500 * MIB }))).toBe(SETTLE_MS + 10 * SECOND);
  expect(waitFor(entry({ sizeBytes: 100_000 * MIB }))).toBe(MINUTE);
});

test('a settle time above a minute is obeyed', () => {
  expect(waitFor(entry({}), 10 * MINUTE)).toBe(10 * MINUTE);
});

test('a settle time of nought reads at once', () => {
  expect(waitFor(entry({ sizeBytes: 100_000 * MIB }), 0)).toBe(0);
});

test('a time in the future says nothing: the quiet time begins when the file is seen', () => {
  expect(waitFor(entry({ modifiedMs: NOW + 10 * HOUR }))).toBe(SETTLE_MS);
});

test('looking again does not make it wait longer; changing does', () => {
  const settling = new Settling();
  const first = entry({ modifiedMs: NOW });
  const ready = settling.readyAt('a.csv', first, { now: NOW, settleMs: SETTLE_MS });
  expect(settling.readyAt('a.csv', first, { now: NOW + SECOND, settleMs: SETTLE_MS })).toBe(ready);
  const edited = entry({ modifiedMs: NOW + SECOND });
  expect(settling.readyAt('a.csv', edited, { now: NOW + SECOND, settleMs: SETTLE_MS })).toBe(ready + SECOND);
});

test('a file that grows with pauses waits three times its longest pause', () => {
  const settling = new Settling();
  const times = [0, 20 * SECOND, 30 * SECOND];
  const ready = times.map((ms, step) =>
    settling.readyAt('a.csv', entry({ sizeBytes: step, modifiedMs: NOW + ms }), { now: NOW + ms, settleMs: SETTLE_MS }),
  );
  expect(ready[2]).toBe(NOW + 30 * SECOND + 3 * 20 * SECOND);
});

test('a file that grows waits half an hour at most, a small one a minute', () => {
  const at = NOW + 50 * MINUTE;
  for (const [sizeBytes, longestMs] of [[2 * MIB, 30 * MINUTE] as const, [1, MINUTE] as const]) {
    const settling = new Settling();
    settling.readyAt('a.csv', entry({ sizeBytes: 0 }), { now: NOW, settleMs: SETTLE_MS });
    const grown = entry({ sizeBytes, modifiedMs: at });
    expect(settling.readyAt('a.csv', grown, { now: at, settleMs: SETTLE_MS })).toBe(at + longestMs);
  }
});

test('a file that shrinks is not growing', () => {
  const settling = new Settling();
  settling.readyAt('a.csv', entry({ sizeBytes: 5 }), { now: NOW, settleMs: SETTLE_MS });
  const at = NOW + 20 * SECOND;
  const shrunk = entry({ sizeBytes: 1, modifiedMs: at });
  expect(settling.readyAt('a.csv', shrunk, { now: at, settleMs: SETTLE_MS })).toBe(at + SETTLE_MS);
});

test('a file that was read and then grew once, as when a person saves it again, is not growing', () => {
  const settling = new Settling();
  settling.readyAt('a.csv', entry({ sizeBytes: 0 }), { now: NOW, settleMs: SETTLE_MS });
  settling.rest('a.csv', NOW);
  const at = NOW + MINUTE;
  const grown = entry({ sizeBytes: 50 * MIB, modifiedMs: at });
  expect(settling.readyAt('a.csv', grown, { now: at, settleMs: SETTLE_MS })).toBe(at + SETTLE_MS + SECOND);
});

test('a file that was left alone for hours and then grew once is not taken for a growing one', () => {
  const settling = new Settling();
  settling.readyAt('a.csv', entry({ sizeBytes: 0 }), { now: NOW, settleMs: SETTLE_MS });
  const at = NOW + 5 * HOUR;
  const grown = entry({ sizeBytes: 50 * MIB, modifiedMs: at });
  expect(settling.readyAt('a.csv', grown, { now: at, settleMs: SETTLE_MS })).toBe(at + SETTLE_MS + SECOND);
});

test('files wait each for themselves', () => {
  const settling = new Settling();
  settling.readyAt('a.csv', entry({}), { now: NOW, settleMs: SETTLE_MS });
  const other = entry({ modifiedMs: NOW - HOUR });
  expect(settling.readyAt('b.csv', other, { now: NOW, settleMs: SETTLE_MS })).toBe(NOW - HOUR + SETTLE_MS);
});

test('a file that goes on growing after it was read is growing from the second time on [S9]', () => {
  const settling = new Settling();
  const waits = [0, 1, 2, 3].map(turn => {
    const now = NOW + turn * 5 * SECOND;
    const ready = settling.readyAt('a.csv', entry({ sizeBytes: turn, modifiedMs: now }), { now, settleMs: SETTLE_MS });
    if (turn === 0) settling.rest('a.csv', now + SETTLE_MS);
    if (turn === 1) settling.rest('a.csv', now + SETTLE_MS);
    return ready - now;
  });
  expect(waits).toEqual([SETTLE_MS, SETTLE_MS, 15 * SECOND, 15 * SECOND]);
});

const PLAIN = { isUnsent: false, isEmptied: false, isBackupName: false, isOpen: false };

test.each([
  ['a file that was emptied waits ten times longer [S3]', { isEmptied: true }, 10 * SETTLE_MS],
  ['a file that was given the name of a backup waits ten times longer [S2]', { isBackupName: true }, 10 * SETTLE_MS],
  ['a file that is open for writing waits ten times longer', { isOpen: true }, 10 * SETTLE_MS],
  ['a new file that is open for writing waits half an hour [S10]', { isOpen: true, isUnsent: true }, 30 * MINUTE],
  ['a new file that nobody writes does not', { isUnsent: true }, SETTLE_MS],
] as const)('%s', (_, traits, longMs) => {
  const wait = (settleMs: number): number =>
    new Settling().readyAt('a.csv', entry({}), { now: NOW, settleMs }, { ...PLAIN, ...traits }) - NOW;
  expect(wait(SETTLE_MS)).toBe(longMs);
  expect(wait(0)).toBe(0);
  expect(wait(10 * MINUTE)).toBe(Math.max(10 * MINUTE, 'isUnsent' in traits && 'isOpen' in traits ? longMs : 0));
});

test('a file that was emptied is doubted until it was read or has bytes again [S3]', () => {
  const settling = new Settling();
  const see = (sizeBytes: number, now: number): number =>
    settling.readyAt('a.csv', entry({ sizeBytes, modifiedMs: now }), { now, settleMs: SETTLE_MS }) - now;
  expect(see(5, NOW)).toBe(SETTLE_MS);
  expect(see(0, NOW + SECOND)).toBe(10 * SETTLE_MS);
  expect(see(0, NOW + 2 * SECOND)).toBe(10 * SETTLE_MS);
  settling.rest('a.csv', NOW + 22 * SECOND);
  expect(see(0, NOW + 30 * SECOND)).toBe(SETTLE_MS);
});

test('a new file of full size that is filled bit by bit waits three times its longest pause [S10]', () => {
  const settling = new Settling();
  const waits = [0, 1500, 3000].map((ms, turn) => {
    const now = NOW + ms;
    const filled = entry({ sizeBytes: 50 * MIB, modifiedMs: now, fingerprint: `${turn}` });
    return settling.readyAt('a.csv', filled, { now, settleMs: SETTLE_MS }, { ...PLAIN, isUnsent: true }) - now;
  });
  expect(waits).toEqual([SETTLE_MS + SECOND, 4500, 4500]);
});

test('a file that the disk refuses is tried after a minute, then after twice as long, and at once when it changes', () => {
  const settling = new Settling();
  const times = { now: NOW, settleMs: 0 };
  const readyAt = (now: number, fingerprint = 's'): number =>
    settling.readyAt('a.csv', entry({ modifiedMs: NOW - HOUR, fingerprint }), { ...times, now });
  readyAt(NOW);
  expect(settling.refusalOf('a.csv')).toBeNull();
  settling.refuse('a.csv', 'EACCES', NOW);
  expect(readyAt(NOW + SECOND)).toBe(NOW + MINUTE);
  expect(settling.refusalOf('a.csv')).toMatchObject({ code: 'EACCES', until: NOW + MINUTE });
  settling.refuse('a.csv', 'EIO', NOW + MINUTE);
  expect(readyAt(NOW + MINUTE)).toBe(NOW + 3 * MINUTE);
  for (let time = 0; time < 8; time += 1) settling.refuse('a.csv', 'EIO', NOW);
  expect(readyAt(NOW + SECOND)).toBe(NOW + 30 * MINUTE);
  settling.forgetOld(NOW + 2 * HOUR);
  expect(settling.refusalOf('a.csv')).toMatchObject({ code: 'EIO' });
  expect(readyAt(NOW + 2 * SECOND, 'changed')).toBe(NOW + 2 * SECOND);
  expect(settling.refusalOf('a.csv')).toBeNull();
});

test('a file that was refused and then read is not told any more', () => {
  const settling = new Settling();
  const seen = entry({});
  settling.readyAt('a.csv', seen, { now: NOW, settleMs: SETTLE_MS });
  settling.refuse('a.csv', 'EACCES', NOW);
  settling.rest('a.csv', NOW + MINUTE);
  expect(settling.refusalOf('a.csv')).toBeNull();
  expect(settling.readyAt('a.csv', seen, { now: NOW + MINUTE, settleMs: SETTLE_MS })).toBe(NOW + SETTLE_MS);
});
