import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { KeptLog } from '../../../main/node/system/kept-log.ts';
import { createPinoLog, logFileIn } from '../../../main/node/system/pino-log.ts';
import { RotatingFile } from '../../../main/node/system/rotating-file.ts';

test('a line is JSON with time, event and fields, also those of the log it came from', () => {
  const lines: string[] = [];
  const log = createPinoLog({ write: line => void lines.push(line) }, 'debug');
  log.with({ mirror: 'm1' }).info('item.uploaded', { sizeBytes: 3, cause: null });
  log.error('bug');
  log.debug('look');
  const [first] = lines.map(line => JSON.parse(line) as { [name: string]: unknown });
  expect(lines).toHaveLength(3);
  expect(first).toMatchObject({ level: 30, event: 'item.uploaded', mirror: 'm1', sizeBytes: 3, cause: null });
  expect(Date.parse(String(first?.['time']))).toBeGreaterThan(0);
});

test('what is below the level is not written', () => {
  const lines: string[] = [];
  createPinoLog({ write: line => void lines.push(line) }, 'error').info('quiet');
  expect(lines).toEqual([]);
});

const CANARY = 'c4naryC4NARY';
test.each([
  `svc_live_${CANARY}`,
  `Authorization: Bearer ${CANARY}`,
  `{"authorization":"Bearer ${CANARY}"}`,
  `https://s3.example.org/o?X-Amz-Signature=${CANARY}&X-Amz-Expires=60`,
  `https://s3.example.org/o?x-amz-security-token=${CANARY}`,
  `https://blob.example.org/o?sv=2026&sig=${CANARY}`,
  `https://example.org/o?a=b&Signature=${CANARY}&c=d`,
  `https://example.org/o?token=${CANARY}#x`,
  `{"X-Amz-Credential":"${CANARY}"}`,
  `svc_test_${CANARY}`,
  `X-API-Key: ${CANARY}`,
  `{"access_token":"${CANARY}","token_type":"bearer"}`,
  `grant_type=refresh_token&refresh_token=${CANARY}`,
  `eyJhbGciOi.${CANARY}.${CANARY}`,
  `http://ada:${CANARY}@proxy.example.org:3128/`,
  `GET https://blob.example.org/o?anything=${CANARY}`,
  `cookie: benchtop-5000=${CANARY}`,
  `-----BEGIN PRIVATE KEY----- ${CANARY}`,
])('nothing secret is left of %s [S52]', text => {
  const lines: string[] = [];
  const log = createPinoLog({ write: line => void lines.push(line) });
  log.info('request', { text });
  log.with({ text }).error(text, { apiKey: CANARY, accessToken: CANARY, sizeBytes: 3 });
  expect(lines.join('')).not.toContain(CANARY);
  const [first, second] = lines.map(line => JSON.parse(line) as unknown);
  expect(first).toMatchObject({ event: 'request' });
  expect(second).toMatchObject({ apiKey: '[hidden]', accessToken: '[hidden]', sizeBytes: 3 });
});

test('what is not secret stays', () => {
  const text = 'PUT https://example.org/api/v1/files 200 correlation=7f3a "plate 7.csv" took 3 s';
  const lines: string[] = [];
  createPinoLog({ write: line => void lines.push(line) }).info('request', { text, token: null });
  expect(JSON.parse(lines.join(''))).toMatchObject({ text, token: '[hidden]' });
});

test('a log file never grows beyond its bound, and only so many are kept [S52]', () => {
  const base = fs.mkdtempSync(join(tmpdir(), 'benchtop-log-'));
  const path = join(base, 'logs', 'benchtop.log');
  const file = new RotatingFile(path, { maxBytes: 100, maxFiles: 3 });
  for (let index = 0; index < 40; index += 1) file.write(`line ${String(index).padStart(3, '0')}\n`);
  file.close();
  const names = fs.readdirSync(join(base, 'logs')).toSorted();
  const sizes = names.map(name => fs.statSync(join(base, 'logs', name)).size);
  const newest = fs.readFileSync(path, 'utf8');
  const older = fs.readFileSync(`${path}.1`, 'utf8');
  fs.rmSync(base, { recursive: true });
  expect(names).toEqual(['benchtop.log', 'benchtop.log.1', 'benchtop.log.2']);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  expect(newest).toContain('line 039\n');
  expect(older).toContain('line 032\n');
});

test('a log goes on where it ended, and one that cannot be written stops nobody', () => {
  const base = fs.mkdtempSync(join(tmpdir(), 'benchtop-log-'));
  const path = join(base, 'benchtop.log');
  for (const text of ['one\n', 'two\n']) {
    const file = new RotatingFile(path, { maxBytes: 100, maxFiles: 3 });
    file.write(text);
    file.close();
  }
  const text = fs.readFileSync(path, 'utf8');
  const nowhere = new RotatingFile(join(path, 'is a file', 'x.log'), { maxBytes: 100, maxFiles: 3 });
  nowhere.write('lost\n');
  fs.rmSync(base, { recursive: true });
  expect(text).toBe('one\ntwo\n');
});

test('what was logged can be read again, also that of the run before, and whoever listens hears of more', () => {
  const base = fs.mkdtempSync(join(tmpdir(), 'benchtop-log-'));
  const first = createPinoLog(new KeptLog(logFileIn(base), base));
  first.info('before', {});
  const kept = new KeptLog(logFileIn(base), base);
  const log = createPinoLog(kept);
  log.info('one', {});
  const early = kept.read().lines.map(line => (JSON.parse(line) as { event: string }).event);
  let heard = 0;
  const leave = kept.onLine(() => (heard += 1));
  log.error('two', {});
  leave();
  log.info('three', {});
  const { first: number, lines } = kept.read();
  fs.rmSync(base, { recursive: true });
  expect(early).toEqual(['before', 'one']);
  expect(lines.map(line => (JSON.parse(line) as { event: string }).event)).toEqual(['before', 'one', 'two', 'three']);
  expect({ number, heard, count: kept.count() }).toEqual({ number: 1, heard: 1, count: 3 });
});

test('of a log without end the newest lines are kept, and their numbers go on', () => {
  const base = fs.mkdtempSync(join(tmpdir(), 'benchtop-log-'));
  const kept = new KeptLog({ write: () => undefined }, base);
  expect(kept.read().lines).toEqual([]);
  for (let index = 1; index <= 25_000; index += 1) kept.write(`${index}\n`);
  const { first, lines } = kept.read();
  fs.rmSync(base, { recursive: true });
  expect(lines.length).toBeLessThan(22_500);
  expect(lines[0]).toBe(String(first));
  expect(lines.at(-1)).toBe('25000');
});
