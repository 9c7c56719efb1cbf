import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  managedBy,
  managedSecrets,
  mustAllowService,
  mustAllowSetting,
  mustAllowZone,
  settleManaged,
} from '../../../main/features/settings/managed.ts';
import { allSettings } from '../../../main/engine/context/settings.ts';
import { managedPlace, type Ownership, readManaged } from '../../../main/node/files/managed-file.ts';
import type { ManagedInfo } from '../../../shared/features/settings/managed-model.ts';
import { managedLines, managedTexts } from '../../../shared/features/settings/managed-text.ts';
import { newJournal } from '../../builders/open-journal.ts';
import { ON_POSIX } from '../../setup/on-posix.ts';
import { createFakeSecrets } from '../../sim/fakes/fake-secrets.ts';

const PATH = '/etc/benchtop/policy.json';
const ALL = {
  version: 1,
  service: 'https://kb.example.org',
  updates: 'off',
  remoteImages: 'off',
  zonesVerify: 'sample',
  settings: { pollSeconds: 300, searchInside: 'no' },
};

function saying(policy: unknown): ManagedInfo {
  return managedBy({ path: PATH, found: 'text', text: typeof policy === 'string' ? policy : JSON.stringify(policy) });
}

describe('S68: where the policy of a computer counts', () => {
  const ROOT: Ownership = { uid: 0, mode: 0o755 };
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'benchtop-policy-')));
    file = join(folder, 'benchtop', 'policy.json');
    mkdirSync(join(folder, 'benchtop'));
    writeFileSync(file, '{"version":1}');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('one that the administrator alone can have written is read', () => {
    expect(readManaged(file, 'linux', () => ROOT)).toEqual({ path: file, found: 'text', text: '{"version":1}' });
  });

  test.each([
    ['a file of somebody else', { path: 'policy.json', uid: 1000 }, 'otherOwner'],
    ['a file that a group may write', { path: 'policy.json', mode: 0o664 }, 'writable'],
    ['a file that everybody may write', { path: 'policy.json', mode: 0o646 }, 'writable'],
    ['a folder that everybody may write', { path: 'benchtop', mode: 0o777 }, 'writable'],
    ['a folder of somebody else', { path: 'benchtop', uid: 1000 }, 'otherOwner'],
  ] as const)('%s is refused', (_, odd, word) => {
    const found = readManaged(file, 'linux', path => (path.endsWith(odd.path) ? { ...ROOT, ...odd } : ROOT));
    const place = odd.path === 'benchtop' ? join(folder, 'benchtop') : file;
    expect(found).toEqual({ path: file, found: 'not-trusted', why: managedTexts.trouble[word](place) });
  });

  test.runIf(ON_POSIX)('a link is refused, even one of the administrator', () => {
    const link = join(folder, 'link.json');
    symlinkSync(file, link);
    expect(readManaged(link, 'linux', () => ROOT)).toMatchObject({ found: 'not-trusted' });
  });

  test('where there is none, nothing is laid down', () => {
    expect(readManaged(join(folder, 'none.json'), 'linux', () => ROOT).found).toBe('nothing');
    expect(readManaged(join(file, 'none.json'), 'linux', () => ROOT).found).toBe('nothing');
  });

  test('one that Windows saved with a mark is read, and one that is no text is named', () => {
    writeFileSync(file, '\ufeff{"version":1}', 'utf16le');
    expect(readManaged(file, 'linux', () => ROOT)).toMatchObject({ found: 'text', text: '{"version":1}' });
    writeFileSync(file, '{"version":1}', 'utf16le');
    const why = managedTexts.trouble.notText(file);
    expect(readManaged(file, 'linux', () => ROOT)).toEqual({ path: file, found: 'unreadable', why });
  });

  test('what is larger than any policy is not read', () => {
    writeFileSync(file, ' '.repeat(70_000));
    expect(readManaged(file, 'linux', () => ROOT)).toMatchObject({ found: 'unreadable' });
  });

  test('every system has one place, which nothing of the environment moves', () => {
    const places = (['linux', 'darwin', 'win32'] as const).map(managedPlace);
    expect(new Set(places).size).toBe(3);
    expect(places.every(place => place.endsWith('policy.json'))).toBe(true);
  });
});

