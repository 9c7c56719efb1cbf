import { type Asking, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { runArgument } from './zones-proof.ts';

interface Operator {
  readonly run: number;
  readonly name?: string;
  readonly nobody?: true;
}

interface NextRuns {
  readonly zone: string;
  readonly label?: string;
  readonly operator?: string;
  readonly clear?: true;
}

/** What people at the instrument say. */
export const peopleRows: readonly Row[] = [
  row('zones operator <run> [name]', {
    summary: 'say who ran a run',
    help: 'Says who ran a run. It goes into the labels of what is sent afterwards and into the list beside its files; where they lie stays as it is.',
    arguments: [runArgument(), 'the operator'],
    options: [['--nobody', 'nobody is named any more']],
    call: 'zones.setOperator',
    input: ({ run, name, nobody }: Operator) => {
      if ((name === undefined) === (nobody === undefined))
        throw new Ending(EXIT.usage, 'Name the operator, or give --nobody.');
      return { run, operator: name ?? null };
    },
  }),
  row('zones next <zone>', {
    summary: 'say what the next runs are called, and who runs them',
    help: 'Says what the runs are called that begin in the next twelve hours, and who runs them. {label} and {operator} stand for it in layouts and descriptions.',
    arguments: ['its id or name'],
    options: [
      ['--label <text>', 'what they are called'],
      ['--operator <name>', 'who runs them'],
      ['--clear', 'nothing is said of them any more'],
    ],
    call: 'zones.nextRuns',
    input: ({ zone, label, operator, clear }: NextRuns) => {
      const isSaid = label !== undefined || operator !== undefined;
      if (isSaid === (clear === true)) throw new Ending(EXIT.usage, 'Give --label or --operator, or --clear.');
      return { zone, label: label ?? null, operator: operator ?? null };
    },
  }),
  row('zones pin', {
    summary: 'the PIN that leads out of the big view',
    help: 'Says whether the big view of the window is left with a PIN only, sets one, or removes it. Only a hash of it is kept. It keeps hands off a screen; what protects files are the rights of the account.',
    options: [
      ['--stdin', 'set one, read from standard input: 4 to 12 digits'],
      ['--remove', 'none is needed any more'],
    ],
    run: pin,
    lines: isSet => [isSet ? 'The big view is left with a PIN only.' : 'The big view is left without a PIN.'],
  }),
];

async function pin(
  { client, context }: Asking,
  { stdin, remove }: { readonly stdin?: true; readonly remove?: true },
): Promise<boolean> {
  if (stdin === true && remove === true) throw new Ending(EXIT.usage, 'Give --stdin or --remove.');
  if (stdin === true) await client.call('zones.setPin', { pin: await typedPin(context) });
  if (remove === true) await client.call('zones.setPin', { pin: null });
  return client.call('zones.hasPin', null);
}

/** @throws Ending 2 when it is no PIN. */
async function typedPin(context: CommandContext): Promise<string> {
  const pin = (await context.place().caller.readInput()).trim();
  if (!/^\d{4,12}$/.test(pin)) throw new Ending(EXIT.usage, 'A PIN has 4 to 12 digits.');
  return pin;
}
