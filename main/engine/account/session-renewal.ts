import { FaultError } from '../../../shared/fault.ts';
import { HOUR, MINUTE, SECOND } from '../../../shared/units.ts';
import { isoMoment } from '../../core/calendar.ts';
import type { Facts } from '../../journal/records/history.ts';
import type { SecretPlace } from '../../ports/secrets.ts';
import type { World } from '../../ports/world.ts';
import { calls } from '../../remote/api/calls.ts';
import { tokensFor } from '../../remote/account/oauth.ts';
import { accountWith, connectTo, rememberedService } from './account.ts';
import { credentialOf, credentialText } from './credential.ts';
import type { ExpiringCredential } from './credential.ts';

/** The wait after a renewal that failed for a temporary reason. */
const AGAIN_MS = MINUTE;
/** The longest wait, since the clock may jump. */
const LONGEST_WAIT_MS = HOUR;
/** The shortest wait, also for a very short session. */
const SHORTEST_WAIT_MS = 5 * SECOND;

/**
 * Renews an expiring credential halfway through its life: a session by switching to its own organization (the answer
 * has a new token), an authorization by its refresh token. A sign-in or sign-out in between takes precedence.
 */
export class SessionKeeping {
  readonly #world: World;
  readonly #facts: Facts;
  readonly #renewed: () => void;
  #turn: AbortController | null = null;
  #isClosed = false;

  /** @param renewed called after a newer token was stored. */
  constructor(world: World, facts: Facts, renewed: () => void) {
    this.#world = world;
    this.#facts = facts;
    this.#renewed = renewed;
  }

  /** Reads the stored credential: after the start, and after every sign-in or sign-out. */
  recheck(): void {
    this.#turn?.abort();
    if (this.#isClosed) return;
    const turn = new AbortController();
    this.#turn = turn;
    this.#keep(turn.signal).catch((error: unknown) => {
      if (!turn.signal.aborted)
        this.#world.log.info('session.not-kept', { error: error instanceof Error ? error.name : 'unknown' });
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#turn?.abort();
  }

  async #keep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const text = await this.#world.secrets.read();
      const credential = text === null ? null : credentialOf(text);
      if (text === null || credential === null || credential.kind === 'key' || credential.until === null) return;
      const dueMs = (credential.since + credential.until) / 2 - this.#world.clock.now();
      if (dueMs > 0) await this.#sleep(dueMs, signal);
      else if (!(await this.#renew(credential, text, signal))) await this.#sleep(AGAIN_MS, signal);
    }
  }

  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    return this.#world.clock.sleep(Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, ms)), signal);
  }

  /**
   * @returns whether a newer one was stored. An expired credential is left: the next call reports that the account is
   * signed out.
   */
  async #renew(credential: ExpiringCredential, before: string, signal: AbortSignal): Promise<boolean> {
    const baseUrl = rememberedService(this.#facts);
    if (baseUrl === null) return false;
    let newer: ExpiringCredential;
    try {
      newer = await renewed(this.#world, baseUrl, credential);
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      this.#world.log.info('session.not-renewed', { kind: error.fault.kind });
      return false;
    }
    if (signal.aborted || (await this.#world.secrets.read()) !== before) return true;
    await this.#world.secrets.write(credentialText(newer), placeOf(this.#facts.get('secretPlace')));
    this.#renewed();
    return true;
  }
}

function placeOf(text: string | null): SecretPlace | null {
  return text === 'keyring' || text === 'file' || text === 'memory' ? text : null;
}

async function renewed(world: World, baseUrl: string, credential: ExpiringCredential): Promise<ExpiringCredential> {
  const since = world.clock.now();
  if (credential.kind === 'oauth') {
    const { refresh, tokenUrl, clientId, resource } = credential;
    if (refresh === null) throw new FaultError({ kind: 'signed-out' });
    const fields = { grant_type: 'refresh_token', refresh_token: refresh, client_id: clientId, resource };
    const given = await tokensFor(world.http, tokenUrl, fields);
    const until = given.lastsSeconds === null ? null : since + given.lastsSeconds * SECOND;
    return { ...credential, token: given.token, refresh: given.refresh ?? refresh, since, until };
  }
  const line = connectTo(world, accountWith(baseUrl, credential)).line(null);
  const { token, expiresAt } = await calls.switchOrganization(line, {
    path: { organizationId: credential.organization },
  });
  if (typeof token !== 'string' || token === '') throw new FaultError({ kind: 'failing', status: 200, messages: [] });
  return { ...credential, token, since, until: isoMoment(expiresAt ?? '') };
}
