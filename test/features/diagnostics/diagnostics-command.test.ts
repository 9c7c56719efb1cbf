import { expect, test } from 'vitest';

import { exitCodeOfHealth } from '../../../main/cli/commands/daemon/diagnostics-commands.ts';
import type { HealthItem, ToolRun } from '../../../shared/features/diagnostics/model.ts';
import { type HandTopics, handTopics } from '../../shared/scripted-handlers.ts';
import { run, temporaryFolder } from '../../main/cli/run-here.ts';
import { AT } from '../../main/cli/samples.ts';
import { type Script, scriptedApp } from '../../main/cli/scripted-app.ts';

const item = (id: string, state: HealthItem['state'], remedy: string | null = null): HealthItem => {
  return { id, mirror: null, state, title: id, text: `About \u202E${id}.`, remedy, fix: null };
};

test('doctor says what is so and what to do, and its exit code says how bad it is', async () => {
  const items = [item('service', 'pass'), item('disk', 'warn', 'Free some space.')];
  const script = { 'diagnostics.health': { gives: { at: AT, worst: 'warn', items } } } as const;
  const told = await run(['doctor'], script);
  expect(told.exitCode).toBe(3);
  expect(told.stdout).toMatch(
    /^ok {5}service: About .*service\.\nlook {3}disk: About .*disk\.\n {7}Free some space\.\n$/,
  );
  expect(told.stdout).not.toContain('\u202E');
  expect(told.events).toContain('diagnostics.health {"isThorough":true}');
  const json = await run(['doctor', '--json'], script);
  expect(JSON.parse(json.stdout)).toEqual({ v: 1, at: AT, worst: 'warn', items });
});

test('doctor names the command that does what the button of the window does', async () => {
  const items = [
    { ...item('full-check', 'warn'), fix: 'check-now' },
    { ...item('new', 'warn'), fix: 'unheard of' },
  ];
  const { stdout } = await run(['doctor'], { 'diagnostics.health': { gives: { at: AT, worst: 'warn', items } } });
  expect(stdout.split('\n').filter(line => line.includes('benchtop'))).toEqual(['       benchtop check']);
});

test.each([
  [[item('service', 'pass'), item('clock', 'unknown')], 0],
  [[item('full-check', 'warn')], 3],
  [[item('service', 'fail'), item('disk', 'warn')], 75],
  [[item('service', 'fail'), item('disk', 'fail')], 1],
  [[item('credentials', 'fail'), item('disk', 'fail')], 4],
])('the exit code of a health list', (items, code) => expect(exitCodeOfHealth(items)).toBe(code));

const BUNDLE = {
  id: 'b1',
  at: AT,
  showsNames: false,
  sizeBytes: 4000,
  fileName: 'benchtop-support.zip',
  files: [{ name: 'health.json', about: 'The health list.', sizeBytes: 1234 }],
};
const bundling: Script = {
  'diagnostics.bundle': { gives: BUNDLE },
  'diagnostics.saveBundle': { gives: { path: '/bench/x.zip' } },
  'diagnostics.bundleFile': {
    answers: input => {
      return (input as { offset: number }).offset === 0
        ? { text: 'first ', next: 6 }
        : { text: 'second\n', next: null };
    },
  },
};

test('a support bundle is listed and shown before anything is written', async () => {
  const listed = await run(['support-bundle', '--list'], bundling);
  expect(listed.stdout).toMatch(/^health\.json +1,234 bytes {2}The health list\.\n$/);
  const shown = await run(['support-bundle', '--show', 'health.json'], bundling);
  expect(shown.stdout).toBe('first second\n');
  for (const { events } of [listed, shown]) expect(events.join()).not.toContain('saveBundle');
});

test('a support bundle is written where it was told to', async () => {
  const written = await run(['support-bundle', 'x.zip', '--names'], bundling);
  expect(written).toMatchObject({ exitCode: 0, stdout: '/bench/x.zip\n' });
  expect(written.stderr).toContain('Nothing was sent anywhere');
  expect(written.events).toContain('diagnostics.bundle {"showsNames":true}');
  expect(written.events).toContain('diagnostics.saveBundle {"bundle":"b1","folder":"/bench","name":"x.zip"}');
  const json = await run(['support-bundle', await temporaryFolder(), '--json'], bundling);
  expect(JSON.parse(json.stdout)).toMatchObject({ v: 1, path: '/bench/x.zip', files: BUNDLE.files });
});

