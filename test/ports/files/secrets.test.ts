import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createSecrets, type Keyring } from '../../../main/node/files/keyring-and-file-secrets.ts';
import { otherPathTo } from '../../setup/other-path.ts';
import { createFakeSecrets, type SecretsState } from '../../sim/fakes/fake-secrets.ts';
import { secretsSuite } from './secrets.suite.ts';

let base: string;
beforeEach(() => {
  base = fs.mkdtempSync(join(tmpdir(), 'benchtop-secrets-'));
});
afterEach(() => fs.rmSync(base, { recursive: true }));

/** A key store in memory, one password per service and account. */
function keyringOf(kept: Map<string, string>): () => Promise<Keyring> {
  const at = (service: string, account: string): string => `${service} ${account}`;
  const keyring: Keyring = {
    getPassword: async (service, account) => kept.get(at(service, account)) ?? null,
    setPassword: async (service, account, password) => void kept.set(at(service, account), password),
    deletePassword: async (service, account) => kept.delete(at(service, account)),
  };
  return () => Promise.resolve(keyring);
}

const noKeyring = (): Promise<Keyring> => Promise.reject(new Error('Cannot autolaunch D-Bus without X11 $DISPLAY'));
const modeOf = (path: string): number => fs.statSync(path).mode & 0o777;

secretsSuite('keyring and file', hasKeyring => {
  const load = hasKeyring ? keyringOf(new Map()) : noKeyring;
  return { secrets: createSecrets(base, load), again: () => createSecrets(base, load) };
});
secretsSuite('fake secrets', hasKeyring => {
  const state: SecretsState = { kept: null, hasKeyring };
  return { secrets: createFakeSecrets(state), again: () => createFakeSecrets(state) };
});

test('a key in the keyring is nowhere in the data directory, and belongs to that directory [S45]', async () => {
  const kept = new Map<string, string>();
  await createSecrets(base, keyringOf(kept)).write('svc_live_one', null);
  expect([...kept]).toEqual([[`benchtop ${base}`, 'svc_live_one']]);
  const texts = fs.readdirSync(base).map(name => fs.readFileSync(join(base, name), 'utf8'));
  expect(texts.join()).not.toContain('svc_live_one');
});

test('a key is found, replaced and removed by any path to its data directory', async () => {
  const kept = new Map<string, string>();
  const records = join(base, 'records');
  fs.mkdirSync(records);
  const [one, other] = [records, otherPathTo(records, base)].map(path => createSecrets(path, keyringOf(kept)));
  await one?.write('svc_live_one', 'keyring');
  expect(await other?.read()).toBe('svc_live_one');
  await other?.write('svc_live_two', 'keyring');
  expect([kept.size, await one?.read()]).toEqual([1, 'svc_live_two']);
  await other?.remove();
  expect(kept.size).toBe(0);
});

test('a key that was kept under the path as it was typed is still found, and goes with it', async () => {
  const records = join(base, 'records');
  fs.mkdirSync(records);
  const other = otherPathTo(records, base);
  const kept = new Map([[`benchtop ${other}`, 'svc_live_old']]);
  fs.writeFileSync(join(records, 'credentials'), JSON.stringify({ place: 'keyring' }));
  const secrets = createSecrets(other, keyringOf(kept));
  expect(await secrets.read()).toBe('svc_live_old');
  await secrets.write('svc_live_new', 'keyring');
  expect([...kept.values(), await secrets.read()]).toEqual(['svc_live_new', 'svc_live_new']);
});

test('a key in the file can be read by its owner only, and no unfinished file stays [S46]', async () => {
  await createSecrets(join(base, 'new'), noKeyring).write('svc_live_one', null);
  expect([modeOf(join(base, 'new')), modeOf(join(base, 'new', 'credentials'))]).toEqual([0o700, 0o600]);
  expect(fs.readdirSync(join(base, 'new'))).toEqual(['credentials']);
});

test('when the key moves to the file, the keyring forgets it', async () => {
  const kept = new Map<string, string>();
  const secrets = createSecrets(base, keyringOf(kept));
  await secrets.write('svc_live_one', 'keyring');
  await secrets.write('svc_live_two', 'file');
  expect(kept.size).toBe(0);
});

test('without a key the keyring is never asked, so nobody is asked to unlock it', async () => {
  let asked = 0;
  const secrets = createSecrets(base, () => {
    asked += 1;
    return noKeyring();
  });
  expect(await secrets.read()).toBeNull();
  await secrets.remove();
  expect(asked).toBe(0);
});

test('a keyring that cannot be read any more is an error, not a sign-out [S47]', async () => {
  await createSecrets(base, keyringOf(new Map())).write('svc_live_one', 'keyring');
  const locked = createSecrets(base, noKeyring);
  await expect(locked.read()).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
  await expect(locked.remove()).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
});

test('a keyring that was emptied behind our back has no key', async () => {
  const kept = new Map<string, string>();
  const secrets = createSecrets(base, keyringOf(kept));
  await secrets.write('svc_live_one', 'keyring');
  kept.clear();
  expect(await secrets.read()).toBeNull();
});

test('a damaged file names itself and the remedy, and signing in again heals it [S47]', async () => {
  fs.writeFileSync(join(base, 'credentials'), '{"v":1,"pla');
  const secrets = createSecrets(base, noKeyring);
  await expect(secrets.read()).rejects.toMatchObject({
    fault: { kind: 'bad-request', detail: expect.stringContaining(join(base, 'credentials')) as string },
  });
  await secrets.write('svc_live_one', 'file');
  expect(await secrets.read()).toBe('svc_live_one');
});

test('the real key store works or says that it is not there, without harm to the file', async () => {
  const secrets = createSecrets(base);
  const place = await secrets.write('svc_live_one', null);
  expect(['keyring', 'file']).toContain(place);
  expect(await secrets.read()).toBe('svc_live_one');
  await secrets.remove();
  expect(await secrets.read()).toBeNull();
});
