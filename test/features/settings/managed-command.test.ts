import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { runCommandLine } from '../../../main/cli/command-line.ts';
import { realParts } from '../../../main/host-parts.ts';
import type { ManagedFound } from '../../../shared/features/settings/managed-model.ts';
import { managedTexts } from '../../../shared/features/settings/managed-text.ts';

// The real engine under a policy: what it lays down reaches the commands.

const POLICY: ManagedFound = {
  path: '/etc/benchtop/policy.json',
  found: 'text',
  text: JSON.stringify({
    version: 1,
    service: 'https://kb.example.org',
    updates: 'off',
    zonesVerify: 'all',
    settings: { pollSeconds: 300 },
  }),
};

let place: string;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'benchtop-policy-'));
  mkdirSync(join(place, 'reads'));
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

async function run(args: readonly string[], found: ManagedFound = POLICY) {
  const [printed, told]: [string[], string[]] = [[], []];
  const code = await runCommandLine(
    {
      args,
      folder: place,
      dataDirectory: join(place, 'data'),
      computer: 'bench-04',
      version: '0.0.0',
      print: text => void printed.push(text),
      tell: message => void told.push(message),
      readInput: async () => 'svc_live_0123456789',
      stop: new AbortController().signal,
    },
    { ...realParts, readManaged: async () => found },
  );
  return { code, stdout: printed.join(''), stderr: told.join('\n') };
}

test('S68: policy show says what is laid down, for people and for scripts', async () => {
  const { stdout } = await run(['policy', 'show', '--json']);
  expect(JSON.parse(stdout)).toEqual({
    v: 1,
    path: '/etc/benchtop/policy.json',
    state: 'in-force',
    why: null,
    service: 'https://kb.example.org/api/v1',
    updatesOff: true,
    remoteImagesOff: false,
    zonesVerify: 'all',
    settings: { pollSeconds: '300' },
  });
  expect((await run(['policy', 'show'])).stdout).toContain("'pollSeconds' is 300.");
  expect((await run(['policy', 'show'], { path: '/etc/x', found: 'nothing' })).stdout).toContain('There is no policy');
});

test('S68: a setting that is laid down is refused with words, and holds', async () => {
  const refused = await run(['config', 'set', 'pollSeconds', '10']);
  expect(refused).toMatchObject({ code: 1, stderr: managedTexts.setting('pollSeconds', '300') });
  expect((await run(['config', 'get', 'pollSeconds'])).stdout.trim()).toBe('300');
  expect((await run(['config', 'set', 'settleMs', '3000'])).code).toBe(0);
});

test.each(['__proto__', 'constructor', 'toString', 'no such'])(
  'the setting %s is unknown, also where an administrator laid settings down',
  async name => {
    const sentence = expect.stringMatching(`^There is no setting '${name}'\\. There are: deleteHoldSeconds, `);
    for (const found of [POLICY, { path: '/etc/x', found: 'nothing' } as const]) {
      expect(await run(['config', 'set', name, '1'], found)).toEqual({ code: 1, stdout: '', stderr: sentence });
      expect(await run(['config', 'get', name], found)).toEqual({ code: 1, stdout: '', stderr: sentence });
    }
  },
);

test('S68: another service is refused with words before anybody is asked', async () => {
  const refused = await run(['login', '--service', 'https://other.example.org', '--key-stdin', '--store', 'file']);
  expect(refused).toMatchObject({ code: 1, stderr: managedTexts.otherService('https://kb.example.org/api/v1') });
});

test('S68: a drop zone that reads back less than is laid down is refused with words', async () => {
  const refused = await run(['zones', 'add', 'reads', '--to', 'Knowledge Base', '--verify', 'sample']);
  expect(refused).toMatchObject({ code: 1, stderr: managedTexts.verify('all') });
});
