import { setTimeout as sleep } from 'node:timers/promises';

import { connectToEngine } from '../../../main/node/net/engine-socket.ts';
import type { EngineClient } from '../../../shared/rpc/engine-client.ts';
import type { OutboxMessage } from '../../../shared/features/chat/model.ts';
import { connect } from '../../../shared/rpc/rpc-client.ts';
import { type Computer, type Lab, openLab, until } from '../benchtop.ts';
import { type ChatThere, readChat } from './remote-chat.ts';
import { dice, KillWindow } from './kill-window.ts';

/** How often the daemon is killed while messages with files are sent, and from which seed. */
export interface ChatKillPlan {
  readonly kills: number;
  readonly seed: number;
  /** Whether to wait until nothing goes on by itself any more, which may take a minute after the last kill. */
  readonly waits: boolean;
}

/** A message that the story wrote. */
export interface Written {
  readonly text: string;
  /** Names and texts of the files that go with it. */
  readonly files: ReadonlyMap<string, string>;
  /** Which messages belong together. */
  readonly conversation: number;
  /** The daemon said that it has it; otherwise it may have it. */
  isTaken: boolean;
}

/** What was there in the end. */
export interface ChatKillResult {
  /** How many of the kills met a daemon that had something to send, or to take. */
  readonly met: number;
  readonly written: readonly Written[];
  readonly there: readonly ChatThere[];
  /** What visibly waits. */
  readonly waiting: readonly OutboxMessage[];
}

/** Before each kill. */
const MESSAGES = 4;
const MOST_FILES = 2;
const EARLIEST_KILL_MS = 5;
const FIRST_LATEST_KILL_MS = 1500;
/** Something on the way may still come for a minute; then it is sent again, and may meet others before it. */
const REST_WITHIN_MS = 240_000;

interface Bench {
  readonly computer: Computer;
  readonly roll: () => number;
  readonly window: KillWindow;
  readonly written: Written[];
  /** The id that the product gave each conversation, by the story's number; the next message in it needs the id. */
  readonly names: Map<number, string>;
}

/** Kills the daemon again and again while messages with files are written, then checks what became of the messages. */
export async function playChatKills(
  { kills, seed, waits }: ChatKillPlan,
  onKill: (count: number) => void = () => undefined,
): Promise<ChatKillResult> {
  const lab = await openLab({ commandsHere: true });
  try {
    const window = new KillWindow(EARLIEST_KILL_MS, FIRST_LATEST_KILL_MS);
    const bench: Bench = {
      computer: await lab.computer('bench'),
      roll: dice(seed),
      window,
      written: [],
      names: new Map(),
    };
    let met = 0;
    for (let count = 1; count <= kills; count += 1) {
      if (await killWhileSending(bench)) met += 1;
      onKill(count);
    }
    const waiting = await atLast(bench, waits);
    return { met, written: bench.written, waiting, there: await readChat(address(lab), lab.service.people[0].apiKey) };
  } finally {
    await lab.close();
  }
}

function address({ service }: Lab): string {
  return service.baseUrl;
}

async function engineOf({ data }: Computer): Promise<{ client: EngineClient; hangUp: () => void }> {
  const transport = await connectToEngine(data);
  if (transport === null) throw new Error('the daemon does not answer');
  const client = connect(transport);
  return { client, hangUp: () => transport.close() };
}

/** One life of the daemon. @returns whether it had something to do when it died. */
async function killWhileSending(bench: Bench): Promise<boolean> {
  const { computer, window, roll } = bench;
  const daemon = await computer.daemon();
  const { client, hangUp } = await engineOf(computer);
  let waiting = 0;
  let quietMs: number | null = null;
  const began = performance.now();
  client.on('chat.changes', change => {
    waiting = change.waiting;
    quietMs = waiting > 0 ? null : (quietMs ?? performance.now() - began);
  });
  const writing = write(bench, client).catch(() => undefined);
  await Promise.race([sleep(window.at(roll())), daemon.ended]);
  const isWriting = await Promise.race([writing.then(() => false), sleep(0).then(() => true)]);
  const isMet = (isWriting || waiting > 0) && (await daemon.kill()).signal === 'SIGKILL';
  if (isMet) window.hit();
  else {
    window.missed(quietMs ?? performance.now() - began);
    await daemon.kill();
  }
  hangUp();
  await writing;
  return isMet;
}

async function write(bench: Bench, client: EngineClient): Promise<void> {
  const { roll, written, names } = bench;
  for (let count = 0; count < MESSAGES; count += 1) {
    const known = [...names.keys()];
    const isNew = known.length === 0 || roll() < 0.5;
    const conversation = isNew ? written.length : (known[Math.floor(roll() * known.length)] ?? 0);
    const text = `message ${written.length} of conversation ${conversation}`;
    const files = filesFor(text, roll);
    const one: Written = { text, files, conversation, isTaken: false };
    written.push(one);
    const uploads: string[] = [];
    for (const [name, content] of files) uploads.push(await attach(client, name, content));
    const task = names.get(conversation) ?? null;
    const nothing = { contextFiles: [], referencedFiles: [], openFile: null, attachmentIds: [] };
    const sent = await client.call('chat.send', { ...nothing, text, uploads, task, wait: false });
    one.isTaken = true;
    names.set(conversation, sent.conversation);
  }
}

function filesFor(text: string, roll: () => number): ReadonlyMap<string, string> {
  const count = Math.floor(roll() * (MOST_FILES + 1));
  return new Map(
    Array.from({ length: count }, (_, at) => {
      const lines = 1 + Math.floor(roll() * roll() * 20_000);
      return [`${text}, file ${at}.csv`, `${text}\n${`${roll()};ok\n`.repeat(lines)}`];
    }),
  );
}

/** As the command line sends the bytes of a file. */
async function attach(client: EngineClient, name: string, content: string): Promise<string> {
  const bytes = Buffer.from(content);
  const { id } = await client.call('chat.attach', { name, sizeBytes: bytes.length });
  const part = 256 * 1024;
  for (let at = 0; at < bytes.length; at += part) {
    const base64 = bytes.subarray(at, at + part).toString('base64');
    await client.call('drops.part', { ticket: id, path: name, at, base64, isLast: at + part >= bytes.length });
  }
  return id;
}

/** What waits at the end: now, or when nothing goes on by itself any more. */
async function atLast({ computer }: Bench, waits: boolean): Promise<readonly OutboxMessage[]> {
  if (!waits) return asleep(computer);
  const daemon = await computer.daemon();
  const { client, hangUp } = await engineOf(computer);
  const outbox = (): Promise<readonly OutboxMessage[]> => client.call('chat.outbox', null);
  const isMoving = ({ state }: OutboxMessage): boolean => !['failed', 'unsure'].includes(state);
  await until('rest', async () => ((await outbox()).some(isMoving) ? undefined : true), REST_WITHIN_MS);
  const left = await outbox();
  hangUp();
  await daemon.stop();
  return left;
}

/** The outbox while nothing sends. */
async function asleep(computer: Computer): Promise<readonly OutboxMessage[]> {
  const { json } = await computer.run(['chat', 'outbox', '--json']);
  return (json as { readonly messages: readonly OutboxMessage[] }).messages;
}
