import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import {
  type Computer,
  filesOf,
  jsonIn,
  type Lab,
  type Person,
  quicken,
  signIn,
  succeed,
  syncAnswerIn,
} from '../end-to-end/benchtop.ts';
import type { Running } from '../setup/child.ts';
import { SET_UP } from './windows-set-up.ts';
import { firstLine, openWindows, type Windows } from './wine.ts';

/** A computer with Windows, as a `Computer`: its paths are those of Linux, so that a test looks into it from outside. */
export interface WindowsComputer extends Computer {
  readonly windows: Windows;
  /** A path in the mirrored folder, as Windows names it. */
  at(path: string): string;
  /** Pairs a folder that Windows names so, such as `E:\lab`. */
  mirrorAt(remote: string, windowsPath: string): Promise<void>;
  /** Ends all that runs on it, and removes it. To be called before the lab is closed. */
  close(): Promise<void>;
}

/** What Node for Windows is given to be the command line. */
export const PROGRAM_WORDS: readonly string[] = [
  `Z:${join(SET_UP, 'program/cli.js').replaceAll('/', '\\')}`,
  '--data',
  String.raw`C:\records`,
];
/** Wine must start its services, Node read the program; the machine may be busy with three others. */
const READY_WITHIN_MS = 90_000;

/** Where it is made, and the service that it is signed in to. */
interface Place extends Pick<Lab, 'folder'> {
  readonly service: Pick<Lab['service'], 'baseUrl'> & {
    readonly people: readonly [Pick<Person, 'apiKey'>, ...unknown[]];
  };
}

/** A new computer with Windows beside those of the lab: signed in with a person's key, without mirrors, quick in its waits. */
export async function windowsComputer(lab: Place, name: string, person?: Person): Promise<WindowsComputer> {
  const windows = openWindows(join(lab.folder, name));
  const data = join(windows.driveC, 'records');
  let folder = join(windows.driveC, 'folder 0');
  let mirrors = 0;
  let mirror: string | null = null;
  mkdirSync(folder);

  const begin = (args: readonly string[], input = ''): Running =>
    windows.node([...PROGRAM_WORDS, ...args], {
      input,
      environment: { BENCHTOP_COMPUTER: name },
      folder: windows.driveC,
    });
  const run: Computer['run'] = async (args, input) => {
    const output = await begin(args, input).output;
    return { ...output, json: jsonIn(output.stdout) };
  };
  const mirrorAt: WindowsComputer['mirrorAt'] = async (remote, windowsPath) => {
    if (mirror !== null) await succeed(run(['mirror', 'remove', mirror]));
    mirror = (await succeed(run(['mirror', 'add', '--remote', remote, '--local', windowsPath]))).stdout.trim();
  };
  const computer: WindowsComputer = {
    name,
    data,
    windows,
    get folder() {
      return folder;
    },
    at: path => windows.windowsPath(join(folder, path)),
    run,
    begin: args => begin(args),
    mirrorAt,
    mirror: async remote => {
      mirrors += 1;
      folder = join(windows.driveC, `folder ${mirrors}`);
      mkdirSync(folder);
      await mirrorAt(remote, windows.windowsPath(folder));
    },
    sync: async () => syncAnswerIn(await run(['sync', '--once', '--json']), name),
    daemon: async (args = []) => {
      const started = begin(['daemon', ...args]);
      await firstLine(started, READY_WITHIN_MS);
      return started.child;
    },
    ...filesOf(() => folder),
    close: () => windows.close(),
  };
  try {
    await signIn(computer, lab.service.baseUrl, (person ?? lab.service.people[0]).apiKey);
    quicken(computer);
    return computer;
  } catch (failure) {
    await windows.close();
    throw failure;
  }
}
