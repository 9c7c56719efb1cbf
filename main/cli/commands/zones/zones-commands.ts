import { type Command, Option } from 'commander';

import { zoneWish } from '../../../../shared/features/zones/model.ts';
import type { ZoneRound, ZoneTest } from '../../../../shared/features/zones/model.ts';
import { formatBytes, formatCount } from '../../../../shared/text/format.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { durationOf } from '../../input/moments.ts';
import { readGiven } from '../../input/read-typed.ts';
import { zoneLines } from './zone-lines.ts';
import { addZonePeopleCommands } from './zones-people.ts';
import { addZoneFileCommands } from './zones-files.ts';
import { addZoneProofCommands } from './zones-proof.ts';
import { addWishOptions, changeOf, wishOf } from './zones-wish.ts';
import type { WishOptions } from './zones-wish.ts';

/** Rows that `zones test` prints of each kind. */
const SHOWN = 50;

/** `zones …`: folders of instruments that are sent, with proof. */
export function addZonesCommands(program: Command, context: CommandContext): void {
  const zones = program
    .command('zones')
    .summary('folders of instruments that are sent, with proof')
    .description(
      'Drop zones: folders of instruments whose finished files are sent, each once, with proof. A folder is only ever read.',
    );
  addList(zones, context);
  addAdd(zones, context);
  addChange(zones, context);
  addTest(zones, context);
  addRun(zones, context);
  addPause(zones, context);
  addZoneProofCommands(zones, context);
  addZonePeopleCommands(zones, context);
  addZoneFileCommands(zones, context);
}

function addList(zones: Command, context: CommandContext): void {
  zones
    .command('list')
    .description('Lists the zones with what they are doing.')
    .option('--json', 'print one JSON object')
    .action((options: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const cards = await client.call('zones.list', null);
        if (options.json) context.printJson({ v: 1, zones: cards });
        else context.printLines(cards.flatMap(card => zoneLines(card, Date.now())));
        return cards.some(({ alerts, trouble }) => alerts > 0 || trouble !== null) ? EXIT.attention : EXIT.ok;
      }),
    );
  zones
    .command('remove')
    .description('Forgets a zone. Neither its folder nor what was sent is touched.')
    .argument('<zone>', 'its id or name')
    .action((zone: string) => context.ask(({ client }) => client.call('zones.remove', { zone }).then(() => undefined)));
}

function addAdd(zones: Command, context: CommandContext): void {
  const add = zones
    .command('add')
    .summary('send what an instrument writes into a folder')
    .description(
      'Adds a zone and prints its id. Only what comes or is changed from now on is sent, unless --since or --everything.',
    )
    .argument('<folder>', 'the folder on this computer')
    .action((folder: string, options: WishOptions) =>
      context.ask(async ({ client }) => {
        if (options.to === undefined) throw new Ending(EXIT.usage, 'Say where to send with --to.');
        const change = changeOf(options, name => isGiven(add, name));
        const isFresh = options.since === undefined && options.everything !== true;
        const wish = wishOf(
          folder,
          context.place().caller.folder,
          isFresh ? { ...change, startAt: Date.now() } : change,
        );
        const { id } = await client.call('zones.add', wish);
        context.printLines([id]);
      }),
    );
  addWishOptions(add);
}

function addChange(zones: Command, context: CommandContext): void {
  const change = zones
    .command('change')
    .description('Changes what is named of a zone, and leaves the rest as it is.')
    .argument('<zone>', 'its id or name')
    .action((zone: string, options: WishOptions) =>
      context.ask(async ({ client }) => {
        const given = changeOf(options, name => isGiven(change, name));
        if (Object.keys(given).length === 0) throw new Ending(EXIT.usage, 'Say what to change.');
        await client.call('zones.change', { zone, change: given });
      }),
    );
  addWishOptions(change);
}

function isGiven(command: Command, option: string): boolean {
  return command.getOptionValueSource(option) === 'cli';
}

