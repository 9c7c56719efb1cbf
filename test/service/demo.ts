import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { type Child, type Output, startCommand, startServer } from '../setup/child.ts';

/**
 * `npm start`: the product on a sample knowledge base. Starts the local service and Benchtop's daemon as processes of
 * their own, signs in, mirrors `Knowledge Base` into a folder and shows both doors. Everything lies in `.demo/`;
 * `--fresh` starts from empty records, `--in FOLDER` puts it elsewhere.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: options } = parseArgs({
  options: { fresh: { type: 'boolean', default: false }, in: { type: 'string', default: join(root, '.demo') } },
});
const home = resolve(process.env['INIT_CWD'] ?? process.cwd(), options.in);
const folder = join(home, 'Knowledge Base');
const client = join(home, 'client');
const noteFile = join(home, 'demo.json');

/** Making the sample and starting cold takes a slow machine this long at most. */
const READY_WITHIN_MS = 120_000;
/** Where the search for two neighbouring free ports begins: the service's and its storage's. */
const FIRST_PORT = 4810;
const PORTS_TRIED = 100;

/** What is kept from one start to the next. The service keeps its address, because Benchtop is signed in there. */
const note = z.object({ port: z.number().int(), pid: z.number().int() });
const serviceReady = z.object({
  baseUrl: z.string(),
  users: z.array(z.object({ role: z.string(), apiKey: z.string() })),
});
const daemonReady = z.object({ windowUrl: z.string() });
const mirrorList = z.object({ mirrors: z.array(z.object({ local: z.string() })) });

const children: Child[] = [];
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.abort());

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  await run();
} catch (failure) {
  process.exitCode = stopped.signal.aborted ? 0 : 1;
  if (!stopped.signal.aborted)
    process.stderr.write(`${failure instanceof Error ? failure.message : String(failure)}\n`);
}
// The daemon first: it may still have something to say to the service.
for (const child of children.reverse()) await child.stop();
process.exit();

async function run(): Promise<void> {
  const known = readNote();
  if (known !== null && isAlive(known.pid)) {
    throw new Error(`The demonstration runs already (process ${known.pid}). Stop it there, or use that one.`);
  }
  if (options.fresh) rmSync(home, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  mkdirSync(client, { recursive: true, mode: 0o700 });
  const port = await choosePort(existsSync(noteFile) ? known : null);
  writeFileSync(noteFile, JSON.stringify({ port, pid: process.pid }));
  const service = await startService(port);
  await prepareClient(service);
  const daemon = await startDaemon();
  tell('Benchtop keeps a sample knowledge base in step with a folder on this computer.');
  tell(`The window is in the browser: ${daemon.windowUrl}`);
  tell(`The folder is: ${folder}`);
  tell('Change something in the folder and watch the window. To stop: Ctrl-C. To begin anew: npm start -- --fresh');
  openBrowser(daemon.windowUrl);
  await untilStopped();
}

function readNote(): z.infer<typeof note> | null {
  try {
    return note.parse(JSON.parse(readFileSync(noteFile, 'utf8')));
  } catch {
    return null; // No demonstration yet, or one that broke off while writing: a new one begins.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch {
    return false;
  }
}

async function choosePort(known: z.infer<typeof note> | null): Promise<number> {
  if (known !== null) {
    if (await areFree(known.port)) return known.port;
    throw new Error(`Port ${known.port} or the next is taken by another program. End it, or begin anew with --fresh.`);
  }
  for (let port = FIRST_PORT; port < FIRST_PORT + 2 * PORTS_TRIED; port += 2) if (await areFree(port)) return port;
  throw new Error(`No free port from ${FIRST_PORT} on. End some of the programs that listen there and try again.`);
}

async function areFree(port: number): Promise<boolean> {
  return (await isFree(port)) && (await isFree(port + 1));
}

function isFree(port: number): Promise<boolean> {
  return new Promise(done => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}

async function startService(port: number): Promise<z.infer<typeof serviceReady>> {
  const args = ['test/service/serve.ts', '--port', String(port), '--data', join(home, 'service'), '--sample'];
  return serviceReady.parse(await start(args));
}

async function startDaemon(): Promise<z.infer<typeof daemonReady>> {
  return daemonReady.parse(
    await start(['--expose-gc', 'main/cli.ts', '--data', client, 'daemon', '--window-port', '0']),
  );
}

async function start(args: readonly string[]): Promise<unknown> {
  stopped.signal.throwIfAborted();
  const { child, ready } = await startServer({ args, folder: root }, READY_WITHIN_MS);
  children.push(child);
  return ready;
}

/** Signs in and adds the mirror, where that has not been done by an earlier start. */
async function prepareClient({ baseUrl, users }: z.infer<typeof serviceReady>): Promise<void> {
  const owner = users.find(({ role }) => role === 'Owner');
  if (owner === undefined) throw new Error('The local service names no owner.');
  const { mirrors } = mirrorList.parse(JSON.parse((await ask(['mirror', 'list', '--json'])).stdout));
  if (mirrors.some(({ local }) => resolve(local) === resolve(folder))) return;
  await ask(['login', '--service', baseUrl, '--key-stdin', '--store', 'file'], owner.apiKey);
  // A demonstration is watched: changes at the service should show at once.
  await ask(['config', 'set', 'pollSeconds', '2']);
  await ask(['mirror', 'add', '--remote', 'Knowledge Base', '--local', folder]);
}

async function ask(command: readonly string[], input = ''): Promise<Output> {
  stopped.signal.throwIfAborted();
  const output = await startCommand({ args: ['main/cli.ts', '--data', client, ...command], folder: root }, input)
    .output;
  if (output.code === 0) return output;
  throw new Error(`benchtop ${command.slice(0, 2).join(' ')} ended with ${output.code}: ${output.stderr}`);
}

async function untilStopped(): Promise<void> {
  const ends = children.map(async child => {
    await child.ended;
    if (stopped.signal.aborted) return;
    throw new Error(`One of the two processes ended by itself: ${child.complaint() || 'it did not say why.'}`);
  });
  const stop = new Promise<void>(done => stopped.signal.addEventListener('abort', () => done(), { once: true }));
  await Promise.race([stop, ...ends]);
}

function openBrowser(url: string): void {
  if (process.env['CI'] !== undefined) return;
  const opener = openerOf(process.platform);
  if (opener === null) return;
  const [command, ...args] = opener;
  // Without a browser this fails silently: the address is printed as well.
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    .once('error', () => undefined)
    .unref();
}

function openerOf(platform: NodeJS.Platform): readonly [string, ...string[]] | null {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  const hasDisplay = process.env['DISPLAY'] !== undefined || process.env['WAYLAND_DISPLAY'] !== undefined;
  return hasDisplay ? ['xdg-open'] : null;
}
