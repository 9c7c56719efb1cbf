import { badRequest } from '../../../shared/fault.ts';
import type { Facts } from '../../journal/records/history.ts';
import type { World } from '../../ports/world.ts';
import type { Line } from '../../remote/api/ask.ts';
import { Gate } from '../../remote/api/gate.ts';
import { Connection } from '../../remote/api/request.ts';
import type { Account } from '../../remote/api/request.ts';
import { ServiceApi } from '../../remote/api/service.ts';
import { hostOf, isLoopback } from '../../remote/account/hosts.ts';
import { Storage } from '../../remote/transfer/storage.ts';
import { Throttle } from '../../remote/transfer/throttle.ts';
import { UsedAddresses } from '../../remote/transfer/used-addresses.ts';
import { credentialOf, secretOf } from './credential.ts';
import type { Credential } from './credential.ts';

/** The connection of a signed-in account. */
export interface ServiceConnection {
  readonly account: Account;
  readonly storage: Storage;
  api(organization: string | null): ServiceApi;
  /** For calls that mirroring does not need. */
  line(organization: string | null): Line;
}

/** API calls in flight before the service has asked to slow down. */
const CALLS_AT_ONCE = 8;
const CALLS_AT_ONCE_ON_LOOPBACK = 16;

/** Options of a connection. */
export interface ConnectionOptions {
  /** Called with the time until which all calls wait (ms since the epoch), then with null. */
  readonly onWait?: (untilMs: number | null) => void;
  /** Bytes a second at this moment; 0: no limit. */
  readonly limit?: (direction: 'up' | 'down') => number;
  /** Addresses of the storage that were used before. */
  readonly used?: UsedAddresses;
}

/** Creates the connection of an account. */
export function connectTo(
  world: World,
  account: Account,
  { onWait = () => undefined, limit = () => 0, used = new UsedAddresses() }: ConnectionOptions = {},
): ServiceConnection {
  const most = isLoopback(hostOf(account.baseUrl)) ? CALLS_AT_ONCE_ON_LOOPBACK : CALLS_AT_ONCE;
  const gate = new Gate(world.clock, most, onWait);
  const pace = {
    up: new Throttle(world.clock, () => limit('up')),
    down: new Throttle(world.clock, () => limit('down')),
  };
  const connection = new Connection({ http: world.http, gate, log: world.log }, account);
  return {
    account,
    storage: new Storage(world.http, account.baseUrl, pace, used),
    api: organization => new ServiceApi(connection, organization),
    line: organization => ({ connection, organization }),
  };
}

/**
 * The base address in what a person typed: with `/api/v1`, without a slash at the end.
 * @throws FaultError `bad-request`: not an address, or http to anything but this computer (S40).
 */
export function baseUrlOf(typed: string): string {
  const url = typed.trim().replace(/\/+$/, '');
  const host = hostOf(url);
  if (host === '' || !/^https?:\/\//i.test(url) || /[?#\s]/.test(url) || url.includes('@'))
    throw badRequest(`'${typed}' is not the address of a service. It looks like https://kb.example.org/api/v1.`);
  if (/^http:/i.test(url) && !isLoopback(host))
    throw badRequest(`'${typed}' is not encrypted. Use https; plain http is only for a service on this computer.`);
  return url.endsWith('/api/v1') ? url : `${url}/api/v1`;
}

/** The remembered address of the service; null when no account was ever signed in. */
export function rememberedService(facts: Facts): string | null {
  return facts.get('service');
}

/** The signed-in account, from the records and the secret store; null when there is none. */
export async function rememberedAccount(facts: Facts, world: World): Promise<Account | null> {
  const baseUrl = rememberedService(facts);
  if (baseUrl === null) return null;
  const secret = await world.secrets.read();
  return secret === null ? null : accountWith(baseUrl, credentialOf(secret));
}

/** The account of a credential. */
export function accountWith(baseUrl: string, credential: Credential): Account {
  const key = secretOf(credential);
  return credential.kind === 'key' ? { baseUrl, key } : { baseUrl, key, isBearer: true };
}

/** The service without an account: for calls that need no sign-in. */
export function withoutAccountAt(baseUrl: string): Account {
  return { baseUrl, key: '' };
}
