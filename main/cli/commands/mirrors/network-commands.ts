import type { Command } from 'commander';

import { networkTexts } from '../../../../shared/features/settings/network-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { JSON_OPTION } from '../../output/json-option.ts';

interface SetOptions {
  readonly proxy?: string;
  /** False: `--no-certificates`. */
  readonly certificates?: string | false;
}

/** `network show`, `network set`, `network test`. */
export function addNetworkCommands(program: Command, context: CommandContext): void {
  const network = program
    .command('network')
    .summary('how the service is reached: proxy and certificates')
    .description('How the service is reached. A change holds from the next request on.');
  network
    .command('show')
    .description('Shows the proxy and the certificates.')
    .option(...JSON_OPTION)
    .action((options: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const set = await client.call('network.get', null);
        if (options.json) context.printJson({ v: 1, ...set });
        else context.printLines(networkTexts.lines(set));
      }),
    );
  addNetworkSet(network, context);
  network
    .command('test')
    .description('Asks the service who is signed in, and says how long that took or what stands in the way.')
    .option(...JSON_OPTION)
    .action((options: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const result = await client.call('network.test', null);
        if (options.json) context.printJson({ v: 1, ...result });
        else context.printLines(networkTexts.result(result));
        return result.fault === null ? EXIT.ok : EXIT.error;
      }),
    );
}

function addNetworkSet(network: Command, context: CommandContext): void {
  network
    .command('set')
    .description('Changes what is named and leaves the rest as it is.')
    .option('--proxy <address>', 'such as http://proxy.example.org:3128; system: as the environment says; none')
    .option('--certificates <file>', 'trusts the certificates in this file (PEM), too')
    .option('--no-certificates', 'trusts only those of the system')
    .action((options: SetOptions) => {
      const { proxy, certificates } = options;
      if (proxy === undefined && certificates === undefined) throw new Ending(EXIT.usage, networkTexts.nothing);
      return context.ask(async ({ client }) => {
        const now = await client.call('network.get', null);
        await client.call('network.set', {
          proxy: proxy ?? now.proxy,
          certificates: certificates === undefined ? now.certificates : certificates === false ? null : certificates,
        });
      });
    });
}
