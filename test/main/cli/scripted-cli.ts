import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { runCommandLine } from '../../../main/cli/command-line.ts';
import type { Parts } from '../../../main/cli/runner/engine-parts.ts';
import { callerOfThisProcess, endProcess } from '../../../main/cli/this-process.ts';
import { connectToEngine, listenForClients } from '../../../main/node/net/engine-socket.ts';
import { openMetrics } from '../../../main/server/metrics-door.ts';
import { startWindowServer } from '../../../main/server/window-server.ts';
import { type Answer, emptyWorld, type Script, scriptedApp } from './scripted-app.ts';

// The command line as a real process with a real lock, socket and window, on a scripted app. SCRIPT_FOLDER holds the
// script (script.json; `pending` never answers, `lost` cannot answer any more), what happened (events.txt) and the window (build/).

const answer = z.union([
  z.object({ gives: z.unknown() }),
  z.object({ pending: z.literal(true) }),
  z.object({ lost: z.literal(true) }),
]);
const folder = z.string().parse(process.env['SCRIPT_FOLDER']);
const hear = (event: string): void => appendFileSync(join(folder, 'events.txt'), `${event}\n`);

function readScript(): Script {
  const written = z.record(z.string(), answer).parse(JSON.parse(readFileSync(join(folder, 'script.json'), 'utf8')));
  const answers = Object.entries(written).map(([name, given]): [string, Answer] => [name, played(given)]);
  return Object.fromEntries(answers) as Script;
}

function played(given: z.infer<typeof answer>): Answer {
  if ('gives' in given) return given;
  // Only the timer keeps the process alive.
  const wait = 'pending' in given ? () => void setInterval(() => undefined, 60_000) : () => undefined;
  return { answers: () => new Promise(wait) };
}

const parts: Parts = {
  listen: listenForClients,
  dial: connectToEngine,
  makeWorld: async () => emptyWorld(hear),
  buildApp: async (_world, settings) => {
    hear(`built ${settings.dataDirectory}`);
    const address: Answer = { answers: async () => ({ url: await settings.windowAddress() }) };
    const app = scriptedApp({ 'window.address': address, ...readScript() }, hear);
    return process.env['NEVER_RESTS'] === undefined ? app : { ...app, close: () => new Promise(() => hear('close')) };
  },
  openMetrics,
  openWindow: options => startWindowServer({ ...options, buildFolder: join(folder, 'build') }),
};

const caller = callerOfThisProcess(process.argv.slice(2));
const host = process.env['SCRIPT_HOST'] === 'app' ? { host: 'app' as const } : {};
await endProcess(await runCommandLine({ ...caller, ...host }, parts));
