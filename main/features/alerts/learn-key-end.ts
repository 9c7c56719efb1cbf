import { isoMoment } from '../../core/calendar.ts';
import { credentialOf, endOf } from '../../engine/account/credential.ts';
import { listKeys } from '../../remote/api/calls/beyond.ts';
import { rememberKeyEnd } from '../../items/key-end.ts';
import type { AppContext } from '../../items/app-context.ts';
import { orNull } from '../sharing/read-access.ts';

/**
 * Asks the service when the key expires. GAP: keys have an expiry, but no specified call tells it; a service
 * that lists its keys tells it in the list. If it does not, or may not be asked, the known value is kept.
 */
export async function learnKeyEnd({ world, journal, engine }: AppContext): Promise<void> {
  const secret = await world.secrets.read();
  if (secret === null) return;
  const credential = credentialOf(secret);
  const end = endOf(credential);
  if (credential.kind !== 'key' || end === null) return;
  const line = (await engine.link()).line(null);
  const keys = await orNull(listKeys(line, {}));
  const matching = (keys ?? []).filter(({ hint }) => hint?.endsWith(end) === true);
  // The credential was replaced during the call, so the answer is about another key.
  if ((await world.secrets.read()) !== secret) return;
  // If several keys have the same last characters, ours cannot be identified.
  if (matching.length !== 1) return;
  rememberKeyEnd(journal.facts, isoMoment(matching[0]?.expiresAt ?? ''));
}
