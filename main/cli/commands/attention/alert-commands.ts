import { InvalidArgumentError, Option } from 'commander';

import {
  alert,
  alertSettings,
  alertTry,
  type AlertTry,
  type AlertWish,
} from '../../../../shared/features/alerts/model.ts';
import { alertTexts as texts } from '../../../../shared/features/alerts/text.ts';
import { localTime } from '../../output/plain-text.ts';
import { listOf, publicFields } from '../../output/public-json.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { commandGroup, ownRow, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';

interface Wanted {
  /** The words of the command that is run. */
  readonly command: readonly string[];
  readonly webhookStdin?: true;
  readonly authorizationStdin?: true;
  readonly webhook: boolean;
  readonly timeout?: number;
  readonly hours?: number;
  readonly lowDisk?: number;
}

/** Tries whether people are reached. 0: each channel took it. */
export const alertTest = {
  help: 'Sends a message to whoever is told, now, and says what became of it.',
  json: listOf('tries', publicFields(alertTry, 'channel arrived text')),
  call: 'alerts.test' as const,
  shape: (tries: readonly AlertTry[]) => ({ tries }),
  lines: (tries: readonly AlertTry[]) => tries.map(({ channel, text }) => texts.tried(channel, text)),
  tell: (tries: readonly AlertTry[], { json }: { readonly json?: true }) =>
    tries.length === 0 && !json ? texts.none : null,
  exit: (tries: readonly AlertTry[]) =>
    tries.length > 0 && tries.every(({ arrived }) => arrived) ? EXIT.ok : EXIT.error,
};

/** Who is told what needs a person. */
export const alertRows: readonly Row[] = [
  commandGroup('alerts', 'who is told what needs somebody, where nobody sits at the computer', texts.about),
  row('alerts list', {
    help: 'Lists what people should hear of now.',
    options: [['--all', 'also what is solved']],
    json: listOf('alerts', publicFields(alert, 'id cause subject text raisedAt solvedAt untold')),
    call: 'alerts.list',
    input: ({ all }: { readonly all?: true; readonly json?: true }) => ({ all: all === true }),
    shape: alerts => ({ alerts }),
    lines: found =>
      found.map(({ raisedAt, subject, text, solvedAt }) =>
        texts.line(localTime(raisedAt), subject, text, solvedAt && localTime(solvedAt)),
      ),
    tell: (found, { json }) => (found.length === 0 && !json ? texts.noAlerts : null),
  }),
  row('alerts show', {
    help: 'Shows who is told. Of a webhook only where it is: its address is a secret.',
    json: publicFields(
      alertSettings,
      'command',
      { webhook: publicFields(alertSettings.shape.webhook.unwrap(), 'origin isAuthorized').nullable() },
      'timeoutSeconds nothingSentHours lowDiskBytes',
    ),
    call: 'alerts.settings',
    lines: texts.settings,
  }),
  ownRow<Wanted>(
    'alerts set [command...]',
    {
      summary: 'say who is told',
      help:
        'Changes what is named. The command is run as it stands here, never by a shell, and gets each alert as a JSON object on standard ' +
        'input:\n\n  benchtop alerts set -- /usr/local/bin/tell-the-lab --urgent',
      arguments: ['the program, as a whole path, and its words; after --'],
      options: [
        ['--webhook-stdin', 'the https address of a webhook, read from standard input'],
        ['--authorization-stdin', "with --webhook-stdin: a second line is sent as the header 'Authorization'"],
        ['--no-command', 'run no command'],
        ['--no-webhook', 'tell no webhook'],
        new Option('--timeout <seconds>', 'how long each try may take (1 to 600)').argParser(numberOf),
        new Option('--hours <hours>', 'told when nothing was sent for so long while something waits').argParser(
          numberOf,
        ),
        new Option('--low-disk <bytes>', 'told when a disk has less room').argParser(numberOf),
      ],
    },
    async (wanted, context, command) => {
      const wish = await wishOf(wanted, command.opts<{ readonly command: boolean }>().command, context);
      if (Object.keys(wish).length === 0) throw new Ending(EXIT.usage, texts.nothingToSet);
      await context.ask(async ({ client }) => {
        await client.call('alerts.set', { wish, dryRun: false });
        for (const line of texts.settings(await client.call('alerts.settings', null))) context.tell(line);
      });
    },
  ),
  row('alerts test', alertTest),
];

/** @param runsCommand false: `--no-command`. */
async function wishOf(wanted: Wanted, runsCommand: boolean, context: CommandContext): Promise<AlertWish> {
  const { command, webhookStdin, authorizationStdin, webhook, timeout, hours, lowDisk } = wanted;
  const [url = '', authorization = ''] =
    webhookStdin === true ? (await context.place().caller.readInput()).split(/\r?\n/).map(line => line.trim()) : [];
  if (webhookStdin === true && url === '') throw new Ending(EXIT.usage, texts.noAddress);
  const secret = authorizationStdin === true && authorization !== '' ? authorization : null;
  return {
    ...(command.length > 0 ? { command: [...command] } : runsCommand ? {} : { command: null }),
    ...(webhookStdin === true ? { webhook: { url, authorization: secret } } : webhook ? {} : { webhook: null }),
    ...(timeout === undefined ? {} : { timeoutSeconds: timeout }),
    ...(hours === undefined ? {} : { nothingSentHours: hours }),
    ...(lowDisk === undefined ? {} : { lowDiskBytes: lowDisk }),
  };
}

function numberOf(text: string): number {
  if (!/^\d{1,15}(\.\d{1,3})?$/.test(text)) throw new InvalidArgumentError('Write a number.');
  return Number(text);
}
