import { expect, test } from 'vitest';

import type { SeenEntry } from '../../../main/core/match-look.ts';
import { Settling } from '../../../main/local/settling.ts';
import { HOUR, MIB, MINUTE, SECOND } from '../../../shared/units.ts';

const NOW = 100 * HOUR;
const SETTLE_MS = 2000;

function entry(state: { sizeBytes?: number; modifiedMs?: number; changedMs?: number; stamp?: string }): SeenEntry {
  const { sizeBytes = 0, modifiedMs = NOW, changedMs = modifiedMs, stamp = `${sizeBytes} ${modifiedMs}` } = state;
  return { name: 'a.csv', kind: 'file', sizeBytes, modifiedMs, changedMs, key: 'k', stamp, links: 1 };
}

/** How long after `at` a file may be read when it is seen then for the first time. */
function waitFor(seen: SeenEntry, settleMs = SETTLE_MS, at = NOW): number {
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

test('a file that grows waits half an hour at most', () => {
  const settling = new Settling();
  settling.readyAt('a.csv', entry({ sizeBytes: 0 }), { now: NOW, settleMs: SETTLE_MS });
  const at = NOW + 50 * MINUTE;
  expect(settling.readyAt('a.csv', entry({ sizeBytes: 1, modifiedMs: at }), { now: at, settleMs: SETTLE_MS })).toBe(
    at + 30 * MINUTE,
  );
});

test('a file that shrinks is not growing', () => {
  const settling = new Settling();
  settling.readyAt('a.csv', entry({ sizeBytes: 5 }), { now: NOW, settleMs: SETTLE_MS });
  const at = NOW + 20 * SECOND;
  const shrunk = entry({ sizeBytes: 0, modifiedMs: at });
  expect(settling.readyAt('a.csv', shrunk, { now: at, settleMs: SETTLE_MS })).toBe(at + SETTLE_MS);
});

test('a file that was read begins anew', () => {
  const settling = new Settling();
  settling.readyAt('a.csv', entry({ sizeBytes: 0 }), { now: NOW, settleMs: SETTLE_MS });
  settling.forget('a.csv');
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
