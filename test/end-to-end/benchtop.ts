import { mkdtemp, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { writeSetting } from '../../main/engine/context/settings.ts';
import { openJournal } from '../../main/journal/journal.ts';
import { type Child, type Output, type Running, type Spawning, startCommand, startServer } from '../setup/child.ts';
import { builtProgram, type Program } from '../setup/program.ts';
import { commandHere } from './command-here.ts';
import { type ServiceClient, serviceClient } from './service-client.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Node must start, read its sources and open a journal; the machine may be busy with three others. */
const READY_WITHIN_MS = 60_000;

/** A place for one test file: a service of its own and any number of computers. Real processes, real folders. */
export interface Lab {
  readonly folder: string;
  readonly service: Service;
  /** A new computer, signed in with a person's key, without mirrors, quick in all its waits. */
  computer(name: string, person?: Person): Promise<Computer>;
  /** Ends the service without warning, and starts it again at the same address with all that it kept. */
  restartService(): Promise<void>;
  /** Ends all processes and removes all folders. */
  close(): Promise<void>;
  /** Ends all processes and leaves the folders. */
  stop(): Promise<void>;
}

export interface Person {
  readonly email: string;
  readonly role: string;
  readonly apiKey: string;
}

export interface Service {
  readonly baseUrl: string;
  /** The owner of the lab, two members of it, a person of another lab, and the people who were added later. */
  readonly people: readonly [owner: Person, member: Person, member: Person, stranger: Person, ...others: Person[]];
  /** The owner, at the service itself. */
  readonly owner: ServiceClient;
  /** The folder `Knowledge Base`, which everyone in the lab may edit. */
  readonly knowledgeBase: string;
}

/** What a command printed, how it ended, and its stdout as JSON when it is. */
export interface Result extends Output {
  readonly json: unknown;
}

const open = z.object({ path: z.string(), reason: z.string(), text: z.string(), until: z.string().nullable() });
const syncAnswer = z.strictObject({
  v: z.literal(1),
  sent: z.number().int(),
  received: z.number().int(),
  moved: z.number().int(),
  removed: z.number().int(),
  held: z.array(open),
  blocked: z.array(open),
  conflicted: z.array(open),
});

/** What `sync --once --json` printed, and its exit code. */
export interface SyncAnswer extends z.infer<typeof syncAnswer> {
  readonly code: number | null;
}

/** One computer: a data directory and one mirrored folder. Starting a program costs time, so tests may share computers. */
export interface Computer {
  readonly name: string;
  /** The data directory. */
  readonly data: string;
  /** The folder that the last `mirror` paired; before it, an empty one. */
  readonly folder: string;
  /** Runs `benchtop --data … args`. */
  run(args: readonly string[], input?: string): Promise<Result>;
  /** Starts a command without waiting for it. */
  begin(args: readonly string[]): Running;
  /** Pairs an empty folder with a folder of the service (id or path), instead of the one before. @throws Error when refused. */
  mirror(remote: string): Promise<void>;
  /** `sync --once --json`. @throws Error when it printed something else than the agreed shape. */
  sync(): Promise<SyncAnswer>;
  /** Starts the daemon; ended by `close` of the lab if not before. */
  daemon(args?: readonly string[]): Promise<Child>;
  write(path: string, content: string | Uint8Array): Promise<void>;
  read(path: string): Promise<string>;
  move(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Every file of the mirrored folder with its content, by path; what is ours (`.benchtop`) apart. */
  files(): Promise<Map<string, string>>;
}

interface LabWishes {
  readonly sample?: boolean;
  readonly sampleFiles?: number;
  readonly faults?: boolean;
  readonly commandsHere?: boolean;
  readonly program?: Program | undefined;
}

/**
 * Opens a lab with a running service; if asked on the sample, on a large one of so many files, or with its fault panel.
 * With `commandsHere` commands run in the test's own process; daemons never do. `program` is what runs instead of the one
 * that is built from the sources.
 */
export async function openLab({
  sample = false,
  sampleFiles = 0,
  faults = false,
  commandsHere = false,
  program,
}: LabWishes = {}): Promise<Lab> {
  // With links resolved, because paths in messages are.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'benchtop-lab-')));
  const children: Child[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(children.map(child => child.stop())));
  const close = async (): Promise<void> => {
    await stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const data = join(folder, 'service');
    const service = await startService(data, { sample, sampleFiles, faults, children });
    const restartService = async (): Promise<void> => {
      const [running] = children.splice(0, 1);
      await running?.kill();
      const rest: Child[] = [];
      const again = { sample: false, sampleFiles: 0, faults, port: portOf(service), children: rest };
      await whenPortsAreFree(() => startService(data, again));
      children.unshift(...rest);
    };
    const computer: Lab['computer'] = async (name, person) => {
      const made = await newComputer(join(folder, name), name, { children, commandsHere, program });
      await signIn(made, service.baseUrl, (person ?? service.people[0]).apiKey);
      quicken(made);
      return made;
    };
    return { folder, service, computer, restartService, close, stop };
  } catch (failure) {
    await close();
    throw failure;
  }
}

/** A connection of another program may have one of the ports while nothing listens there. */
async function whenPortsAreFree(start: () => Promise<unknown>): Promise<void> {
  for (let left = 20; ; left--)
    try {
      await start();
      return;
    } catch (error) {
      if (left === 0 || !String(error).includes('EADDRINUSE')) throw error;
      await sleep(500);
    }
}

function portOf({ baseUrl }: Service): number {
  return Number(new URL(baseUrl).port);
}

const person = z.object({ email: z.string(), role: z.string(), apiKey: z.string() });
const serviceReady = z.object({
  ready: z.literal(true),
  baseUrl: z.string(),
  /** The four people that tests rely on, and those who were added later. */
  users: z.tuple([person, person, person, person], person),
});

interface Wishes {
  readonly sample: boolean;
  readonly sampleFiles: number;
  readonly faults: boolean;
  /** Of the API; 0, which is what it is when left out, takes free ones. */
  readonly port?: number;
}

/** Starts a service that keeps what it has in the folder `data`; its process is added to `children`. */
export async function startService(
  data: string,
  { sample, sampleFiles, faults, port = 0, children }: Wishes & { readonly children: Child[] },
): Promise<Service> {
  const large = sampleFiles > 0 ? ['--sample-size', String(sampleFiles), '--sample-small'] : [];
  const wishes = [...(sample ? ['--sample'] : []), ...large, ...(faults ? ['--faults'] : [])];
  const args = ['test/service/serve.ts', '--port', String(port), '--data', data, ...wishes];
  const withinMs = READY_WITHIN_MS + 2 * sampleFiles;
  const { child, ready } = await startServer({ args, folder: root }, withinMs);
  children.push(child);
  const { baseUrl, users } = serviceReady.parse(ready);
  const owner = serviceClient(baseUrl, users[0].apiKey);
  const roots = await fetch(`${baseUrl}/folders/roots`, { headers: { 'X-API-Key': users[0].apiKey } });
  const folders = z.array(z.object({ id: z.string(), name: z.string() })).parse(await roots.json());
  const knowledgeBase = folders.find(({ name }) => name === 'Knowledge Base');
  if (knowledgeBase === undefined) throw new Error('the service has no root folder Knowledge Base');
  return { baseUrl, people: users, owner, knowledgeBase: knowledgeBase.id };
}

interface Programs {
  /** Where processes are added, to be ended. */
  readonly children: Child[];
  readonly commandsHere?: boolean;
  readonly program?: Program | undefined;
}

/** A computer on which no person has signed in. */
export async function newComputer(
  place: string,
  name: string,
  { children, commandsHere = false, program }: Programs,
): Promise<Computer> {
  const data = join(place, 'data');
  let folder = join(place, 'folder 0');
  let mirrors = 0;
  let mirror: string | null = null;
  await mkdir(folder, { recursive: true });
  const [command, ...words] = program ?? (await builtProgram());
  const spawning = (args: readonly string[]): Spawning => ({
    command,
    args: [...words, '--data', data, ...args],
    folder: root,
    environment: { BENCHTOP_COMPUTER: name, INIT_CWD: place },
  });
  const run: Computer['run'] = async (args, input = '') => {
    const here = { folder: place, dataDirectory: data, computer: name };
    const output = await (commandsHere ? commandHere(args, here, input) : startCommand(spawning(args), input).output);
    return { ...output, json: jsonIn(output.stdout) };
  };
  return {
    name,
    data,
    get folder() {
      return folder;
    },
    run,
    begin: args => startCommand(spawning(args), ''),
    mirror: async remote => {
      if (mirror !== null) await succeed(run(['mirror', 'remove', mirror]));
      mirrors += 1;
      folder = join(place, `folder ${mirrors}`);
      await mkdir(folder, { recursive: true });
      mirror = (await succeed(run(['mirror', 'add', '--remote', remote, '--local', folder]))).stdout.trim();
    },
    sync: async () => syncAnswerIn(await run(['sync', '--once', '--json']), name),
    daemon: async (args = []) => {
      const { child } = await startServer(spawning(['daemon', ...args]), READY_WITHIN_MS);
      children.push(child);
      return child;
    },
    ...filesOf(() => folder),
  };
}

/** What `sync --once --json` on a computer answered. @throws Error when it printed something else than the agreed shape. */
export function syncAnswerIn({ json, stdout, stderr, code }: Result, name: string): SyncAnswer {
  const answer = syncAnswer.safeParse(json);
  if (!answer.success) throw new Error(`sync on ${name} said: ${stdout}${stderr} (${code})`);
  return { ...answer.data, code };
}

/** What a person does with the files of a folder. */
export function filesOf(folder: () => string): Pick<Computer, 'write' | 'read' | 'move' | 'remove' | 'files'> {
  const at = (path: string): string => join(folder(), path);
  return {
    write: async (path, text) => {
      await mkdir(dirname(at(path)), { recursive: true });
      await writeFile(at(path), text);
    },
    read: path => readFile(at(path), 'utf8'),
    move: async (from, to) => {
      await mkdir(dirname(at(to)), { recursive: true });
      await rename(at(from), at(to));
    },
    remove: path => rm(at(path), { recursive: true }),
    files: () => filesBelow(folder()),
  };
}

/** Every file below a folder with its content, by path with `/`; `.benchtop` apart. */
export async function filesBelow(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const visit = async (path: string): Promise<void> => {
    for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`;
      if (inner === '.benchtop') continue;
      if (entry.isDirectory()) await visit(inner);
      else {
        const text = await textIfThere(join(folder, inner));
        if (text !== null) found.set(inner, text);
      }
    }
  };
  await visit('');
  return found;
}

/** Null: it went while the folder was read, which a daemon or another program may do at any moment. */
async function textIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Undefined when it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // A message for people, or JSON lines; the caller looks at `stdout`.
  }
}

/** The result of a command that must end with 0. @throws Error with what it said. */
export async function succeed(running: Promise<Result>): Promise<Result> {
  const result = await running;
  if (result.code !== 0)
    throw new Error(`ended with ${result.code ?? result.signal}: ${result.stdout}${result.stderr}`);
  return result;
}

/** Signs a computer in, keeping the key in its data directory. */
export async function signIn(computer: Computer, baseUrl: string, apiKey: string): Promise<void> {
  await succeed(computer.run(['login', '--service', baseUrl, '--key-stdin', '--store', 'file'], apiKey));
}

/**
 * No waiting for files to settle or removals to be undone, and looks every second. Written into the records directly,
 * while no program has them open: three commands for each of all computers take a minute.
 */
export function quicken({ data }: Pick<Computer, 'data'>): void {
  const journal = openJournal(join(data, 'journal.db'));
  try {
    writeSetting(journal.facts, 'settleMs', '0');
    writeSetting(journal.facts, 'deleteHoldSeconds', '0');
    writeSetting(journal.facts, 'pollSeconds', '1');
  } finally {
    journal.close();
  }
}

const MOST_SYNCS = 50;
const BETWEEN_SYNCS_MS = 500;

/**
 * Syncs the computers in turn until each of them has found nothing to do and holds nothing back, with no change by
 * another since. A removal at the service is believed after two looks some time apart; until then it is held.
 * @returns the last answer of each. @throws Error when they never come to rest.
 */
export async function settle(...computers: readonly Computer[]): Promise<SyncAnswer[]> {
  const answers: SyncAnswer[] = [];
  for (let quiet = 0; answers.length < MOST_SYNCS;) {
    const computer = computers[answers.length % computers.length];
    if (computer === undefined) break;
    const answer = await computer.sync();
    answers.push(answer);
    quiet = isQuiet(answer) ? quiet + 1 : 0;
    if (quiet === computers.length) return inOrder(answers, computers.length);
    if (answer.held.length > 0) await sleep(BETWEEN_SYNCS_MS);
  }
  throw new Error(`no rest after ${MOST_SYNCS} syncs: ${JSON.stringify(answers.slice(-4))}`);
}

/** The last answers, first computer first. */
function inOrder(answers: readonly SyncAnswer[], count: number): SyncAnswer[] {
  const last = answers.slice(-count);
  const turn = (count - (answers.length % count)) % count;
  return [...last.slice(turn), ...last.slice(0, turn)];
}

/** Whether a pass found nothing to do and nothing that waits for a clock. */
export function isQuiet({ sent, received, moved, removed, held }: SyncAnswer): boolean {
  return sent + received + moved + removed + held.length === 0;
}

/** Waits until `condition` gives something else than undefined. @throws Error with the last state after `withinMs`. */
export async function until<T>(what: string, condition: () => Promise<T | undefined>, withinMs = 60_000): Promise<T> {
  for (const giveUp = Date.now() + withinMs; Date.now() < giveUp; await sleep(100)) {
    const value = await condition();
    if (value !== undefined) return value;
  }
  throw new Error(`${what} did not come true within ${withinMs} ms`);
}
