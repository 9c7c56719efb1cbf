import { Option } from 'commander';

import { goBehindWindow, goLast } from '../../../node/system/own-priority.ts';
import { runDaemon } from '../../runner/daemon.ts';
import { ownRow, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { portOf } from '../../runner/port-of.ts';

const FREE_PORT = '0 is a free port';

interface Wanted {
  readonly windowPort?: number;
  readonly metricsPort?: number;
  readonly lowPriority?: true;
}

/** The daemon, and the address of its window. */
export const daemonRows: readonly Row[] = [
  ownRow<Wanted>(
    'daemon',
    {
      summary: 'keep all mirrors in step until it is stopped',
      help:
        'Keeps all mirrors in step until SIGTERM. Other commands on the same data directory talk to it. Once it answers, ' +
        'its first line on standard output is:\n\n  {"ready":true,"windowUrl":"…"|null}',
      options: [
        new Option(
          '--window-port <port>',
          `also serve the window to a browser on this computer; ${FREE_PORT}`,
        ).argParser(portOf),
        new Option(
          '--metrics-port <port>',
          `also serve figures for monitoring, at /metrics on this computer; ${FREE_PORT}`,
        ).argParser(portOf),
        ['--low-priority', 'let every other program of this computer go first'],
      ],
    },
    ({ windowPort, metricsPort, lowPriority }, context) => {
      if (lowPriority === true) goLast();
      else if (windowPort !== undefined) goBehindWindow();
      return runDaemon(context.place(), { windowPort: windowPort ?? null, metricsPort: metricsPort ?? null });
    },
  ),
  row('window', {
    summary: 'print a fresh address of the window',
    help: 'Prints a fresh address for a browser. It opens the window of the running daemon and works once.',
    run: async ({ client, isDaemon }) => {
      if (!isDaemon) throw new Ending(EXIT.error, `No Benchtop is running for this data directory. ${START_WINDOW}`);
      const { url } = await client.call('window.address', null);
      if (url === null) throw new Ending(EXIT.error, `The running Benchtop serves no window. ${RESTART_WINDOW}`);
      return url;
    },
    lines: url => [url],
  }),
];

const START_WINDOW = 'Start one with: benchtop daemon --window-port 0';
const RESTART_WINDOW = 'Stop it and start it again with: benchtop daemon --window-port 0';
