import { changeAccount } from './account-rows.ts';
import type { Backend } from '../ground/backend.ts';
import type { UserRow } from '../ground/records.ts';
import { isoTime } from '../ground/shapes.ts';
import { table } from '../ground/tables.ts';

/** `id` is a digest of the token. */
interface ConfirmationRow {
  readonly id: string;
  readonly userId: number;
}

const confirmations = table<ConfirmationRow>()('emailConfirmation', 'userId');

/** Mails a token that confirms the address; earlier ones stop working. */
export function sendConfirmation(backend: Backend, user: UserRow): void {
  const token = backend.secrets.token();
  forget(backend, user);
  backend.records.putRow(confirmations, { id: backend.secrets.digest(token), userId: user.id });
  backend.outbox.put({
    id: backend.uuid(),
    sentAt: isoTime(backend.nowMs()),
    to: user.email,
    kind: 'email-confirmation',
    subject: 'Confirm your address',
    text: `The token that confirms this address is ${token}.`,
    secret: token,
  });
}

/** Confirms the address that a token was sent to; false when it is not of this person. */
export function confirm(backend: Backend, user: UserRow, token: string): boolean {
  const row = backend.records.row(confirmations, backend.secrets.digest(token));
  if (row?.userId !== user.id) return false;
  forget(backend, user);
  changeAccount(backend.records, user.id, { emailConfirmed: true });
  return true;
}

function forget(backend: Backend, user: UserRow): void {
  for (const row of backend.records.rows(confirmations, { userId: user.id })) {
    backend.records.dropRow(confirmations, row.id);
  }
}
