import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { FaultError } from '../../../shared/fault.ts';
import type { LogLine, ToolRun } from '../../../shared/features/diagnostics/model.ts';
import { copiedDetails } from '../../../shared/features/diagnostics/window-text.ts';
import { namesBelow } from '../../setup/run/test-files.ts';
import { settle, started, stillWindows } from '../../renderer/still-window.ts';

stillWindows();

const line = (number: number): LogLine => ({ number, at: '', level: 'info', event: `e${number}`, text: '' });

/** A log that a test writes into. */
async function log(count: number) {
  const asked: object[] = [];
  let written = count;
  const far = await started({
    'diagnostics.log': async question => {
      asked.push(question);
      const all = Array.from({ length: written }, (_, index) => line(written - index));
      const found = all.filter(({ event }) => event.includes(question.text));
      return { lines: found.slice(0, question.limit), hasMore: found.length > question.limit };
    },
  });
  const stores = await import('../../../renderer/features/diagnostics/stores/diagnostics.ts');
  far.topics.publish('diagnostics.logged', written);
  await settle();
  const write = async (more: number) => {
    far.topics.publish('diagnostics.logged', (written += more));
    await settle();
  };
  return { asked, far, stores, write, shown: () => stores.useLog.getState() };
}

test('the log is read while it is on show, and no longer', async () => {
  const { asked, stores, write, shown } = await log(300);
  expect(asked).toEqual([]);
  const leave = stores.watchLog();
  await settle();
  expect(shown().lines).toHaveLength(200);
  expect(shown().hasMore).toBe(true);
  await write(1);
  expect(shown().lines?.[0]?.number).toBe(301);
  stores.readOlder();
  await settle();
  expect(shown().lines).toHaveLength(301);
  leave();
  const before = asked.length;
  await write(5);
  expect(asked.length).toBe(before);
});

test('a paused log stays as it is and counts what it misses', async () => {
  const { stores, write, shown } = await log(10);
  stores.watchLog();
  await settle();
  stores.pauseLog(true);
  await write(3);
  expect(shown()).toMatchObject({ isPaused: true, missed: 3 });
  expect(shown().lines?.[0]?.number).toBe(10);
  stores.pauseLog(false);
  await settle();
  expect(shown().lines?.[0]?.number).toBe(13);
  expect(shown().missed).toBe(0);
});

test('only the answer to the last question about the log counts', async () => {
  const { stores, shown } = await log(30);
  stores.watchLog();
  stores.narrowLog({ text: 'e1' });
  stores.narrowLog({ text: 'e29' });
  await settle();
  expect(shown().lines?.map(({ number }) => number)).toEqual([29]);
});

test('a health list that cannot be read leaves the one before, and is asked for once at a time', async () => {
  const health = { at: '2026-11-20T14:03:07.042Z', worst: 'pass' as const, items: [] };
  let asked = 0;
  await started({
    'diagnostics.health': async () => {
      asked += 1;
      if (asked > 1) throw new FaultError({ kind: 'bug', detail: 'x' });
      return health;
    },
  });
  const { readHealth, useHealth } = await import('../../../renderer/features/diagnostics/stores/diagnostics.ts');
  const both = Promise.all([readHealth(false), readHealth(true)]);
  await settle();
  await both;
  expect(asked).toBe(1);
  const again = readHealth(true);
  await settle();
  await again;
  expect(useHealth.getState()).toMatchObject({ value: health, fault: { kind: 'bug' }, isReading: false });
});

test('what a tool found is read once it has ended, and a tool that is refused leaves what is on show', async () => {
  const findings = [{ path: 'a.csv', code: 'changed', text: 'It was changed.' }];
  const far = await started({
    'diagnostics.findings': async () => ({ findings, total: 1 }),
    'diagnostics.begin': async () => Promise.reject(new FaultError({ kind: 'bad-request', detail: 'Busy.' })),
  });
  const { beginTool, useFindings, useTool } =
    await import('../../../renderer/features/diagnostics/stores/diagnostics.ts');
  const run: ToolRun = {
    id: 'r1',
    tool: 'verify',
    mirror: 'm1',
    state: 'running',
    done: 0,
    total: null,
    found: 0,
    summary: [],
    fault: null,
  };
  far.topics.publish('diagnostics.tool', run);
  await settle();
  expect(useTool.getState().value?.state).toBe('running');
  expect(useFindings.getState().findings).toEqual([]);
  far.topics.publish('diagnostics.tool', { ...run, state: 'done', found: 1, summary: ['Done.'] });
  await settle();
  expect(useFindings.getState().findings).toEqual(findings);
  const refused = beginTool('verify', 'm1');
  await settle();
  await refused;
  expect(useFindings.getState()).toMatchObject({ findings, fault: { kind: 'bad-request' } });
});

