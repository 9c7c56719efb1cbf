import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { getPriority } from 'node:os';

// The one place where tests reach for what only Linux, or only a system with a shell, has. A test that cannot do without it
// runs by `test.runIf(ON_LINUX)` or `test.runIf(ON_POSIX)`; what only counts gets nothing to count elsewhere.

export const ON_LINUX: boolean = process.platform === 'linux';

/** Home folders that nothing can make, on Linux: their parents are there and hold no folders of ours. */
export const IMPOSSIBLE_HOMES = ['/proc/nope', '/dev/null/nope', '/dev/fd/nope'];
export const ON_POSIX: boolean = process.platform !== 'win32';

/** A file that Linux shows of a process, such as `status` or `cmdline`; empty where there is none. */
export function shownOfProcess(pid: number | 'self', name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** The priorities of the threads of a process on Linux, each named once; -20 goes first, 19 last. */
export function prioritiesOf(pid: number): readonly number[] {
  return [...new Set(readdirSync(`/proc/${pid}/task`).map(thread => getPriority(Number(thread))))];
}

/** What an open file or folder of a process is, such as `socket:[123]`; empty once it is closed. */
export function shownHandle(pid: number, handle: string): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${handle}`);
  } catch {
    return '';
  }
}

/** How many files and folders this program has open; 0 on other systems. */
export function openHandles(): number {
  return ON_LINUX ? readdirSync('/proc/self/fd').length : 0;
}

/** A figure of `status` in MB, such as `VmRSS` (in use) or `VmHWM` (the most that ever was); 0 on other systems. */
export function megabytesOf(pid: number, figure: 'VmRSS' | 'VmHWM'): number {
  return Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(shownOfProcess(pid, 'status'))?.[1] ?? 0) / 1024;
}

/** A path into an open folder, valid even after the folder is moved, and however long its own path is. Linux only. */
export function insideOpened(handle: number, name: string): string {
  return `/proc/self/fd/${handle}/${name}`;
}

/** The text of a program that a shell runs. */
export function shellProgram(...lines: readonly string[]): string {
  return `${['#!/bin/sh', ...lines].join('\n')}\n`;
}

/** A program that writes down what it is given and all that it can see of itself: its input, environment and words. */
export function programThatTells(to: string): string {
  return shellProgram(`{ cat; tr '\\0' '\\n' < /proc/$$/environ; tr '\\0' ' ' < /proc/$$/cmdline; } > '${to}'`);
}

/** Has a shell do something at once that takes long from here. */
export function inShell(script: string, folder: string): void {
  execFileSync('sh', ['-c', script], { cwd: folder });
}

const LINK = 'require("node:fs").linkSync(...process.argv.slice(1))';

/** Gives a file a second name as another program does it: what a test changes of this process's own disk is not in its way. */
export function linkFromOutside(from: string, to: string): void {
  if (ON_POSIX) execFileSync('ln', ['--', from, to]);
  else execFileSync(process.execPath, ['-e', LINK, from, to]);
}

export function makePipe(path: string): void {
  execFileSync('mkfifo', [path]);
}

/** How many processes this one has started, and that still run, with a word in their command line. */
export function childrenWith(word: string): number {
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter(line => line.includes(word) && Number.parseInt(line, 10) === process.pid).length;
}

/** What every user of this computer can see of its programs: the words that each was started with. */
export function commandLines(): string[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => Number(name))
    .map(pid => `${pid} ${shownOfProcess(pid, 'cmdline').replaceAll('\0', ' ')}`);
}

/** The environment that a program was started with. */
export function environmentOf(pid: number): string {
  return shownOfProcess(pid, 'environ').replaceAll('\0', ' ');
}

/** The addresses at which a program listens, such as `127.0.0.1:5000`, from the system's own tables. */
export function listeningAt(pid: number): string[] {
  const own = new Set(readdirSync(`/proc/${pid}/fd`).map(name => shownHandle(pid, name)));
  return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap(table =>
    shownOfProcess(pid, `net/${table}`)
      .split('\n')
      .slice(1)
      .map(line => line.trim().split(/\s+/))
      // 0A: listening; a socket of UDP hears all senders from the moment it has an address.
      .filter(([, , , state, , , , , , inode]) => own.has(`socket:[${inode}]`) && (state === '0A' || table[0] === 'u'))
      .map(([, local = '']) => `${table}:${plainAddress(local)}`),
  );
}

/** The kernel writes an IPv4 address as one number of the machine's own order. */
function plainAddress(local: string): string {
  const [address = '', port = ''] = local.split(':');
  const bytes = address.length === 8 ? (address.match(/../g) ?? []).toReversed() : [address];
  const host = bytes.length === 4 ? bytes.map(byte => Number.parseInt(byte, 16)).join('.') : address;
  return `${host}:${Number.parseInt(port, 16)}`;
}

/** Makes a pipe with a name, in which so many bytes wait for who reads. @returns what ends it. */
export function fillPipe(path: string, bytes: number): () => void {
  execFileSync('mkfifo', [path]);
  const writer = spawn('sh', ['-c', 'head -c "$1" /dev/zero > "$2"', 'sh', String(bytes), path], { stdio: 'ignore' });
  return () => void writer.kill('SIGKILL');
}
