import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { type Child, startServer } from '../../setup/child.ts';
import { commandLines, environmentOf, listeningAt, ON_LINUX, programThatTells } from '../../setup/on-posix.ts';
import { builtProgram } from '../../setup/program.ts';
import { type Computer, type Lab, newComputer, openLab, signIn, succeed, until } from '../benchtop.ts';
import {
  everythingBelow,
  filesWith,
  openToOthers,
  record,
  type RecordedService,
  type Recorder,
  recordService,
} from './canary-stage.ts';

// One computer with all its secrets in use: a key, signed addresses, a webhook with its authorization, a window. Then
// everything that it left anywhere is looked through for them.

const root = fileURLToPath(new URL('../../..', import.meta.url));
const HOOK = 'c4nary-hook-9d1f';
const AUTHORIZATION = 'c4nary-authorization-77ab';

let lab: Lab;
let service: RecordedService;
let webhook: Recorder;
let bench: Computer;
let key: string;
let daemon: Child;
let urls: { windowUrl: string; metricsUrl: string };
let atWork: { readonly ports: readonly string[]; readonly processes: string; readonly environment: string };

const ready = z.object({ windowUrl: z.string(), metricsUrl: z.string() });
const told = (): string => join(lab.folder, 'told.txt');

beforeAll(async () => {
  lab = await openLab({ commandsHere: true });
  service = await recordService(lab.service.baseUrl);
  webhook = await record((_, __, response) => void response.writeHead(204).end());
  key = lab.service.people[0].apiKey;
  bench = await newComputer(join(lab.folder, 'bench'), 'bench', { children: [], commandsHere: true });
  // A folder that existed before, with something in it: its own rights are left as they are.
  await mkdir(bench.data, { mode: 0o755 });
  await writeFile(join(bench.data, 'read me.txt'), 'the records of Benchtop', { mode: 0o600 });
  await writeFile(join(bench.data, 'journal.db.before-rebuild'), 'as an earlier version left it', { mode: 0o644 });
  await signIn(bench, service.baseUrl, key);
  for (const name of ['settleMs', 'deleteHoldSeconds']) await succeed(bench.run(['config', 'set', name, '0']));
  await succeed(bench.run(['config', 'set', 'pollSeconds', '1']));
  await bench.mirror('Knowledge Base');
  await tellingProgram();
  const address = `${webhook.origin}/${HOOK}\n${AUTHORIZATION}\n`;
  const set = ['alerts', 'set', '--webhook-stdin', '--authorization-stdin', '--', join(lab.folder, 'tell')];
  await succeed(bench.run(set, address));
  await work();
}, 120_000);

afterAll(async () => {
  await daemon?.stop();
  service?.close();
  webhook?.close();
  await lab?.close();
});

/** Writes down all that a program which the daemon starts can see of it. */
async function tellingProgram(): Promise<void> {
  await writeFile(join(lab.folder, 'tell'), programThatTells(told()));
  await chmod(join(lab.folder, 'tell'), 0o700);
}

/** A day in short: sends and fetches while the storage fails, an alert, a window, figures, a look at the log, a bundle. */
async function work(): Promise<void> {
  const [command, ...words] = await builtProgram();
  const args = [...words, '--data', bench.data, 'daemon', '--window-port', '0', '--metrics-port', '0'];
  const environment = { BENCHTOP_COMPUTER: 'bench' };
  const started = await startServer({ command, args, folder: root, environment }, 60_000);
  daemon = started.child;
  urls = ready.parse(started.ready);
  await bench.write('sent.csv', 'well,ct\n');
  await until('what was written there', async () =>
    (await lab.service.owner.files(lab.service.knowledgeBase)).has('sent.csv') ? true : undefined,
  );
  await bench.write('sent.csv', 'well,ct\nA1,20\n');
  await lab.service.owner.upload(lab.service.knowledgeBase, 'fetched.csv', 'from there\n');
  await until('what came here', async () => ((await bench.files()).has('fetched.csv') ? true : undefined));
  await succeed(bench.run(['alerts', 'test']));
  await (await fetch(urls.metricsUrl)).text();
  await mkdir(join(lab.folder, 'bundle'));
  await succeed(bench.run(['support-bundle', join(lab.folder, 'bundle', 'names.zip'), '--names']));
  atWork = {
    ports: listeningAt(daemon.pid),
    processes: commandLines().join('\n'),
    environment: environmentOf(daemon.pid),
  };
}

