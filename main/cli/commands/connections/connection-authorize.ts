import type { Command } from 'commander';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { AuthorizationOutcome } from '../../../../shared/features/connections/model.ts';
import { authorizationText, connectionCommandTexts as said } from '../../../../shared/features/connections/text.ts';
import { connectionShape } from './connection-shapes.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { CONNECTION, connectionOf, listed, PROVIDER, providerNamed } from '../../input/named-connection.ts';

interface Options {
  readonly connection?: string;
  readonly groups?: string;
  readonly tenant?: string;
  readonly yes?: true;
  readonly json?: true;
}

/** `connections authorize`: signing in at a provider, in the system's browser. */
export function addAuthorizing(connections: Command, context: CommandContext): void {
  connections
    .command('authorize')
    .description(
      'Connects to a provider by signing in there, in your browser. Prints the address to open, then waits, five minutes ' +
        'at most. Without --yes it only says what the provider would be asked for.',
    )
    .argument('[provider]', `${PROVIDER}; left out with --connection`)
    .option('--connection <connection>', `authorize this one again, instead of making a new one: ${CONNECTION}`)
    .option('--groups <ids>', "what to ask for, divided by commas, as 'connections catalog --json' prints them")
    .option('--tenant <tenant>', 'which part of the provider, where it has several')
    .option('--yes', 'do it: this is your consent')
    .option('--json', 'print one JSON object when it has ended; the address comes on standard error')
    .action((what: string | undefined, options: Options) =>
      context.ask(async ({ client }) => {
        const target = await targetOf(client, what, options);
        const groups = options.groups === undefined ? null : listed(options.groups);
        if (!options.yes) {
          if (options.json) context.printJson({ v: 1, outcome: 'not-begun', connection: null });
          context.tell(said.authorizeAsk(target.name, groups));
          return EXIT.attention;
        }
        const { connection, provider } = target;
        const wish = { connection, provider, groups, tenant: options.tenant ?? null };
        const outcome = await inBrowser(client, context, wish, options.json === true);
        if (options.json) {
          const shape = outcome.name === 'connected' ? connectionShape(outcome.connection) : null;
          context.printJson({ v: 1, outcome: outcome.name, connection: shape });
        }
        context.tell(outcome.name === 'connected' ? said.authorized(outcome.connection) : authorizationText(outcome));
        return outcome.name === 'connected' ? EXIT.ok : EXIT.error;
      }),
    );
}

async function targetOf(client: EngineClient, what: string | undefined, { connection: named }: Options) {
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
  // Whoever stops the command does not want it to be finished later.
  const giveUp = (): void => void client.call('connections.giveUp', { ticket }).catch(() => undefined);
  const { stop } = context.place().caller;
  stop.addEventListener('abort', giveUp, { once: true });
  try {
    return await client.call('connections.outcome', { ticket });
  } finally {
    stop.removeEventListener('abort', giveUp);
  }
}
