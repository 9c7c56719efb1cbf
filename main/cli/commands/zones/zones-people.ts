import type { Command } from 'commander';

import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { runNumber } from './zones-proof.ts';

/** `zones operator|next|pin`: what people at the instrument say. */
export function addZonePeopleCommands(zones: Command, context: CommandContext): void {
  addOperator(zones, context);
  addNext(zones, context);
  addPin(zones, context);
}

function addOperator(zones: Command, context: CommandContext): void {
  zones
    .command('operator')
    .summary('say who ran a run')
    .description(
      'Says who ran a run. It goes into the labels of what is sent afterwards and into the list beside its files; where they lie stays as it is.',
    )
    .argument('<run>', 'its number, as listed by: benchtop zones runs', runNumber)
    .argument('[name]', 'the operator')
    .option('--nobody', 'nobody is named any more')
    .action((run: number, name: string | undefined, { nobody }: { readonly nobody?: true }) =>
      context.ask(async ({ client }) => {
        if ((name === undefined) === (nobody === undefined))
          throw new Ending(EXIT.usage, 'Name the operator, or give --nobody.');
        await client.call('zones.setOperator', { run, operator: name ?? null });
      }),
    );
}

interface NextOptions {
  readonly label?: string;
  readonly operator?: string;
  readonly clear?: true;
}

function addNext(zones: Command, context: CommandContext): void {
  zones
    .command('next')
    .summary('say what the next runs are called, and who runs them')
    .description(
      'Says what the runs are called that begin in the next twelve hours, and who runs them. {label} and {operator} stand for it in layouts and descriptions.',
    )
    .argument('<zone>', 'its id or name')
    .option('--label <text>', 'what they are called')
    .option('--operator <name>', 'who runs them')
    .option('--clear', 'nothing is said of them any more')
    .action((zone: string, { label, operator, clear }: NextOptions) =>
      context.ask(async ({ client }) => {
        const isSaid = label !== undefined || operator !== undefined;
        if (isSaid === (clear === true)) throw new Ending(EXIT.usage, 'Give --label or --operator, or --clear.');
        await client.call('zones.nextRuns', { zone, label: label ?? null, operator: operator ?? null });
      }),
    );
}

function addPin(zones: Command, context: CommandContext): void {
  zones
    .command('pin')
    .summary('the PIN that leads out of the big view')
    .description(
      'Says whether the big view of the window is left with a PIN only, sets one, or removes it. Only a hash of it is kept. It keeps hands off a screen; what protects files are the rights of the account.',
    )
    .option('--stdin', 'set one, read from standard input: 4 to 12 digits')
    .option('--remove', 'none is needed any more')
    .action(({ stdin, remove }: { readonly stdin?: true; readonly remove?: true }) =>
      context.ask(async ({ client }) => {
        if (stdin === true && remove === true) throw new Ending(EXIT.usage, 'Give --stdin or --remove.');
        if (stdin === true) await client.call('zones.setPin', { pin: await typedPin(context) });
        if (remove === true) await client.call('zones.setPin', { pin: null });
        const isSet = await client.call('zones.hasPin', null);
        context.printLines([isSet ? 'The big view is left with a PIN only.' : 'The big view is left without a PIN.']);
      }),
    );
}

/** @throws Ending 2 when it is none. */
async function typedPin(context: CommandContext): Promise<string> {
  const pin = (await context.place().caller.readInput()).trim();
  if (!/^\d{4,12}$/.test(pin)) throw new Ending(EXIT.usage, 'A PIN has 4 to 12 digits.');
  return pin;
}
