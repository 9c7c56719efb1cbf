import { resolve } from 'node:path';

import { z } from 'zod';

import { zoneWish } from '../../../../shared/features/zones/model.ts';
import { inputLine, inputWords } from '../../../../shared/text/input-words.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import { MIB } from '../../../../shared/units.ts';
import { readAtMost } from '../../../node/files/read-at-most.ts';
import { type Asking, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { givenText } from '../../input/typed-text.ts';
import { jsonText } from '../../output/harmless-text.ts';
import { toPublic } from '../../output/public-json.ts';
import { publicWish } from './public-zone.ts';
import { planZones, type ZonePlan } from './zone-plan.ts';

/** A file of zones, for this computer or for others that differ only in name. */
const zonesFile = z.object({ format: z.literal(1), zones: z.array(zoneWish).max(1000) });

/** A thousand zones with every field in use come near this. */
const MOST_BYTES = 16 * MIB;

/** Zones as a file. */
export const zoneFileRows: readonly Row[] = [
  row('zones export', {
    help: 'Prints all zones as JSON, for: benchtop zones import',
    run: async ({ client, context }) => {
      const cards = await client.call('zones.list', null);
      const file = { format: 1, zones: cards.map(({ definition }) => toPublic(publicWish, definition)) };
      context.place().caller.print(`${jsonText(file, 2)}\n`);
    },
  }),
  row('zones import <file>', {
    summary: 'add or change zones as a file says',
    help: 'Adds the zones of a file, and changes those that are there by their name. Zones that it does not name stay. {computer} in a text is this computer.',
    arguments: ['as written by: benchtop zones export'],
    json: z.object({ added: z.array(z.string()), changed: z.array(z.string()) }),
    run: importZones,
    tell: ({ added, changed, same }, { json }) =>
      json ? null : `${added.length} added, ${changed.length} changed, ${same} as they were.`,
  }),
];

interface Importing {
  readonly file: string;
  readonly json?: true;
}

async function importZones({ client, context }: Asking, { file }: Importing) {
  const { caller } = context.place();
  const wanted = read(resolve(caller.folder, file), caller.computer);
  const plan = await planZones(client, wanted);
  for (const { apply } of plan) await apply();
  const named = (asked: ZonePlan['kind']) => plan.flatMap(({ kind, name }) => (kind === asked ? [name] : []));
  const [added, changed] = [named('add'), named('change')];
  return { added, changed, same: wanted.length - added.length - changed.length };
}

function read(path: string, computer: string) {
  const text = textAt(path);
  // As a part of a JSON text.
  const own = JSON.stringify(computer).slice(1, -1);
  let read: ReturnType<typeof zonesFile.safeParse>;
  try {
    const filled = text.replaceAll(/("(?:name|folder|instrument|location)"\s*:\s*"[^"]*)\{computer\}/g, `$1${own}`);
    read = zonesFile.safeParse(JSON.parse(filled), { error: inputWords });
  } catch {
    throw new Ending(EXIT.error, zoneTexts.noZonesFile(path, 'It is no JSON.'));
  }
  if (!read.success) throw new Ending(EXIT.error, zoneTexts.noZonesFile(path, inputLine(read.error.issues)));
  return read.data.zones;
}

function textAt(path: string): string {
  let bytes: Buffer | null;
  try {
    bytes = readAtMost(path, MOST_BYTES);
  } catch {
    throw new Ending(EXIT.error, `'${path}' cannot be read.`);
  }
  if (bytes === null) throw new Ending(EXIT.error, zoneTexts.fileTooLarge(path));
  return givenText(bytes, path, EXIT.error);
}
