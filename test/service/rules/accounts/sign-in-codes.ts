import { ApiError, badRequest } from '../ground/api-error.ts';
import type { Backend, Secrets } from '../ground/backend.ts';
import { isSame } from '../people/sessions.ts';
import { isoTime } from '../ground/shapes.ts';
import { table } from '../ground/tables.ts';

/** How long a code works. */
export const CODE_TTL_SECONDS = 600;

const MOST_WRONG_TRIES = 5;

/** How many codes an address gets in one lifetime of a code: more codes would give an attacker more guesses. */
const MOST_CODES = 10;

/** The code that an address was sent last. `id` is the address, in lower case. */
interface CodeRow {
  readonly id: string;
  /** A keyed digest of address and code: the stored value cannot be used to sign in. */
  readonly mark: string;
  readonly expiresMs: number;
  readonly wrongTries: number;
  /** When earlier codes were sent, within the life of a code. */
  readonly sentMs: readonly number[];
  readonly used: boolean;
}

const codes = table<CodeRow>()('signInCode');

/** Mails a new code, which replaces the one before. An address that asks too often gets nothing, and is not told. */
export function sendCode(backend: Backend, email: string): void {
  const nowMs = backend.nowMs();
  const earlier = backend.records.row(codes, email)?.sentMs ?? [];
  const recent = earlier.filter(ms => ms > nowMs - CODE_TTL_SECONDS * 1000);
  if (recent.length >= MOST_CODES) return;
  const code = sixDigits(backend.secrets);
  const expiresMs = nowMs + CODE_TTL_SECONDS * 1000;
  const mark = markOf(backend, email, code);
  backend.records.putRow(codes, { id: email, mark, expiresMs, wrongTries: 0, sentMs: [...recent, nowMs], used: false });
  backend.outbox.put({
    id: backend.uuid(),
    sentAt: isoTime(nowMs),
    to: email,
    kind: 'sign-in-code',
    subject: 'Your code',
    text: `Your code to sign in is ${code}. It works once, until ${isoTime(expiresMs)}.`,
    secret: code,
  });
}

/** Whether a code is right now. A wrong one is counted; it is not used up. */
export function tryCode(backend: Backend, email: string, code: string): boolean {
  const row = backend.records.row(codes, email);
  if (row === null || row.used || row.wrongTries >= MOST_WRONG_TRIES || backend.nowMs() >= row.expiresMs) return false;
  if (isSame(row.mark, markOf(backend, email, code))) return true;
  backend.records.putRow(codes, { ...row, wrongTries: row.wrongTries + 1 });
  return false;
}

/** Makes sure that a code never works again. */
export function spendCode(backend: Backend, email: string): void {
  const row = backend.records.row(codes, email);
  if (row !== null) backend.records.putRow(codes, { ...row, used: true });
}

/** The one answer for every code that does not work: it does not say why. The failed attempt stays counted. */
export function wrongCode(): ApiError {
  const { parts } = badRequest('The code is wrong, was used or has expired. Ask for a new one.');
  return new ApiError({ ...parts, keepsWhatWasSaved: true });
}

function markOf(backend: Backend, email: string, code: string): string {
  return backend.secrets.mark(`sign-in code ${code} for ${email}`);
}

/** Six digits from 48 bits of chance; that a million does not divide them evenly favours no code noticeably. */
function sixDigits(secrets: Secrets): string {
  const bytes = atob(secrets.token().replaceAll('-', '+').replaceAll('_', '/').slice(0, 8));
  const number = [...bytes].reduce((sum, sign) => sum * 256 + sign.charCodeAt(0), 0);
  return String(number % 1_000_000).padStart(6, '0');
}
