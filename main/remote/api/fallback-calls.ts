import { FaultError } from '../../../shared/fault.ts';
import type { VersionId } from '../../../shared/ids.ts';
import type { Line } from './ask.ts';
import { UnacceptedCall } from './request.ts';

/** An endpoint that a service may not have. `isProof`: whether an answer to the other call proves that it could be done. */
interface Preferred<T> {
  readonly line: Line;
  readonly endpoint: string;
  readonly isProof?: (answer: T) => boolean;
}

/** Method or path are not known: 405, 501. */
const UNKNOWN_METHOD: ReadonlySet<number> = new Set([405, 501]);

/**
 * Asks the endpoint that says exactly what is meant; where the service may lack it, the more general call, which then has
 * the last word. That it lacks it is learnt only when the other call succeeds: a 404 may as well be about the thing.
 * Neither call does anything when it is answered so, so that nothing is done twice. @throws FaultError.
 */
export async function askWithFallback<T>(
  { line: { connection }, endpoint, isProof = () => true }: Preferred<T>,
  exact: () => Promise<T>,
  general: () => Promise<T>,
): Promise<T> {
  if (connection.lacking.has(endpoint)) return general();
  try {
    return await exact();
  } catch (error) {
    if (!mayLack(error)) throw error;
    const answer = await general();
    if (isProof(answer)) connection.lacking.add(endpoint);
    return answer;
  }
}

/** The service answered a call as one that it does not have. */
export class MissingCall extends FaultError {}

/** For a call that nothing else stands for. @throws Lacking when the service does not have it, which is learnt. */
export async function ifHad<T>({ line: { connection }, endpoint }: Preferred<T>, ask: () => Promise<T>): Promise<T> {
  if (connection.lacking.has(endpoint)) throw new MissingCall({ kind: 'gone', messages: [] });
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof FaultError) || !mayLack(error)) throw error;
    if (error.fault.kind !== 'gone') connection.lacking.add(endpoint);
    throw new MissingCall(error.fault);
  }
}

/** Wire facts, section 1: a method that a path does not support is answered 401 or 405. */
function mayLack(error: unknown): boolean {
  if (error instanceof UnacceptedCall) return true;
  if (!(error instanceof FaultError)) return false;
  const { fault } = error;
  if (fault.kind === 'refused' || fault.kind === 'failing') return UNKNOWN_METHOD.has(fault.status);
  return fault.kind === 'gone';
}

/**
 * A version's content; where that is refused and it is the newest one, the file's content. It is the newest before and after
 * the address was made, so that the address leads to no other. @throws FaultError the first refusal.
 */
export async function headInstead<T>(
  { version, head }: { readonly version: VersionId; readonly head: () => Promise<VersionId | null> },
  ofVersion: () => Promise<T>,
  ofFile: () => Promise<T>,
): Promise<T> {
  try {
    return await ofVersion();
  } catch (error) {
    const instead = isRefusal(error) ? await ofHead({ version, head }, ofFile) : null;
    if (instead === null) throw error;
    return instead.answer;
  }
}

async function ofHead<T>(
  { version, head }: Parameters<typeof headInstead>[0],
  ofFile: () => Promise<T>,
): Promise<{ readonly answer: T } | null> {
  try {
    if ((await head()) !== version) return null;
    const answer = await ofFile();
    return (await head()) === version ? { answer } : null;
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return null;
  }
}

function isRefusal(error: unknown): boolean {
  return mayLack(error) || (error instanceof FaultError && error.fault.kind === 'refused');
}