describe('S68: what a policy says', () => {
  test('all it can lay down', () => {
    expect(saying(ALL)).toEqual({
      path: PATH,
      state: 'in-force',
      why: null,
      service: 'https://kb.example.org/api/v1',
      updatesOff: true,
      remoteImagesOff: true,
      zonesVerify: 'sample',
      settings: { pollSeconds: '300', searchInside: 'no' },
    });
  });

  test('an empty one lays down nothing', () => {
    expect(saying({ version: 1 })).toMatchObject({ state: 'in-force', service: null, updatesOff: false, settings: {} });
  });

  test.each([
    ['no JSON', '{', 'is not JSON'],
    ['a word that nobody knows', { ...ALL, servce: 'x' }, "'servce'"],
    ['another version', { version: 2 }, "'version'"],
    ['a service without https', { version: 1, service: 'http://kb.example.org' }, 'http://kb.example.org'],
    ['a level that there is not', { version: 1, zonesVerify: 'none' }, "'zonesVerify'"],
    ['a list', [], 'unknown'],
  ])('of one with %s all that can be forbidden is forbidden', (_, policy, word) => {
    const managed = saying(policy);
    expect(managed).toMatchObject({ state: 'unreadable', updatesOff: true });
    expect(managed.why).toContain(word);
    expect(() => mustAllowSetting(managed, 'settleMs')).toThrow(managedTexts.settingClosed);
    expect(() => mustAllowService(managed, 'https://a.example.org/api/v1', null)).toThrow(managedTexts.signInClosed);
    // A service in use stays allowed: a mistake in the policy file must not stop a person's work.
    const used = 'https://kb.example.org/api/v1';
    expect(() => mustAllowService(managed, used, used)).not.toThrow();
  });

  test('of one that anybody could have written nothing holds, and it is said why', () => {
    const managed = managedBy({ path: PATH, found: 'not-trusted', why: managedTexts.trouble.writable(PATH) });
    expect(managed).toMatchObject({ state: 'not-trusted', service: null, updatesOff: false });
    expect(managedLines(managed)).toEqual([managedTexts.trouble.writable(PATH)]);
  });
});

describe('S68: what is laid down holds', () => {
  test('only the one service may be signed in to', () => {
    const managed = saying(ALL);
    expect(() => mustAllowService(managed, 'https://kb.example.org/api/v1', null)).not.toThrow();
    expect(() => mustAllowService(managed, 'https://other.example.org/api/v1', null)).toThrow(
      managedTexts.otherService('https://kb.example.org/api/v1'),
    );
  });

  test('a key for another service is not given out, and is still there to be forgotten', async () => {
    const { facts } = newJournal();
    const kept = createFakeSecrets();
    const secrets = managedSecrets(kept, saying(ALL), facts);
    await secrets.write('svc_live_1', null);
    facts.set('service', 'https://other.example.org/api/v1');
    expect(await secrets.read()).toBeNull();
    facts.set('service', 'https://kb.example.org/api/v1');
    expect(await secrets.read()).toBe('svc_live_1');
    await secrets.remove();
    expect(await kept.read()).toBeNull();
  });

  test('settings are set, and stay so', () => {
    const { facts } = newJournal();
    const managed = settleManaged(saying(ALL), facts);
    expect(allSettings(facts)).toMatchObject({ pollSeconds: '300', searchInside: 'no' });
    expect(() => mustAllowSetting(managed, 'pollSeconds')).toThrow(managedTexts.setting('pollSeconds', '300'));
    expect(() => mustAllowSetting(managed, 'settleMs')).not.toThrow();
  });

  test('a setting that cannot be is named, and the others hold', () => {
    const { facts } = newJournal();
    const managed = settleManaged(saying({ version: 1, settings: { pollSeconds: 0, settleMs: 5000 } }), facts);
    expect(allSettings(facts)).toMatchObject({ pollSeconds: '60', settleMs: '5000' });
    expect(managed.why).toContain("'pollSeconds' takes a whole number");
  });

  test('zones read back as much as is asked, or more', () => {
    const managed = saying(ALL);
    expect(() => mustAllowZone(managed, { verify: 'none' })).toThrow(managedTexts.verify('sample'));
    expect(() => mustAllowZone(managed, { verify: 'sample' })).not.toThrow();
    expect(() => mustAllowZone(managed, { verify: 'all' })).not.toThrow();
    expect(() => mustAllowZone(saying({ version: 1 }), { verify: 'none' })).not.toThrow();
  });
});
