import { spawn, spawnSync } from 'node:child_process';
import { closeSync, cpSync, mkdirSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Child, Ending, Running } from '../setup/child.ts';
import { SET_UP } from './windows-set-up.ts';

/** A running Windows of its own under Wine: drives, registry, processes. */
export interface Windows {
  /** Where drive C lies on Linux. */
  readonly driveC: string;
  /** What a program of Linux needs to know to start others in it. */
  readonly environment: { readonly [name: string]: string };
  /** A path of Linux as Windows names it: by `C:` inside of that drive, else by `Z:`, the whole disk. */
  windowsPath(path: string): string;
  /** Lets a folder of Linux be a drive, such as `e`. It may be there already; it is lost as a stick that is pulled out. */
  connectDrive(letter: string, folder: string): void;
  disconnectDrive(letter: string): void;
  /** Starts a program of Windows; `input` is its standard input. What it says goes to files, from where it is read. */
  start(program: string, args: readonly string[], wishes?: StartWishes): Running;
  /** Starts Node for Windows on a script and its words; paths as Windows has them. */
  node(args: readonly string[], wishes?: StartWishes): Running;
  /**
   * Has another program hold a file open, until `release`: for reading, or for writing (then it is made if need be).
   * @param sharing what others may do while it is open: letters of `r` (read), `w` (write), `d` (rename, replace, remove).
   */
  hold(windowsPath: string, access: 'r' | 'w', sharing: '-' | 'r' | 'rw' | 'rwd'): Promise<Holder>;
  /** Ends everything that runs in it, and removes it. */
  close(): Promise<void>;
}

export interface StartWishes {
  readonly input?: string;
  readonly environment?: { readonly [name: string]: string };
  /** Where it starts, as Linux names it. */
  readonly folder?: string;
}

export interface Holder {
  /** Ends the program; the file is closed then. */
  release(): Promise<void>;
}

/** Node for Windows. */
export const NODE: string = join(SET_UP, 'node/bin/node.exe');
const HELD_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 25;

/** What of our own environment means something else to Node for Windows: settings of Node, npm and vitest. */
const NOT_FOR_WINDOWS = /^(?:NODE_|npm_|VITEST|INIT_CWD$|BENCHTOP_|TEST$|VITE_)/;

/** Makes a new Windows in the folder `place` (which is made), as a copy of the one that the set-up has made. */
export function openWindows(place: string): Windows {
  const prefix = join(place, 'prefix');
  const outputs = join(place, 'outputs');
  mkdirSync(outputs, { recursive: true });
  // Links stay links: most of a Windows is links to what Debian has installed.
  cpSync(join(SET_UP, 'prefix'), prefix, { recursive: true, verbatimSymlinks: true });
  const own = Object.entries(process.env).filter(([name]) => !NOT_FOR_WINDOWS.test(name));
  const environment = {
    WINEPREFIX: prefix,
    WINEARCH: 'win64',
    WINEDEBUG: '-all',
    WINEDLLOVERRIDES: 'mscoree,mshtml=',
    HOME: place,
    // Not as a word of the command line, so that programs started from there have it, too.
    NODE_OPTIONS: `--import=file:///Z:${encodeURI(join(SET_UP, 'wine-shim.mjs'))}`,
  };
  const env = { ...Object.fromEntries(own), ...environment };
  const driveC = join(prefix, 'drive_c');
  const running = new Set<Running>();
  let count = 0;

  const start: Windows['start'] = (program, args, { input = '', environment: more = {}, folder = place } = {}) => {
    count += 1;
    const started = startInFiles(program, args, {
      to: join(outputs, String(count)),
      input,
      folder,
      env: { ...env, ...more },
    });
    running.add(started);
    void started.child.ended.then(() => running.delete(started));
    return started;
  };
  const windowsPath = (path: string): string =>
    path.startsWith(`${driveC}/`) ? `C:${backslashed(path.slice(driveC.length))}` : `Z:${backslashed(path)}`;
  const drive = (letter: string): string => join(prefix, 'dosdevices', `${letter.toLowerCase()}:`);
  return {
    driveC,
    environment,
    windowsPath,
    connectDrive: (letter, folder) => symlinkSync(folder, drive(letter)),
    disconnectDrive: letter => rmSync(drive(letter)),
    start,
    node: (args, wishes) => start(NODE, args, wishes),
    hold: async (path, access, sharing) => {
      const holder = start(join(SET_UP, 'hold.exe'), [path, access, sharing]);
      const said = await firstLine(holder, HELD_WITHIN_MS);
      if (said !== 'held') throw new Error(`${path} could not be held open: ${said}`);
      return { release: async () => void (await holder.child.kill()) };
    },
    close: async () => {
      spawnSync('wineserver', ['-k'], { env, stdio: 'ignore' });
      await Promise.all([...running].map(({ child }) => child.kill()));
      spawnSync('wineserver', ['-w'], { env, stdio: 'ignore' });
      rmSync(place, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface InFiles {
  /** The beginning of the names of three files. */
  readonly to: string;
  readonly input: string;
  readonly folder: string;
  readonly env: { readonly [name: string]: string | undefined };
}

/**
 * Wine's own server keeps what a program was given as its output, so that a pipe would never end; and a pipe of Linux is no
 * standard input for Node for Windows. So all three are files.
 */
function startInFiles(program: string, args: readonly string[], { to, input, folder, env }: InFiles): Running {
  writeFileSync(`${to}.in`, input);
  const files = [openSync(`${to}.in`, 'r'), openSync(`${to}.out`, 'w'), openSync(`${to}.err`, 'w')];
  const started = spawn('wine', [program, ...args], { cwd: folder, env, stdio: files });
  for (const file of files) closeSync(file);
  const text = (kind: 'out' | 'err'): string => readFileSync(`${to}.${kind}`, 'utf8').replaceAll('\r\n', '\n');
  const ended = new Promise<Ending>(resolve => {
    started.once('error', () => resolve({ code: 127, signal: null }));
    started.once('exit', (code, signal) => resolve({ code, signal }));
  });
  // A signal of Linux ends a program of Windows without asking, so both ways of ending are the same here.
  const kill = (): Promise<Ending> => {
    started.kill('SIGKILL');
    return ended;
  };
  const child: Child = { pid: started.pid ?? 0, ended, complaint: () => text('err'), stop: kill, kill };
  const output = ended.then(ending => ({ ...ending, stdout: text('out'), stderr: text('err') }));
  return { child, output, said: () => text('out') };
}

/** The first line that a program says. @throws Error when it ends before, or says none in time. */
export async function firstLine(running: Running, withinMs: number): Promise<string> {
  let isOver = false;
  void running.child.ended.then(() => (isOver = true));
  for (const giveUp = Date.now() + withinMs; ; await sleep(LOOK_EVERY_MS)) {
    const wasOver = isOver;
    const said = running.said();
    if (said.includes('\n')) return said.slice(0, said.indexOf('\n'));
    if (wasOver || Date.now() > giveUp)
      throw new Error(`it ${wasOver ? 'ended before it' : 'never'} said a line: ${said}${running.child.complaint()}`);
  }
}

function backslashed(path: string): string {
  return path.replaceAll('/', '\\');
}
