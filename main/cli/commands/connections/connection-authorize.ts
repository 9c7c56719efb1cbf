import { z } from 'zod';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { AuthorizationOutcome } from '../../../../shared/features/connections/model.ts';
import { authorizationText, connectionCommandTexts as said } from '../../../../shared/features/connections/text.ts';
import { publicConnection } from './connection-shapes.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { CONNECTION, connectionOf, wordsInList, PROVIDER, providerNamed } from '../../input/named-connection.ts';

interface Wanted {
  readonly provider?: string;
  readonly connection?: string;
  readonly groups?: string;
  readonly tenant?: string;
  readonly yes?: true;
  readonly json?: true;
}

/** Signing in at a provider, in the system's browser. */
export const authorizeRow: Row = row('connections authorize [provider]', {
  help:
    'Connects to a provider by signing in there, in your browser. Prints the address to open, then waits, five minutes ' +
    'at most. Without --yes it only says what the provider would be asked for.',
  arguments: [`${PROVIDER}; left out with --connection`],
  options: [
    ['--connection <connection>', `authorize this one again, instead of making a new one: ${CONNECTION}`],
    ['--groups <ids>', "what to ask for, divided by commas, as 'connections catalog --json' prints them"],
    ['--tenant <tenant>', 'which part of the provider, where it has several'],
    ['--yes', 'do it: this is your consent'],
    ['--json', 'print one JSON object when it has ended; the address comes on standard error'],
  ],
  json: z.object({ outcome: z.string(), connection: publicConnection.nullable() }),
  run: async ({ client, context }, { provider: what, ...wanted }: Wanted) => {
    const target = await targetOf(client, what, wanted);
    const groups = wanted.groups === undefined ? null : wordsInList(wanted.groups);
    if (!wanted.yes) return { outcome: 'not-begun', connection: null, said: said.authorizeAsk(target.name, groups) };
    const { connection, provider } = target;
    const wish = { connection, provider, groups, tenant: wanted.tenant ?? null };
    const ended = await inBrowser(client, context, wish, wanted.json === true);
    if (ended.name !== 'connected') return { outcome: ended.name, connection: null, said: authorizationText(ended) };
    return { outcome: ended.name, connection: ended.connection, said: said.authorized(ended.connection) };
  },
  tell: outcome => outcome.said,
  exit: ({ outcome }) => (outcome === 'connected' ? EXIT.ok : outcome === 'not-begun' ? EXIT.attention : EXIT.error),
});

async function targetOf(client: EngineClient, what: string | undefined, { connection: named }: Wanted) {
  if (named !== undefined) {
    const connection = await connectionOf(client, named);
    const provider = connection.provider ?? what;
    if (provider === undefined) throw new Ending(EXIT.usage, said.noProviderTold(connection.name));
    return { connection: connection.id, provider, name: connection.name };
  }
  if (what === undefined) throw new Ending(EXIT.usage, said.nameProvider);
  const { id, name } = await providerNamed(client, what);
  return { connection: null, provider: id, name };
}

async function inBrowser(
  client: EngineClient,
  context: CommandContext,
  wish: Parameters<typeof client.call<'connections.authorize'>>[1],
  isQuiet: boolean,
): Promise<AuthorizationOutcome> {
  const { ticket, url } = await client.call('connections.authorize', wish);
  context.tell(said.openInBrowser);
  if (isQuiet) context.tell(url);
  else context.printLines([url]);
  // A command that is stopped is not to be finished later.
  const giveUp = (): void => void client.call('connections.giveUp', { ticket }).catch(() => undefined);
  const { stop } = context.place().caller;
  stop.addEventListener('abort', giveUp, { once: true });
  try {
    return await client.call('connections.outcome', { ticket });
  } finally {
    stop.removeEventListener('abort', giveUp);
  }
}
