import { FaultError } from '../../../shared/fault.ts';
import type { Dice } from '../fakes/dice.ts';
import { INSTEAD } from '../fakes/fake-http.ts';
import type { HttpTrouble, ServerAnswer } from '../fakes/fake-http.ts';
import type { Moment } from '../fakes/scheduler.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

function refusal(status: number, errorCode: string): HttpTrouble {
  const answer: ServerAnswer = { status, headers: JSON_TYPE, body: JSON.stringify({ errorCode, messages: ['No.'] }) };
  return { kind: 'instead', answer };
}

/** What may happen to one exchange with the service. */
export function drawTrouble(dice: Dice, refusals: boolean): HttpTrouble {
  const slow = { kind: 'slow', ms: dice.pick([100, 5000, 100_000]) } as const;
  const usual: readonly HttpTrouble[] = [
    { kind: 'no-connection' },
    { kind: 'lost-answer' },
    { kind: 'lost-answer' },
    { kind: 'truncated' },
    INSTEAD.tooMany(2),
    INSTEAD.unavailable,
    INSTEAD.captivePortal,
    slow,
  ];
  if (!refusals) return dice.pick(usual);
  return dice.pick<HttpTrouble>([
    ...usual,
    refusal(401, 'UNAUTHORIZED'),
    refusal(403, 'FORBIDDEN'),
    refusal(403, 'INSUFFICIENT_SCOPE'),
    refusal(403, 'ORGANIZATION_ACCESS_REVOKED'),
    refusal(500, 'INTERNAL'),
    { kind: 'instead', answer: { status: 302, headers: { location: 'https://elsewhere.example.org/' }, body: '' } },
    { kind: 'instead', answer: { status: 200, headers: JSON_TYPE, body: '[]' } },
    { kind: 'instead', answer: { status: 200, headers: JSON_TYPE, body: '{"items":[' } },
  ]);
}

/** What one exchange met, for a story. */
export function meeting(method: string, url: string, trouble: HttpTrouble): string {
  const what = trouble.kind === 'instead' ? `a ${trouble.answer.status}` : trouble.kind;
  return `${method} ${new URL(url).pathname} meets ${what}`;
}

/** The file whose history a key may not read: what our version replaced is unknown there, and the engine asks only once. */
export function hiddenHistory(url: string, trouble: HttpTrouble): string | null {
  if (trouble.kind !== 'instead' || !String(trouble.answer.body).includes('INSUFFICIENT_SCOPE')) return null;
  return /\/files\/([^/]+)\/versions$/.exec(new URL(url).pathname)?.[1] ?? null;
}

/** The words of a system that refuses a call. */
const CODES = ['EIO', 'EBUSY', 'EACCES', 'EMFILE'] as const;

/** What the disk says to a call: no, without any effect or after all of it; null: nothing goes wrong. */
export function drawRefusal({ label, when }: Moment, dice: Dice, chance: number): FaultError | null {
  if (when === 'inside' || !label.startsWith('disk.') || chance === 0 || !dice.chance(chance)) return null;
  const path = label.split(' ')[1] ?? '';
  const isFull = dice.chance(0.3);
  const code = dice.pick(CODES);
  return new FaultError(isFull ? { kind: 'disk-full', path } : { kind: 'disk-refused', path, code });
}