const secrets = (): readonly string[] => [
  key,
  HOOK,
  AUTHORIZATION,
  new URL(urls.windowUrl).searchParams.get('key') ?? 'no key',
  ...service.signatures,
];

test.runIf(ON_LINUX)('the secrets were really in use [S45]', async () => {
  expect(service.api.heard.filter(({ headers }) => headers['x-api-key'] === key).length).toBeGreaterThan(5);
  expect(service.storage.heard.map(({ method }) => method)).toEqual(expect.arrayContaining(['PUT', 'GET']));
  expect(service.signatures.size).toBeGreaterThan(1);
  expect(webhook.heard).toMatchObject([{ url: `/${HOOK}`, headers: { authorization: AUTHORIZATION } }]);
  expect(await readFile(told(), 'utf8')).toContain('"event":"test"');
  expect(await readFile(join(bench.data, 'credentials'), 'utf8')).toContain(key);
});

test.runIf(ON_LINUX)(
  'no secret is in the records, the log or what lies beside them, but in the two files made for them [S45]',
  () => {
    const found = filesWith(bench.data, secrets()).map(each => each.slice(bench.data.length + 1));
    expect(found.toSorted()).toEqual(
      [`alerts.json: ${HOOK}`, `alerts.json: ${AUTHORIZATION}`, `credentials: ${key}`].toSorted(),
    );
    expect(filesWith(bench.folder, secrets())).toEqual([]);
  },
);

test.runIf(ON_LINUX)('no secret is in a support bundle, also when it shows names [S45]', async () => {
  const { stdout } = await succeed(bench.run(['support-bundle', '--list']));
  const names = [...stdout.matchAll(/^(\S+\.\w+)/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(2);
  for (const name of names) {
    const shown = (await succeed(bench.run(['support-bundle', '--show', name, '--names']))).stdout;
    expect(secrets().filter(secret => shown.includes(secret))).toEqual([]);
  }
  expect(filesWith(join(lab.folder, 'bundle'), secrets())).toEqual([]);
});

test.runIf(ON_LINUX)(
  'no secret is in the words a program was started with, or in the environment of what it starts [S45]',
  async () => {
    const seen = [atWork.processes, atWork.environment, await readFile(told(), 'utf8')].join('\n');
    expect(seen).toContain('daemon');
    expect(secrets().filter(secret => seen.includes(secret))).toEqual([]);
  },
);

test.runIf(ON_LINUX)('each secret goes to the one host that it is for, and to no other [S43, S44, S45]', () => {
  const told = (recorder: Recorder): string => JSON.stringify(recorder.heard);
  for (const secret of [key, HOOK, AUTHORIZATION]) expect(told(service.storage)).not.toContain(secret);
  for (const secret of [key, ...service.signatures]) expect(told(webhook)).not.toContain(secret);
  for (const secret of [HOOK, AUTHORIZATION, ...service.signatures]) expect(told(service.api)).not.toContain(secret);
  expect(service.storage.heard.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
});

test.runIf(ON_LINUX)('nothing listens but what was asked for, and that on this computer only [S53]', async () => {
  const asked = [urls.windowUrl, urls.metricsUrl].map(url => `tcp:${new URL(url).host}`);
  expect(atWork.ports.toSorted()).toEqual(asked.toSorted());
  await daemon.stop();
  daemon = await bench.daemon();
  expect(listeningAt(daemon.pid)).toEqual([]);
});

test.runIf(ON_LINUX)(
  'whatever lies in the data directory is for its owner alone, also where the folder itself is open [S35]',
  () => {
    expect(openToOthers(bench.data)).toEqual([]);
    expect(everythingBelow(bench.data)).toEqual(
      expect.arrayContaining(
        ['journal.db-wal', 'search.db', 'zones.db', 'backup/'].map(name => join(bench.data, name)),
      ),
    );
  },
);
