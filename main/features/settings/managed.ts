import type { Handlers } from '../../../shared/contract.ts';
import { badRequest, FaultError } from '../../../shared/fault.ts';
import { managedFile, type ManagedFound, type ManagedInfo } from '../../../shared/features/settings/managed-model.ts';
import type { ZoneWish } from '../../../shared/features/zones/model.ts';
import { ownValue } from '../../../shared/own-value.ts';
import { managedTexts as texts } from '../../../shared/features/settings/managed-text.ts';
import { baseUrlOf, rememberedService } from '../../engine/account/account.ts';
import { writeSetting } from '../../engine/context/settings.ts';
import type { Facts } from '../../journal/records/history.ts';
import type { Secrets } from '../../ports/secrets.ts';

const NOTHING = { service: null, updatesOff: false, remoteImagesOff: false, zonesVerify: null, settings: {} };

/**
 * The policy from the file that was found. Never fails: a policy that cannot be parsed forbids everything a policy can
 * forbid.
 */
export function managedBy(found: ManagedFound | undefined): ManagedInfo {
  if (found === undefined) return { path: '', state: 'none', why: null, ...NOTHING };
  const { path } = found;
  if (found.found === 'nothing') return { path, state: 'none', why: null, ...NOTHING };
  if (found.found === 'text') return understood(path, found.text);
  return found.found === 'unreadable'
    ? closed(path, found.why)
    : { path, state: 'not-trusted', why: found.why, ...NOTHING };
}

function understood(path: string, text: string): ManagedInfo {
  try {
    return { path, state: 'in-force', why: null, ...laidDown(path, text) };
  } catch (thrown) {
    return closed(path, thrown instanceof FaultError ? detailOf(thrown) : texts.trouble.notJson(path));
  }
}

function closed(path: string, why: string): ManagedInfo {
  return { path, state: 'unreadable', why, ...NOTHING, updatesOff: true, remoteImagesOff: true };
}

/** @throws FaultError `bad-request` for unknown content; SyntaxError when it is not JSON. */
function laidDown(path: string, text: string): Omit<ManagedInfo, 'path' | 'state' | 'why'> {
  const parsed = managedFile.safeParse(JSON.parse(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const words = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys : [])];
    throw badRequest(texts.trouble.shape(path, words.length === 0 ? '' : `: '${words.join('.').slice(0, 200)}'`));
  }
  const { service, updates, remoteImages, zonesVerify, settings = {} } = parsed.data;
  return {
    service: service === undefined ? null : serviceIn(path, service),
    updatesOff: updates === 'off',
    remoteImagesOff: remoteImages === 'off',
    zonesVerify: zonesVerify ?? null,
    settings: Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])),
  };
}

function serviceIn(path: string, text: string): string {
  try {
    return baseUrlOf(text);
  } catch {
    throw badRequest(texts.trouble.service(path, text));
  }
}

/** Applies the settings of the policy. @returns the policy, with a note about a setting that is invalid. */
export function settleManaged(managed: ManagedInfo, facts: Facts): ManagedInfo {
  const troubles = Object.entries(managed.settings).flatMap(([name, value]) => {
    try {
      writeSetting(facts, name, value);
      return [];
    } catch (thrown) {
      if (!(thrown instanceof FaultError)) throw thrown;
      return [texts.trouble.setting(detailOf(thrown))];
    }
  });
  return troubles.length === 0 ? managed : { ...managed, why: troubles.join(' ') };
}

/** @param remembered the service in use. @throws FaultError `bad-request` for a service that the policy forbids. */
export function mustAllowService(managed: ManagedInfo, baseUrl: string, remembered: string | null): void {
  if (managed.state === 'unreadable' && baseUrl !== remembered) throw badRequest(texts.signInClosed);
  if (managed.service !== null && managed.service !== baseUrl) throw badRequest(texts.otherService(managed.service));
}

/** @throws FaultError `bad-request` for a setting that only the administrator changes. */
export function mustAllowSetting(managed: ManagedInfo, name: string): void {
  if (managed.state === 'unreadable') throw badRequest(texts.settingClosed);
  const value = ownValue(managed.settings, name);
  if (value !== undefined) throw badRequest(texts.setting(name, value));
}

const VERIFYING: readonly ZoneWish['verify'][] = ['none', 'sample', 'all'];

/** Whether a zone verifies as many files as the policy requires. */
export function readsBackEnough({ zonesVerify }: ManagedInfo, verify: ZoneWish['verify']): boolean {
  return zonesVerify === null || VERIFYING.indexOf(verify) >= VERIFYING.indexOf(zonesVerify);
}

/** @throws FaultError `bad-request` for a zone that verifies fewer files than the policy requires. */
export function mustAllowZone(managed: ManagedInfo, { verify }: Pick<ZoneWish, 'verify'>): void {
  if (managed.zonesVerify !== null && !readsBackEnough(managed, verify))
    throw badRequest(texts.verify(managed.zonesVerify));
}

/** Withholds the credential for a service that the policy forbids: the app then behaves as signed out. */
export function managedSecrets(secrets: Secrets, managed: ManagedInfo, facts: Facts): Secrets {
  const { service } = managed;
  if (service === null) return secrets;
  const mayRead = (): boolean => [null, service].includes(rememberedService(facts));
  return {
    read: async () => (mayRead() ? secrets.read() : null),
    write: (secret, place) => secrets.write(secret, place),
    remove: () => secrets.remove(),
    hasKeyring: () => secrets.hasKeyring(),
  };
}

/** The policy as the contract shows it. */
export function managedHandlers(managed: ManagedInfo): Pick<Handlers, 'managed.get'> {
  return { 'managed.get': async () => managed };
}

function detailOf({ fault }: FaultError): string {
  return 'detail' in fault ? fault.detail : fault.kind;
}
