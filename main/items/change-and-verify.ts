import { badRequest, FaultError } from '../../shared/fault.ts';
import { faultLine } from '../../shared/text/faults.ts';
import { changeTexts as texts } from '../../shared/features/organization/text.ts';
import { isFault } from '../engine/context/mirror-context.ts';

/** A change at the service, and how to verify it. */
export interface SeenChange<T> {
  readonly ask: () => Promise<unknown>;
  readonly read: () => Promise<T>;
  /** @param wasTaken the service confirmed the change; if not, only what is read can show it. */
  readonly isSeen: (now: T, wasTaken: boolean) => boolean;
}

/**
 * Makes a change and reads the state again: only what is seen counts as done. An answer may be lost although the change
 * was made, and another client may have made the same change just before. @returns the state read. @throws FaultError
 * the refusal, or `bad-request` with what is known of the change.
 */
export async function changeAndRead<T>({ ask, read, isSeen }: SeenChange<T>): Promise<T> {
  const refusal = await refusalOf(ask);
  const isLost = refusal !== null && isFault(refusal, 'offline', 'failing');
  let now: T;
  try {
    now = await read();
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    if (refusal === null) throw badRequest(texts.notRead(faultLine(error.fault)));
    throw isLost ? badRequest(texts.notKnown) : refusal;
  }
  if (isSeen(now, refusal === null)) return now;
  if (refusal === null) throw badRequest(texts.notSeen);
  throw isLost ? badRequest(texts.notAnswered) : refusal;
}

/** Null when the change was accepted. A missing right, or a service that is unavailable, is thrown at once. */
async function refusalOf(ask: () => Promise<unknown>): Promise<FaultError | null> {
  try {
    await ask();
    return null;
  } catch (error) {
    if (isFault(error, 'offline', 'failing', 'gone', 'refused', 'stale')) return error;
    throw error;
  }
}
