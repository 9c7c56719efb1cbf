import { resolve } from 'node:path';

import type { Command } from 'commander';
import { z } from 'zod';

import { zoneWish } from '../../../../shared/features/zones/model.ts';
import { inputLine, inputWords } from '../../../../shared/text/input-words.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import { MIB } from '../../../../shared/units.ts';
import { readAtMost } from '../../../node/files/read-at-most.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { givenText } from '../../input/typed-text.ts';
import { jsonText } from '../../output/harmless-text.ts';
import { planZones, type ZonePlan } from './zone-plan.ts';

/** A file of zones, for this computer or for others that differ only in name. */
const zonesFile = z.object({ format: z.literal(1), zones: z.array(zoneWish).max(1000) });

/** A thousand zones with every field in use come near this. */
const MOST_BYTES = 16 * MIB;

/** `zones export`, `zones import`. */
export function addZoneFileCommands(zones: Command, context: CommandContext): void {
  zones
    .command('export')
    .description('Prints all zones as JSON, for: benchtop zones import')
    .action(() =>
      context.ask(async ({ client }) => {
        const cards = await client.call('zones.list', null);
        const file = { format: 1, zones: cards.map(({ definition }) => definition) };
        context.place().caller.print(`${jsonText(file, 2)}\n`);
      }),
    );
  zones
    .command('import')
    .summary('add or change zones as a file says')
    .description(
      'Adds the zones of a file, and changes those that are there by their name. Zones that it does not name stay. {computer} in a text is this computer.',
    )
    .argument('<file>', 'as written by: benchtop zones export')
    .option('--json', 'print one JSON object')
    .action((path: string, options: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const { caller } = context.place();
        const wanted = read(resolve(caller.folder, path), caller.computer);
        const plan = await planZones(client, wanted);
        for (const { apply } of plan) await apply();
        const named = (asked: ZonePlan['kind']) => plan.flatMap(({ kind, name }) => (kind === asked ? [name] : []));
        const [added, changed] = [named('add'), named('change')];
        if (options.json) context.printJson({ v: 1, added, changed });
        else
          context.tell(
            `${added.length} added, ${changed.length} changed, ${wanted.length - added.length - changed.length} as they were.`,
          );
      }),
    );
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
