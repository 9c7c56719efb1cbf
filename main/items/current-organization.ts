import { badRequest, FaultError } from '../../shared/fault.ts';
import { organizationTexts as texts } from '../../shared/features/organization/text.ts';
import { isFault } from '../engine/context/mirror-context.ts';
import type { Line } from '../remote/api/ask.ts';
import type { AppContext } from './app-context.ts';

/** The active organization, and the line to it. */
export interface ActiveOrganization {
  readonly id: string;
  readonly line: Line;
}

/** @throws FaultError `bad-request` when none is known, `signed-out`. */
export async function activeOrganization({ engine, journal }: AppContext): Promise<ActiveOrganization> {
  const link = await engine.connection();
  const id = journal.facts.get('organization') ?? (await onlyOne(() => link.api(null).organizations()));
  if (id === null) throw badRequest(texts.none);
  return { id, line: link.line(id) };
}

/** The key's organization, if there is exactly one. */
async function onlyOne(ask: () => Promise<readonly { readonly id: string }[]>): Promise<string | null> {
  const [first, ...others] = await ask();
  return first === undefined || others.length > 0 ? null : first.id;
}

/** Turns faults into messages: not allowed, or no longer there. */
export async function inWords<T>(work: () => Promise<T>, gone: string = texts.gone): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const said = notAllowed(error);
    if (said !== null) throw badRequest(texts.onlyManagers(said));
    if (isFault(error, 'gone')) throw badRequest(gone);
    throw error;
  }
}

/**
 * The same for an optional part of the service. On "gone", the whole part is requested once more to tell a missing item
 * from a missing part.
 */
export async function inWordsOfPart<T>(work: () => Promise<T>, part: PartInWords): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const said = notAllowed(error);
    if (said !== null) throw badRequest(part.texts.notAllowed(said));
    if (!isFault(error, 'gone')) throw error;
    throw badRequest((await hasPart(part)) ? part.texts.gone : part.texts.absent);
  }
}

/** An optional part of the service, and its messages. */
export interface PartInWords {
  readonly texts: {
    readonly notAllowed: (said: readonly string[]) => string;
    readonly gone: string;
    readonly absent: string;
  };
  /** Requests the whole part. @throws FaultError `gone` when the service has none. */
  readonly ask: () => Promise<unknown>;
}

/** Assumes that the part exists when the service does not answer. */
async function hasPart({ ask }: PartInWords): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (error instanceof FaultError) return !isFault(error, 'gone');
    throw error;
  }
}

/** The service's messages about a missing role or right; null for other errors. */
export function notAllowed(error: unknown): readonly string[] | null {
  if (!(error instanceof FaultError)) return null;
  const { fault } = error;
  return fault.kind === 'not-allowed' || fault.kind === 'scope' ? fault.messages : null;
}