function addTest(zones: Command, context: CommandContext): void {
  const test = zones
    .command('test')
    .summary('what a zone would send, without sending anything')
    .description('Says what a zone on a folder would send, what it would leave out and why, and what it cannot read.')
    .argument('<folder>', 'the folder, or the id or name of a zone')
    .option('--json', 'print one JSON object')
    .action((folder: string, options: WishOptions & { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const cards = await client.call('zones.list', null);
        const known = cards.find(({ id, definition }) => id === folder || definition.name === folder);
        const change = changeOf(options, name => isGiven(test, name));
        const wish =
          known === undefined
            ? wishOf(folder, context.place().caller.folder, { destination: '-', ...change })
            : readGiven(zoneWish, { ...known.definition, ...change });
        const found = await client.call('zones.test', { wish, most: SHOWN });
        // Against itself a zone that is there would always speak.
        const own = known === undefined ? new Set() : zoneTexts.ownTroubles(known.definition);
        const answer = { ...found, troubles: found.troubles.filter(text => !own.has(text)) };
        if (options.json) context.printJson({ v: 1, ...answer });
        else context.printLines(testLines(answer));
        return answer.troubles.length > 0 || answer.unreadable.length > 0 ? EXIT.attention : EXIT.ok;
      }),
    );
  addWishOptions(test);
}

function testLines(test: ZoneTest): readonly string[] {
  const words: { readonly [verdict: string]: string } = zoneTexts.verdicts;
  return [
    ...test.troubles,
    ...test.rows.map(
      ({ path, verdict, to }) => `${words[verdict] ?? verdict}  ${path}${to === null ? '' : `  → ${to}`}`,
    ),
    ...test.unreadable.map(({ path, code }) => `cannot be read (${code})  ${path}`),
    `${formatCount(test.wouldSend, 'file')} in ${formatCount(test.runs, 'run')} would be sent (${formatBytes(test.wouldSendBytes)}).`,
    ...Object.entries(test.skipped).map(([verdict, count]) => `${count}: ${words[verdict] ?? verdict}`),
  ];
}

function addRun(zones: Command, context: CommandContext): void {
  zones
    .command('run')
    .summary('look at a zone now, and send what is finished')
    .description(
      'Looks at a zone now, and sends what is finished. With --wait until nothing is left that time alone finishes.',
    )
    .argument('<zone>', 'its id or name')
    .option('--wait', 'wait until runs are quiet')
    .option('--json', 'print one JSON object')
    .action((zone: string, options: { readonly wait?: true; readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const round = await client.call('zones.run', { zone, wait: options.wait === true });
        if (options.json) context.printJson({ v: 1, ...round });
        else context.printLines(roundLines(round));
        if (round.stopped !== null) return round.stopped.kind === 'signed-out' ? EXIT.signIn : EXIT.temporary;
        return round.refused > 0 ? EXIT.attention : EXIT.ok;
      }),
    );
}

function roundLines(round: ZoneRound): readonly string[] {
  const { sent, sentBytes, recognised, verified, refused, waiting, stopped } = round;
  return [
    `${formatCount(sent, 'file')} sent (${formatBytes(sentBytes)}), ${recognised} recognised, ${verified} verified, ${refused} refused, ${waiting} waiting`,
    ...(stopped === null ? [] : [stopped.text]),
  ];
}

function addPause(zones: Command, context: CommandContext): void {
  zones
    .command('pause')
    .description('Pauses a zone, or all of them, over restarts too.')
    .argument('[zone]', 'its id or name; without it all')
    .addOption(new Option('--for <time>', 'only for so long: 45m, 2h').argParser(durationOf))
    .action((zone: string | undefined, options: { readonly for?: number }) =>
      context.ask(async ({ client }) => {
        const until = options.for === undefined ? null : Date.now() + options.for;
        await client.call('zones.pause', { zone: zone ?? null, until });
      }),
    );
  zones
    .command('resume')
    .description('Lets a zone, or all of them, go on.')
    .argument('[zone]', 'its id or name; without it all')
    .action((zone: string | undefined) =>
      context.ask(({ client }) => client.call('zones.resume', { zone: zone ?? null }).then(() => undefined)),
    );
}
