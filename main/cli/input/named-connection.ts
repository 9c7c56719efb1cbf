import type { EngineClient } from '../../../shared/rpc/engine-client.ts';
import type { ConnectionInfo, ProviderInfo } from '../../../shared/features/connections/model.ts';
import { connectionCommandTexts as said, connectionTexts as texts } from '../../../shared/features/connections/text.ts';
import { Ending } from '../runner/ending.ts';
import { EXIT } from '../runner/exit-codes.ts';
import { oneOf } from './one-of.ts';

/** How a connection is named in a command. */
export const CONNECTION = "a name, or an id as 'connections list' prints it";
/** How a provider is named in a command. */
export const PROVIDER = "a name, or an id as 'connections catalog' prints it";

/** The connection that is meant, of those in use. @throws Ending, also where the service has none at all. */
export async function connectionOf(client: EngineClient, what: string): Promise<ConnectionInfo> {
  const { isThere, connections } = await client.call('connections.list', { scope: null, archived: false });
  if (!isThere) throw new Ending(EXIT.error, texts.absent);
  const by = ({ id, name }: ConnectionInfo) => ({ name, others: [id] });
  return oneOf(connections, what, by, { none: said.noSuch(what), several: names => said.several(what, names) });
}

/** The provider that is meant. @throws Ending, also where the service has none at all. */
export async function providerNamed(client: EngineClient, what: string): Promise<ProviderInfo> {
  const { isThere, providers } = await client.call('connections.catalogue', {});
  if (!isThere) throw new Ending(EXIT.error, texts.absent);
  const by = ({ id, name }: ProviderInfo) => ({ name, others: [id] });
  return oneOf(providers, what, by, {
    none: said.noSuchProvider(what),
    several: names => said.several(what, names),
  });
}

/** Words in a list, divided by commas; `none` is an empty one. */
export function wordsInList(text: string): string[] {
  if (text.trim() === 'none') return [];
  return text
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '');
}

/** @throws Ending. */
export function isOn(text: string): boolean {
  if (text === 'on') return true;
  if (text === 'off') return false;
  throw new Ending(EXIT.usage, said.onOff(text));
}
