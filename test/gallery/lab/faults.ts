import { FaultError } from '../../../shared/fault.ts';

/** What goes wrong in the gallery. Each call makes a new error, because an error is thrown only once. */
export const offline = (): never => fail({ kind: 'offline', detail: 'connect ENETUNREACH' });

export const failing = (): never =>
  fail({
    kind: 'failing',
    status: 500,
    messages: ['The storage backend did not answer in time.'],
    correlationId: 'c7b1f0a2-44f1-4a3e-9a57-1f0d9f3a6f11',
  });

export const notAllowed = (): never => fail({ kind: 'not-allowed', messages: ['You need the editor role here.'] });

export const gone = (): never => fail({ kind: 'gone', messages: [] });

export const broken = (): never => fail({ kind: 'bug', detail: 'Error: the journal is busy' });

export function fail(fault: FaultError['fault']): never {
  throw new FaultError(fault);
}

/** Refused with a whole sentence. */
export const refused = (detail: string): never => fail({ kind: 'bad-request', detail });