test('the log is asked for as it was wished, and a count that is none is the usual one', async () => {
  const line = { number: 3, at: AT, level: 'error', event: 'loop.failed', text: 'error="x\u001B[2J"' };
  const script = { 'diagnostics.log': { gives: { lines: [line], hasMore: false } } } as const;
  const told = await run(['log', '--level', 'error', '--text', 'loop', '--limit', '9999999', '--names'], script);
  expect(told.stdout).toContain('loop.failed');
  expect(told.stdout).not.toContain('\u001B');
  expect(told.events).toContain(
    'diagnostics.log {"before":null,"limit":1000,"level":"error","text":"loop","showsNames":true}',
  );
  const { stdout, events } = await run(['log', '--limit', 'all', '--json'], script);
  expect(events.join()).toContain('"limit":200');
  const { number: _number, ...rest } = line;
  expect(JSON.parse(stdout)).toEqual({ v: 1, lines: [rest], hasMore: false });
});

/** Runs a tool that ends like this. */
async function tool(args: readonly string[], end: Partial<ToolRun>, findings: readonly object[] = []) {
  const topics: HandTopics = handTopics();
  const begun: unknown[] = [];
  const ended: ToolRun = {
    id: 'r1',
    tool: 'verify',
    mirror: 'm1',
    state: 'done',
    done: 3,
    total: 3,
    found: findings.length,
    summary: ['3 files read.'],
    fault: null,
    ...end,
  };
  const script: Script = {
    'diagnostics.begin': {
      answers: input => {
        begun.push(input);
        topics.publish('diagnostics.tool', { ...ended, state: 'running', fault: null });
        setTimeout(() => topics.publish('diagnostics.tool', ended), 5);
        return { run: 'r1' };
      },
    },
    'diagnostics.stop': { gives: null },
    'diagnostics.findings': { gives: { findings, total: findings.length } },
  };
  const buildApp = async () => ({ ...scriptedApp(script, () => undefined), topics });
  return { ...(await run(args, script, { parts: { buildApp } })), begun };
}

const FINDING = { path: 'a\u202E.csv', code: 'bytes-differ', text: 'Its bytes differ.' };

test('verify says what differs, and its exit code says whether anything does', async () => {
  const differs = await tool(['verify', 'm1'], {}, [FINDING]);
  expect(differs.exitCode).toBe(3);
  expect(differs.stdout).toMatch(/^a.*\.csv {2}Its bytes differ\.\n3 files read\.\n$/);
  expect(differs.stdout).not.toContain('\u202E');
  const json = await tool(['verify', 'm1', '--json'], {}, [FINDING]);
  expect(JSON.parse(json.stdout)).toMatchObject({ v: 1, state: 'done', found: 1, findings: [FINDING] });
  expect((await tool(['verify', 'm1'], {})).exitCode).toBe(0);
  expect((await tool(['verify', 'm1'], { state: 'stopped' })).exitCode).toBe(75);
  const fault = { kind: 'root-lost', path: '/lab', why: 'missing' } as const;
  expect(await tool(['verify', 'm1'], { state: 'failed', fault })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('/lab') as string,
  });
});

test('what new records would find is no trouble', async () => {
  expect((await tool(['rebuild', 'm1'], { tool: 'rebuild' }, [FINDING])).exitCode).toBe(0);
});

test('only --really begins a new record', async () => {
  const summary = ['The record began anew.'];
  const dry = await tool(['rebuild', 'm1'], { tool: 'rebuild' });
  const real = await tool(['rebuild', 'm1', '--really'], { tool: 'renew', summary });
  expect([...dry.begun, ...real.begun]).toEqual([
    { tool: 'rebuild', mirror: 'm1' },
    { tool: 'renew', mirror: 'm1' },
  ]);
  expect(real).toMatchObject({ exitCode: 0, stdout: 'The record began anew.\n' });
});
