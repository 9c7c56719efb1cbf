import { type Command, Argument, Option } from 'commander';
import { posix, win32 } from 'node:path';

import { serviceFileTexts as texts } from '../../../shared/text/service-text.ts';
import type { CommandContext } from '../runner/command-context.ts';
import { commandGroup, ownRow, type Row } from '../runner/command-row.ts';
import { Ending } from '../runner/ending.ts';
import { EXIT } from '../runner/exit-codes.ts';
import { portOf } from '../runner/port-of.ts';
import { launchdPlist } from './launchd.ts';
import type { StartPlan } from './start-plan.ts';
import { systemdUnit } from './systemd.ts';
import { taskXml, winswXml } from './windows.ts';

const KINDS = ['systemd', 'launchd', 'windows', 'windows-task'] as const;
type Kind = (typeof KINDS)[number];

/** What each system usually does, and who writes its file. */
const WAYS: {
  readonly [K in Kind]: {
    readonly write: (plan: StartPlan) => string;
    readonly data: string;
    readonly user: string;
    readonly path: typeof posix;
  };
} = {
  systemd: { write: systemdUnit, data: '/var/lib/benchtop', user: 'benchtop', path: posix },
  launchd: {
    write: launchdPlist,
    data: '/Library/Application Support/Benchtop',
    user: '_benchtop',
    path: posix,
  },
  windows: { write: winswXml, data: 'C:\\ProgramData\\Benchtop', user: 'NT AUTHORITY\\LocalService', path: win32 },
  'windows-task': { write: taskXml, data: 'C:\\ProgramData\\Benchtop', user: 'S-1-5-19', path: win32 },
};

interface Wanted {
  readonly kind: Kind;
  readonly user?: string;
  readonly confine?: true | readonly string[];
  readonly metricsPort?: number;
}

/** Running as a service of the computer. */
export const serviceRows: readonly Row[] = [
  commandGroup('service', 'run Benchtop as a service of this computer', texts.about),
  ownRow<Wanted>(
    'service print <kind>',
    {
      summary: 'print the file that has this computer start Benchtop and keep it running',
      help: texts.print,
      arguments: [new Argument('<kind>', 'who starts it').choices(KINDS)],
      options: [
        ['--user <name>', 'the account of the computer that it runs as (default: the usual one)'],
        ['--confine [folders...]', texts.confine],
        new Option('--metrics-port <port>', 'also serve figures for monitoring, on this computer only').argParser(
          portOf,
        ),
      ],
    },
    print,
  ),
];

function print({ kind, user, confine, metricsPort }: Wanted, context: CommandContext, command: Command): void {
  const { caller } = context.place();
  const words = caller.command ?? [];
  // The place of the records as a person gave it; else the one where services of that system keep theirs.
  const { data } = command.optsWithGlobals<{ readonly data?: string }>();
  const way = WAYS[kind];
  const folders = confine === true ? [] : (confine ?? null);
  const plan: StartPlan = {
    program: words,
    data: data === undefined ? way.data : absolute(data, way.path),
    user: user ?? way.user,
    confinedTo: folders?.map(folder => absolute(folder, way.path)) ?? null,
    metricsPort: metricsPort ?? null,
  };
  if (!/^[^\p{Cc}:"]{1,100}$/u.test(plan.user)) throw new Ending(EXIT.usage, texts.user);
  if (folders !== null && kind !== 'systemd') throw new Ending(EXIT.usage, texts.confineElsewhere);
  if (words.length === 0) throw new Ending(EXIT.error, texts.noProgram);
  caller.print(way.write(plan));
}

/** A service is started in no folder that a path could count from. @throws Ending 2. */
function absolute(path: string, { isAbsolute }: typeof posix): string {
  if (!isAbsolute(path)) throw new Ending(EXIT.usage, texts.absolute(path));
  return path;
}
