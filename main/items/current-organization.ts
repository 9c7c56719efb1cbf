import { FaultError } from '../../shared/fault.ts';
import { organizationTexts as texts } from '../../shared/features/organization/text.ts';
import { isFault } from '../engine/context/mirror-context.ts';
import type { Line } from '../remote/api/ask.ts';
import { refused } from './resolve-id.ts';
import type { AppContext } from './app-context.ts';

/** The organization that is acted in, and the line to it. */
export interface Here {
  readonly id: string;
  readonly line: Line;
}

/** @throws FaultError `bad-request` when none is known, `signed-out`. */
export async function organizationHere({ engine, journal }: AppContext): Promise<Here> {
  const link = await engine.connection();
  const id = journal.facts.get('organization') ?? (await onlyOne(() => link.api(null).organizations()));
  if (id === null) throw refused(texts.none);
  return { id, line: link.line(id) };
}

/** A key's own organization, where there is no choice. */
async function onlyOne(ask: () => Promise<readonly { readonly id: string }[]>): Promise<string | null> {
  const [first, ...others] = await ask();
  return first === undefined || others.length > 0 ? null : first.id;
}

/** Says in plain words what the service does not allow, or no longer shows. */
export async function inWords<T>(work: () => Promise<T>, gone: string = texts.gone): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const said = notAllowed(error);
    if (said !== null) throw refused(texts.onlyManagers(said));
    if (isFault(error, 'gone')) throw refused(gone);
    throw error;
  }
}

/**
 * The same for a part that a service need not have. When something is gone it is asked for once more: that
 * tells the one from the other.
 */
export async function inWordsOfPart<T>(work: () => Promise<T>, part: PartInWords): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const said = notAllowed(error);
    if (said !== null) throw refused(part.texts.notAllowed(said));
    if (!isFault(error, 'gone')) throw error;
    throw refused((await hasPart(part)) ? part.texts.gone : part.texts.absent);
  }
}

/** What is said of a part of the service. */
export interface PartInWords {
  readonly texts: {
    readonly notAllowed: (said: readonly string[]) => string;
    readonly gone: string;
    readonly absent: string;
  };
  /** Asks for all of it. @throws FaultError `gone` where the service has none. */
  readonly ask: () => Promise<unknown>;
}

/** Where it does not answer nothing speaks against it. */
async function hasPart({ ask }: PartInWords): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (error instanceof FaultError) return !isFault(error, 'gone');
    throw error;
  }
}

/** What the service said to somebody without the right, by role or by key; null for any other trouble. */
export function notAllowed(error: unknown): readonly string[] | null {
  if (!(error instanceof FaultError)) return null;
  const { fault } = error;
  return fault.kind === 'not-allowed' || fault.kind === 'scope' ? fault.messages : null;
}
