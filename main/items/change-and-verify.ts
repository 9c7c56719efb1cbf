import { FaultError } from '../../shared/fault.ts';
import { faultLine } from '../../shared/text/faults.ts';
import { changeTexts as texts } from '../../shared/features/organization/text.ts';
import { isFault } from '../engine/context/mirror-context.ts';
import { refused } from './resolve-id.ts';

/** A change at the service, and how it is seen that it was made. */
export interface SeenChange<T> {
  readonly ask: () => Promise<unknown>;
  readonly read: () => Promise<T>;
  /** @param wasTaken the service said that it made the change; otherwise nothing but what is read tells. */
  readonly isSeen: (now: T, wasTaken: boolean) => boolean;
}

/**
 * Makes a change and reads again what the service says: only what is seen is told as done. An answer may be lost while the
 * change was made, and somebody else may have made the same one a moment before.
 * @returns what was read. @throws FaultError the refusal, or `bad-request` with what is known of the change.
 */
export async function changeAndRead<T>({ ask, read, isSeen }: SeenChange<T>): Promise<T> {
  const refusal = await refusalOf(ask);
  const isLost = refusal !== null && isFault(refusal, 'offline', 'failing');
  let now: T;
  try {
    now = await read();
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    if (refusal === null) throw refused(texts.notRead(faultLine(error.fault)));
    throw isLost ? refused(texts.notKnown) : refusal;
  }
  if (isSeen(now, refusal === null)) return now;
  if (refusal === null) throw refused(texts.notSeen);
  throw isLost ? refused(texts.notAnswered) : refusal;
}

/** Null when it was taken. Refusals of somebody's right, and of everything for now, are not looked into further. */
async function refusalOf(ask: () => Promise<unknown>): Promise<FaultError | null> {
  try {
    await ask();
    return null;
  } catch (error) {
    if (isFault(error, 'offline', 'failing', 'gone', 'refused', 'stale')) return error;
    throw error;
  }
}
