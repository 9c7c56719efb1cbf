import { FaultError } from '../../../shared/fault.ts';
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

/** A signed-in account, ready to call. */
export interface Link {
  readonly account: Account;
  readonly storage: Storage;
  api(organization: string | null): ServiceApi;
  /** For calls that mirroring does not need. */
  line(organization: string | null): Line;
}

/** API calls in flight before the service ever asked us to slow down. */
const CALLS_AT_ONCE = 8;
const CALLS_AT_ONCE_ON_LOOPBACK = 16;

/** What a connection asks and tells. */
export interface LinkOptions {
  /** Hears until when everybody waits (ms since the epoch), then null. */
  readonly onWait?: (untilMs: number | null) => void;
  /** Bytes a second at this moment; 0: no limit. */
  readonly limit?: (direction: 'up' | 'down') => number;
  /** The addresses that bytes were put to before. */
  readonly used?: UsedAddresses;
}

/** Makes the connection for an account. */
export function linkTo(
  world: World,
  account: Account,
  { onWait = () => undefined, limit = () => 0, used = new UsedAddresses() }: LinkOptions = {},
): Link {
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
    throw refused(`'${typed}' is not the address of a service. It looks like https://kb.example.org/api/v1.`);
  if (/^http:/i.test(url) && !isLoopback(host))
    throw refused(`'${typed}' is not encrypted. Use https; plain http is only for a service on this computer.`);
  return url.endsWith('/api/v1') ? url : `${url}/api/v1`;
}

function refused(detail: string): FaultError {
  return new FaultError({ kind: 'bad-request', detail });
}

/** Where the service is, as remembered; null when nobody ever signed in. */
export function rememberedService(facts: Facts): string | null {
  return facts.get('service');
}

/** Who is signed in here, from the memory and the secret store; null when nobody is. */
export async function rememberedAccount(facts: Facts, world: World): Promise<Account | null> {
  const baseUrl = rememberedService(facts);
  if (baseUrl === null) return null;
  const secret = await world.secrets.read();
  return secret === null ? null : accountWith(baseUrl, credentialOf(secret));
}

/** The account that a credential stands for. */
export function accountWith(baseUrl: string, credential: Credential): Account {
  const key = secretOf(credential);
  return credential.kind === 'key' ? { baseUrl, key } : { baseUrl, key, isBearer: true };
}

/** The service as anybody may ask it: for what needs no sign-in. */
export function nobodyAt(baseUrl: string): Account {
  return { baseUrl, key: '' };
}
