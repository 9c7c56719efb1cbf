import { Option } from 'commander';
import { z } from 'zod';

import {
  type ZoneRound,
  zoneRound,
  type ZoneTest,
  zoneTest,
  zoneWish,
} from '../../../../shared/features/zones/model.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import { formatBytes, formatCount } from '../../../../shared/text/format.ts';
import { durationOf } from '../../input/moments.ts';
import { readGiven } from '../../input/read-typed.ts';
import { listOf, publicFields } from '../../output/public-json.ts';
import { type Asking, commandGroup, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { publicCard, publicTrouble, publicUnreadable } from './public-zone.ts';
import { zoneLines } from './zone-lines.ts';
import { zoneFileRows } from './zones-files.ts';
import { peopleRows } from './zones-people.ts';
import { proofRows } from './zones-proof.ts';
import { changeOf, WISH_OPTIONS, type WishOptions, wishOf } from './zones-wish.ts';

/** Rows that `zones test` prints of each kind. */
const SHOWN = 50;
const ZONE = 'its id or name';

interface Zone {
  readonly zone: string;
}

interface Folder extends WishOptions {
  readonly folder: string;
}

/** Folders of instruments that are sent, with proof. */
export const zoneRows: readonly Row[] = [
  commandGroup(
    'zones',
    'folders of instruments that are sent, with proof',
    'Drop zones: folders of instruments whose finished files are sent, each once, with proof. A folder is only ever read.',
  ),
  row('zones list', {
    help: 'Lists the zones with what they are doing.',
    json: listOf('zones', publicCard),
    call: 'zones.list',
    shape: zones => ({ zones }),
    lines: zones => zones.flatMap(card => zoneLines(card, Date.now())),
    exit: zones => (zones.some(({ alerts, trouble }) => alerts > 0 || trouble !== null) ? EXIT.attention : EXIT.ok),
  }),
  row('zones remove <zone>', {
    help: 'Forgets a zone. Neither its folder nor what was sent is touched.',
    arguments: [ZONE],
    call: 'zones.remove',
    input: ({ zone }: Zone) => ({ zone }),
  }),
  row('zones add <folder>', {
    summary: 'send what an instrument writes into a folder',
    help: 'Adds a zone and prints its id. Only what comes or is changed from now on is sent, unless --since or --everything.',
    arguments: ['the folder on this computer'],
    options: WISH_OPTIONS,
    call: 'zones.add',
    input: ({ folder, ...options }: Folder, context) => {
      if (options.to === undefined) throw new Ending(EXIT.usage, 'Say where to send with --to.');
      const change = changeOf(options);
      const isFresh = options.since === undefined && options.everything !== true;
      return wishOf(folder, context.place().caller.folder, isFresh ? { ...change, startAt: Date.now() } : change);
    },
    lines: ({ id }) => [id],
  }),
  row('zones change <zone>', {
    help: 'Changes what is named of a zone, and leaves the rest as it is.',
    arguments: [ZONE],
    options: WISH_OPTIONS,
    call: 'zones.change',
    input: ({ zone, ...options }: Zone & WishOptions) => {
      const change = changeOf(options);
      if (Object.keys(change).length === 0) throw new Ending(EXIT.usage, 'Say what to change.');
      return { zone, change };
    },
  }),
  row('zones test <folder>', {
    summary: 'what a zone would send, without sending anything',
    help: 'Says what a zone on a folder would send, what it would leave out and why, and what it cannot read.',
    arguments: ['the folder, or the id or name of a zone'],
    options: [['--json', 'print one JSON object'], ...WISH_OPTIONS],
    json: publicFields(
      zoneTest,
      'wouldSend wouldSendBytes runs skipped',
      {
        rows: z.array(publicFields(zoneTest.shape.rows.element, 'path sizeBytes verdict run to')),
        unreadable: publicUnreadable,
      },
      'troubles volume freeBytes',
    ),
    run: tryZone,
    lines: testLines,
    exit: ({ troubles, unreadable }) => (troubles.length > 0 || unreadable.length > 0 ? EXIT.attention : EXIT.ok),
  }),
  row('zones run <zone>', {
    summary: 'look at a zone now, and send what is finished',
    help: 'Looks at a zone now, and sends what is finished. With --wait until nothing is left that time alone finishes.',
    arguments: [ZONE],
    options: [['--wait', 'wait until runs are quiet']],
    json: publicFields(zoneRound, 'sent sentBytes recognised verified refused waiting', { stopped: publicTrouble }),
    call: 'zones.run',
    input: ({ zone, wait }: Zone & { readonly wait?: true }) => ({ zone, wait: wait === true }),
    lines: roundLines,
    exit: ({ stopped, refused }) => {
      if (stopped !== null) return stopped.kind === 'signed-out' ? EXIT.signIn : EXIT.temporary;
      return refused > 0 ? EXIT.attention : EXIT.ok;
    },
  }),
  row('zones pause [zone]', {
    help: 'Pauses a zone, or all of them, over restarts too.',
    arguments: [`${ZONE}; without it all`],
    options: [new Option('--for <time>', 'only for so long: 45m, 2h').argParser(durationOf)],
    call: 'zones.pause',
    input: ({ zone, for: ms }: Partial<Zone> & { readonly for?: number }) => ({
      zone: zone ?? null,
      until: ms === undefined ? null : Date.now() + ms,
    }),
  }),
  row('zones resume [zone]', {
    help: 'Lets a zone, or all of them, go on.',
    arguments: [`${ZONE}; without it all`],
    call: 'zones.resume',
    input: ({ zone }: Partial<Zone>) => ({ zone: zone ?? null }),
  }),
  ...proofRows,
  ...peopleRows,
  ...zoneFileRows,
];

async function tryZone({ client, context }: Asking, { folder, ...options }: Folder): Promise<ZoneTest> {
  const cards = await client.call('zones.list', null);
  const known = cards.find(({ id, definition }) => id === folder || definition.name === folder);
  const change = changeOf(options);
  const wish =
    known === undefined
      ? wishOf(folder, context.place().caller.folder, { destination: '-', ...change })
      : readGiven(zoneWish, { ...known.definition, ...change });
  const found = await client.call('zones.test', { wish, most: SHOWN });
  // Against itself a zone that is there would always speak.
  const own = known === undefined ? new Set() : zoneTexts.ownTroubles(known.definition);
  return { ...found, troubles: found.troubles.filter(text => !own.has(text)) };
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

function roundLines(round: ZoneRound): readonly string[] {
  const { sent, sentBytes, recognised, verified, refused, waiting, stopped } = round;
  return [
    `${formatCount(sent, 'file')} sent (${formatBytes(sentBytes)}), ${recognised} recognised, ${verified} verified, ${refused} refused, ${waiting} waiting`,
    ...(stopped === null ? [] : [stopped.text]),
  ];
}
