import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createUndiciHttp } from '../../../main/node/net/undici-http.ts';
import { Dice } from '../../sim/fakes/dice.ts';
import { FakeClock } from '../../sim/fakes/fake-clock.ts';
import { type ChooseTrouble, createFakeHttp, type FakeServer, type ServerAnswer } from '../../sim/fakes/fake-http.ts';
import { Scheduler, keepRunning } from '../../sim/fakes/scheduler.ts';
import { type HttpOnTrial, PATHS, type SeenRequest } from './http-trial.ts';

const LARGE = Buffer.alloc(3 * 1024 * 1024, 'x');

/** undici against a server in this process. */
export async function beginRealHttp(): Promise<HttpOnTrial> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => void serve(request, response, seen));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const http = createUndiciHttp();
  const end = async (): Promise<void> => {
    await http.close();
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  };
  return { http, origin: `http://127.0.0.1:${port}`, seen, deadOrigin: 'http://127.0.0.1:1', end };
}

async function serve(request: IncomingMessage, response: ServerResponse, seen: SeenRequest[]): Promise<void> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    return;
  }
  const body = Buffer.concat(chunks).toString('utf8');
  const { method = '', url = '' } = request;
  const headers = new Map(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  seen.push({ method, path: url, headers, body });
  answerReally(url.split('?')[0] ?? '', response, body);
}

function answerReally(path: string, response: ServerResponse, body: string): void {
  if (path === PATHS.silence) return;
  if (path === PATHS.hangUp) {
    response.destroy();
  } else if (path === PATHS.stall || path === PATHS.truncated) {
    response.writeHead(200, { 'content-length': '100' }).write('abc');
    if (path === PATHS.truncated) setTimeout(() => response.destroy(), 20);
  } else {
    const { status, headers = {}, body: bytes = '' } = answerTo(path, body);
    if (path === PATHS.made) response.appendHeader('x-first', 'one').appendHeader('x-first', 'two');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.writeHead(status).end(bytes);
  }
}

function answerTo(path: string, body: string): ServerAnswer {
  if (path === PATHS.echo || path === PATHS.truncated) return { status: 200, body };
  if (path === PATHS.small) return { status: 200, body: 'abc' };
  if (path === PATHS.made) return { status: 201, headers: { 'content-type': 'text/plain' }, body: 'made' };
  if (path === PATHS.redirect) return { status: 302, headers: { location: PATHS.echo } };
  if (path === PATHS.large) return { status: 200, body: LARGE };
  return { status: 204 };
}

/** The fake, with a scheduler that runs by itself until the end. */
export async function beginFakeHttp(): Promise<HttpOnTrial> {
  const seen: SeenRequest[] = [];
  const scheduler = new Scheduler(new Dice(1), new FakeClock());
  const device = scheduler.device('bench');
  const server: FakeServer = request => {
    const path = request.url.slice(ORIGIN.length);
    const body = Buffer.from(request.body).toString('utf8');
    seen.push({ method: request.method, path, headers: request.headers, body });
    const answer = answerTo(path.split('?')[0] ?? '', body);
    return path === PATHS.made ? { ...answer, headers: { ...answer.headers, 'x-first': 'one' } } : answer;
  };
  const http = createFakeHttp({ device, clock: scheduler.clock.portFor(device), server, trouble: troubleOf });
  let isOver = false;
  const running = keepRunning(scheduler, () => isOver);
  const end = async (): Promise<void> => {
    isOver = true;
    await running;
  };
  return { http, origin: ORIGIN, seen, deadOrigin: 'http://127.0.0.1:1', end };
}

const ORIGIN = 'http://service.example.org';

const troubleOf: ChooseTrouble = ({ url }) => {
  if (!url.startsWith(ORIGIN)) return { kind: 'no-connection' };
  const path = url.slice(ORIGIN.length);
  if (path === PATHS.hangUp) return { kind: 'lost-answer' };
  if (path === PATHS.truncated) return { kind: 'truncated' };
  if (path === PATHS.silence || path === PATHS.stall) return { kind: 'slow', ms: 60_000 };
  return null;
};
