import { FaultError } from '../../../shared/fault.ts';
import type { Sha256 } from '../../../shared/ids.ts';
import { DAY } from '../../../shared/units.ts';
import type { Bench } from '../bench.ts';

/** So often within a day the service may take away what was sent; then it is sent no more. */
const OFTEN = 3;

/** The service had bytes of ours, and at once had them no more: a scanner or a rule removes them (T31). */
export function noteVanished({ journal, world }: Bench, sha256: Sha256): void {
  const times = [...timesOf(journal.facts.get(factOf(sha256))), world.clock.now()].slice(-OFTEN);
  journal.facts.set(factOf(sha256), JSON.stringify(times));
}

/** What to say of bytes that the service removed each time they were sent; null while they may be sent (again). */
export function whyNotAgain({ journal, world }: Bench, sha256: Sha256): FaultError | null {
  const since = world.clock.now() - DAY;
  const vanished = journal.facts.hasAny(FACTS)
    ? timesOf(journal.facts.get(factOf(sha256))).filter(at => at > since).length
    : 0;
  const removed = journal.store
    .with(sha256)
    .filter(({ reason, at }) => reason === 'removed at the service' && at > since);
  if (vanished + removed.length < OFTEN) return null;
  const messages = [`It was removed there ${OFTEN} times within a day, each time after it had been sent.`];
  return new FaultError({ kind: 'refused', status: 410, messages });
}

function timesOf(text: string | null): readonly number[] {
  return text === null ? [] : (JSON.parse(text) as number[]);
}

/** Nearly always there are none of these. */
const FACTS = 'vanished.';

function factOf(sha256: Sha256): string {
  return `${FACTS}${sha256}`;
}
