import { type Command, InvalidArgumentError } from 'commander';

import type { AlertSettings, AlertWish } from '../../../../shared/features/alerts/model.ts';
import { alertTexts as texts } from '../../../../shared/features/alerts/text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT, type ExitCode } from '../../runner/exit-codes.ts';
import { type Format, JSON_OPTION } from '../../output/json-option.ts';
import { localTime } from '../../output/plain-text.ts';

interface SetOptions {
  readonly webhookStdin?: true;
  readonly authorizationStdin?: true;
  readonly command: boolean;
  readonly webhook: boolean;
  readonly timeout?: number;
  readonly hours?: number;
  readonly lowDisk?: number;
}

/** `alerts list`, `alerts show`, `alerts set`, `alerts test`. */
export function addAlertCommands(program: Command, context: CommandContext): void {
  const alerts = program
    .command('alerts')
    .summary('who is told what needs somebody, where nobody sits at the computer')
    .description(texts.about);
  alerts
    .command('list')
    .description('Lists what people should hear of now.')
    .option('--all', 'also what is solved')
    .option(...JSON_OPTION)
    .action(({ all, json }: Format & { readonly all?: true }) =>
      context.ask(async ({ client }) => {
        const found = await client.call('alerts.list', { all: all === true });
        if (json) context.printJson({ v: 1, alerts: found.map(each => ({ ...each })) });
        else if (found.length === 0) context.tell(texts.noAlerts);
        else
          context.printLines(
            found.map(({ raisedAt, subject, text, solvedAt }) =>
              texts.line(localTime(raisedAt), subject, text, solvedAt && localTime(solvedAt)),
            ),
          );
      }),
    );
  alerts
    .command('show')
    .description('Shows who is told. Of a webhook only where it is: its address is a secret.')
    .option(...JSON_OPTION)
    .action(({ json }: Format) =>
      context.ask(async ({ client }) => {
        const settings = await client.call('alerts.settings', null);
        if (json) context.printJson(settingsShape(settings));
        else context.printLines(texts.settings(settings));
      }),
    );
  addSet(alerts, context);
  alerts
    .command('test')
    .description('Sends a message to whoever is told, now, and says what became of it.')
    .option(...JSON_OPTION)
    .action(({ json }: Format) => context.ask(({ client }) => testAlerts(client, context, json)));
}

/** `alerts test` and whatever else tries whether people are reached. 0: each channel took it. */
export async function testAlerts(
  client: Parameters<Parameters<CommandContext['ask']>[0]>[0]['client'],
  context: CommandContext,
  json: true | undefined,
): Promise<ExitCode> {
  const tries = await client.call('alerts.test', null);
  if (json) context.printJson({ v: 1, tries: tries.map(({ channel, arrived, text }) => ({ channel, arrived, text })) });
  else if (tries.length === 0) context.tell(texts.none);
  else context.printLines(tries.map(({ channel, text }) => texts.tried(channel, text)));
  return tries.length > 0 && tries.every(({ arrived }) => arrived) ? EXIT.ok : EXIT.error;
}

function addSet(alerts: Command, context: CommandContext): void {
  alerts
    .command('set')
    .summary('say who is told')
    .description(
      'Changes what is named. The command is run as it stands here, never by a shell, and gets each alert as a JSON object on standard ' +
        'input:\n\n  benchtop alerts set -- /usr/local/bin/tell-the-lab --urgent',
    )
    .argument('[command...]', 'the program, as a whole path, and its words; after --')
    .option('--webhook-stdin', 'the https address of a webhook, read from standard input')
    .option('--authorization-stdin', "with --webhook-stdin: a second line is sent as the header 'Authorization'")
    .option('--no-command', 'run no command')
    .option('--no-webhook', 'tell no webhook')
    .option('--timeout <seconds>', 'how long each try may take (1 to 600)', numberOf)
    .option('--hours <hours>', 'told when nothing was sent for so long while something waits', numberOf)
    .option('--low-disk <bytes>', 'told when a disk has less room', numberOf)
    .action(async (words: readonly string[], options: SetOptions) => {
      const wish = await wishOf(words, options, context);
      if (Object.keys(wish).length === 0) throw new Ending(EXIT.usage, texts.nothingToSet);
      await context.ask(async ({ client }) => {
        await client.call('alerts.set', { wish, dryRun: false });
        for (const line of texts.settings(await client.call('alerts.settings', null))) context.tell(line);
      });
    });
}

async function wishOf(words: readonly string[], options: SetOptions, context: CommandContext): Promise<AlertWish> {
  const { webhookStdin, authorizationStdin, command, webhook, timeout, hours, lowDisk } = options;
  const [url = '', authorization = ''] =
    webhookStdin === true ? (await context.place().caller.readInput()).split(/\r?\n/).map(line => line.trim()) : [];
  if (webhookStdin === true && url === '') throw new Ending(EXIT.usage, texts.noAddress);
  const secret = authorizationStdin === true && authorization !== '' ? authorization : null;
  return {
    ...(words.length > 0 ? { command: [...words] } : command ? {} : { command: null }),
    ...(webhookStdin === true ? { webhook: { url, authorization: secret } } : webhook ? {} : { webhook: null }),
    ...(timeout === undefined ? {} : { timeoutSeconds: timeout }),
    ...(hours === undefined ? {} : { nothingSentHours: hours }),
    ...(lowDisk === undefined ? {} : { lowDiskBytes: lowDisk }),
  };
}

function settingsShape({ command, webhook, timeoutSeconds, nothingSentHours, lowDiskBytes }: AlertSettings): object {
  return { v: 1, command, webhook, timeoutSeconds, nothingSentHours, lowDiskBytes };
}

function numberOf(text: string): number {
  if (!/^\d{1,15}(\.\d{1,3})?$/.test(text)) throw new InvalidArgumentError('Write a number.');
  return Number(text);
}
