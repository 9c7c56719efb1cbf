import { constants, setPriority } from 'node:os';

import type { Command } from 'commander';

import { runDaemon } from '../../runner/daemon.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { portOf } from '../../runner/port-of.ts';

interface DaemonOptions {
  readonly windowPort?: number;
  readonly metricsPort?: number;
  readonly lowPriority?: true;
}

/** `daemon`, `window`. */
export function addDaemonCommands(program: Command, context: CommandContext): void {
  program
    .command('daemon')
    .summary('keep all mirrors in step until it is stopped')
    .description(
      'Keeps all mirrors in step until SIGTERM. Other commands on the same data directory talk to it. Once it answers, ' +
        'its first line on standard output is:\n\n  {"ready":true,"windowUrl":"…"|null}',
    )
    .option('--window-port <port>', 'also serve the window to a browser on this computer; 0 is a free port', portOf)
    .option(
      '--metrics-port <port>',
      'also serve figures for monitoring, at /metrics on this computer; 0 is a free port',
      portOf,
    )
    .option('--low-priority', 'let every other program of this computer go first')
    .action(({ windowPort, metricsPort, lowPriority }: DaemonOptions) => {
      if (lowPriority === true) goLast();
      return runDaemon(context.place(), { windowPort: windowPort ?? null, metricsPort: metricsPort ?? null });
    });
  program
    .command('window')
    .summary('print a fresh address of the window')
    .description('Prints a fresh address for a browser. It opens the window of the running daemon and works once.')
    .action(() =>
      context.ask(async ({ client, isDaemon }) => {
        if (!isDaemon) throw new Ending(EXIT.error, `No Benchtop is running for this data directory. ${START_WINDOW}`);
        const { url } = await client.call('window.address', null);
        if (url === null) throw new Ending(EXIT.error, `The running Benchtop serves no window. ${RESTART_WINDOW}`);
        context.printLines([url]);
      }),
    );
}

/** Measuring comes first on an instrument. A system that does not let us leaves us as we were. */
function goLast(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // It is a courtesy; nothing depends on it.
  }
}

const START_WINDOW = 'Start one with: benchtop daemon --window-port 0';
const RESTART_WINDOW = 'Stop it and start it again with: benchtop daemon --window-port 0';
