import { isoMoment } from '../../core/calendar.ts';
import { credentialOf, endOf } from '../../engine/account/credential.ts';
import { calls } from '../../remote/api/calls.ts';
import { rememberKeyEnd } from '../../items/key-end.ts';
import type { AppContext } from '../../items/app-context.ts';
import { orNull } from '../../items/or-null.ts';

/**
 * Asks the service when the key ends. GAP: the specification has keys with an expiry and no call that tells it (5.1); a
 * service that lists its keys tells it there. Where it does not, or may not be asked, what was known stays.
 */
export async function learnKeyEnd({ world, journal, engine }: AppContext): Promise<void> {
  const secret = await world.secrets.read();
  if (secret === null) return;
  const credential = credentialOf(secret);
  const end = endOf(credential);
  if (credential.kind !== 'key' || end === null) return;
  const line = (await engine.connection()).line(null);
  const keys = await orNull(calls.listKeys(line, {}));
  const matching = (keys ?? []).filter(({ hint }) => hint?.endsWith(end) === true);
  // Another key came meanwhile: what was told is not of it.
  if ((await world.secrets.read()) !== secret) return;
  // Two keys with the same last signs: then nobody can tell which of them is ours.
  if (matching.length !== 1) return;
  rememberKeyEnd(journal.facts, isoMoment(matching[0]?.expiresAt ?? ''));
}