test('a file of the bundle is read on where it ended, and what was put away does not come back', async () => {
  const bundle = { id: 'b1', at: '', showsNames: false, files: [], sizeBytes: 0, fileName: 'x.zip' };
  await started({
    'diagnostics.bundle': async () => bundle,
    'diagnostics.bundleFile': async ({ offset }) => ({ text: `from ${offset};`, next: offset === 0 ? 9 : null }),
  });
  const stores = await import('../../../renderer/features/diagnostics/stores/support-bundle.ts');
  const after = async (work: Promise<void>) => {
    await settle();
    await work;
  };
  await after(stores.prepareBundle(false));
  await after(stores.showFile('log.jsonl'));
  await after(stores.showMore());
  expect(stores.useBundle.getState().shown).toMatchObject({ text: 'from 0;from 9;', next: null });
  const late = stores.showFile('log.jsonl');
  stores.hideFile();
  await after(late);
  expect(stores.useBundle.getState().shown).toBeNull();
});

test('copied details have one fact a line, and nothing for what is not known', () => {
  const facts = {
    time: 'T',
    operation: 'api.refused',
    status: '404',
    errorCode: null,
    correlationId: '7f3a',
    version: '0.1.0',
  };
  expect(copiedDetails(facts)).toBe(
    'Time: T\nOperation: api.refused\nStatus: 404\nCorrelation id: 7f3a\nBenchtop: 0.1.0',
  );
});

test.each([
  'svc_live_c4nary',
  'Bearer c4nary',
  'https://s3.example.org/o?X-Amz-Signature=c4nary&X-Amz-Expires=60',
  'https://blob.example.org/container/plate7.csv?sig=c4nary',
  'http://ada:c4nary@proxy.example.org:3128/',
  'password: c4nary',
  'eyJhbGciOi.c4nary.c4nary',
  'https://kb.example.org/invitations/c4nary-c4nary',
  '-----BEGIN PRIVATE KEY-----\nc4nary\n-----END PRIVATE KEY-----',
  'c4nary@example.org',
])('nothing secret is copied, wherever it stands: %s', secret => {
  const [time, operation, status, errorCode, correlationId, version] = Array.from({ length: 6 }, () => secret);
  const facts = { time, operation, status, errorCode, correlationId, version } as Parameters<typeof copiedDetails>[0];
  expect(copiedDetails({ ...facts, text: `It said: ${secret}`, more: [`and ${secret}`] })).not.toContain('c4nary');
});

test('what is copied cannot turn the text around where it is pasted, and each fact stays on its line', () => {
  const facts = { time: 'T', operation: 'o', status: null, errorCode: null, correlationId: null, version: null };
  expect(copiedDetails({ ...facts, text: "'a\u202evsc.exe'\nStatus: 200" })).toBe(
    "Time: T\nOperation: o\nDetails: 'a\\u202evsc.exe' Status: 200",
  );
});

test('whatever shows a fault shows the one notice, from which its facts can be copied', () => {
  const folder = fileURLToPath(new URL('../../../renderer', import.meta.url));
  const files = namesBelow(folder).filter(name => name.endsWith('.tsx'));
  const own = files.filter(name => /\bfault(Line|Text)\(/.test(readFileSync(join(folder, name), 'utf8')));
  // A field that refuses what was typed says so itself.
  expect(own.toSorted()).toEqual([
    'components/feedback/copy-details.tsx',
    'components/feedback/fault-notice.tsx',
    'features/settings/saved-field.tsx',
  ]);
});
