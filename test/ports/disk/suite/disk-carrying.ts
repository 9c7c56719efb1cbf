import { expect, test } from 'vitest';

import { FaultError } from '../../../../shared/fault.ts';
import { SECOND } from '../../../../shared/units.ts';
import type { CameFile, FilePut, Staging, StagingPurpose } from '../../../../main/ports/disk.ts';
import { type HttpOnTrial, PATHS } from '../../http/http-trial.ts';
import { ABC, type DiskOnTrial, EMPTY, entryOf, expectKind, fresh } from './disk-trial.ts';

/** A disk that carries files to and from a server. */
export interface CarryingOnTrial extends DiskOnTrial {
  readonly line: Pick<HttpOnTrial, 'origin' | 'deadOrigin' | 'seen'>;
}

export type CarryingTrial = readonly [name: string, run: (on: CarryingOnTrial) => Promise<void>];

/** Makes a test of each trial. */
export function carryingSuite(kind: string, begin: () => Promise<CarryingOnTrial>): void {
  test.each([...receivingTrials, ...sendingTrials])(`${kind}: %s`, (_, run) => expectToHold(run, begin));
}

async function expectToHold(run: CarryingTrial[1], begin: () => Promise<CarryingOnTrial>): Promise<void> {
  const on = await begin();
  try {
    await run(on);
  } finally {
    await on.end();
  }
}

interface Receiving {
  readonly path: string;
  readonly sizeBytes: number;
  readonly idleMs?: number;
  readonly origin?: string;
}

/** Receives into a new staged file. `told`: how often it was told that all had come. */
async function receive({ disk, root, line }: CarryingOnTrial, from: Receiving, purpose: StagingPurpose = 'place') {
  const into: Staging = await disk.stage(root, 's1', purpose);
  const { path, sizeBytes, idleMs = 10 * SECOND, origin = line.origin } = from;
  let told = 0;
  const came = into.receive?.({ url: origin + path, sizeBytes, idleMs, onCame: () => (told += 1) });
  if (came === undefined) throw new Error('It receives nothing');
  const ended = await came.catch((thrown: unknown) => {
    if (thrown instanceof FaultError) return thrown;
    throw thrown;
  });
  return { into, ended, told };
}

/** What comes must not be the file: nothing is told of it, and nothing is left once it is discarded. */
async function expectNoFile(on: CarryingOnTrial, from: Receiving, how: object): Promise<CameFile | FaultError> {
  const { into, ended, told } = await receive(on, from);
  expect(ended).toMatchObject(how);
  expect(told).toBe(0);
  await into.discard();
  expect(on.person.stagedNames()).toEqual([]);
  return ended;
}

function expectHeader(answer: CameFile | FaultError, name: string): void {
  expect('headers' in answer && answer.headers.get(name)).toEqual(expect.any(String));
}

const receivingTrials: readonly CarryingTrial[] = [
  [
    'a file is received, flushed, and can be put in its place',
    async on => {
      const { ended, told } = await receive(on, { path: PATHS.small, sizeBytes: 3 });
      expect(ended).toMatchObject({ status: 200, cameBytes: 3, finished: { sha256: ABC, sizeBytes: 3 } });
      expect(told).toBe(1);
      expect(on.line.seen.map(({ method, path, body }) => [method, path, body])).toEqual([['GET', PATHS.small, '']]);
      const placed = await on.disk.place(on.root, fresh('s1', 'a.csv'));
      expect([placed.entry.key, placed.isAsStaged]).toEqual([(ended as CameFile).finished?.key, true]);
      expect([on.person.read('a.csv'), on.person.stagedNames()]).toEqual(['abc', []]);
    },
  ],
  [
    'a file that is received for its hash alone is hashed, and no file of it is written',
    async on => {
      const { into, ended, told } = await receive(on, { path: PATHS.small, sizeBytes: 3 }, 'hash');
      expect(ended).toMatchObject({ status: 200, cameBytes: 3, finished: { sha256: ABC, sizeBytes: 3 } });
      expect([told, on.person.stagedNames()]).toEqual([1, []]);
      await into.discard();
      const wrong = await receive(on, { path: PATHS.small, sizeBytes: 4 }, 'hash');
      expect(wrong.ended).toMatchObject({ cameBytes: 3, finished: null });
    },
  ],
  [
    'an empty file is received',
    async on => {
      const { ended } = await receive(on, { path: PATHS.echo, sizeBytes: 0 });
      expect(ended).toMatchObject({ cameBytes: 0, finished: { sha256: EMPTY, sizeBytes: 0 } });
      await on.disk.place(on.root, fresh('s1', 'a.csv'));
      expect(on.person.read('a.csv')).toBe('');
    },
  ],
  ...[2, 4, 300].map((sizeBytes): CarryingTrial => [
    `an answer of 3 bytes is no file of ${sizeBytes}`,
    async on => {
      const how = { status: 200, cameBytes: 3, finished: null };
      await expectNoFile(on, { path: PATHS.small, sizeBytes }, how);
    },
  ]),
  [
    'a longer answer is no file, and is told to be longer',
    async on => {
      const ended = await expectNoFile(on, { path: PATHS.large, sizeBytes: 1000 }, { finished: null });
      expect('cameBytes' in ended && ended.cameBytes).toBeGreaterThan(1000);
    },
  ],
  ...(
    [
      [PATHS.redirect, 302, 'location'],
      [PATHS.made, 201, 'content-type'],
      [PATHS.nothing, 204, null],
    ] as const
  ).map(([path, status, header]): CarryingTrial => [
    `an answer with status ${status} is told with its headers, and is no file`,
    async on => {
      const answer = await expectNoFile(on, { path, sizeBytes: 4 }, { status, cameBytes: 0, finished: null });
      if (header !== null) expectHeader(answer, header);
    },
  ]),
  ...(
    [
      ['breaks off', { path: PATHS.truncated, sizeBytes: 100 }],
      ['does not come', { path: PATHS.hangUp, sizeBytes: 3 }],
      ['stands still', { path: PATHS.stall, sizeBytes: 100, idleMs: 300 }],
      ['no server gives', { path: PATHS.small, sizeBytes: 3, origin: 'http://127.0.0.1:1' }],
    ] as const
  ).map(([what, from]): CarryingTrial => [
    `an answer that ${what} is a fault of the line, and no file`,
    async on => void (await expectNoFile(on, from, { fault: { kind: 'offline' } })),
  ]),
  [
    'a received file that is not wanted is removed, and its key is told first',
    async on => {
      const { into, ended } = await receive(on, { path: PATHS.small, sizeBytes: 3 });
      expect((ended as CameFile).finished).not.toBeNull();
      const there: string[][] = [];
      await into.discard(() => there.push([...on.person.stagedNames()]));
      expect([there, on.person.stagedNames()]).toEqual([[['s1']], []]);
    },
  ],
  [
    'several files are received side by side',
    async on => {
      const names = ['s1', 's2', 's3', 's4', 's5'];
      const all = names.map(async name => {
        const into = await on.disk.stage(on.root, name);
        const url = on.line.origin + PATHS.small;
        return into.receive?.({ url, sizeBytes: 3, idleMs: 10 * SECOND, onCame: () => undefined });
      });
      for (const came of await Promise.all(all)) expect(came).toMatchObject({ finished: { sha256: ABC } });
      expect(on.person.stagedNames().toSorted()).toEqual(names);
    },
  ],
];

async function send(on: CarryingOnTrial, path: string, to: Partial<FilePut> & { readonly at?: string } = {}) {
  const { at = on.line.origin + PATHS.echo, fingerprint, ...more } = to;
  const { disk, root } = on;
  if (disk.send === undefined) throw new Error('It sends nothing');
  const put = { url: at, headers: { 'Content-Type': 'text/csv' }, idleMs: 10 * SECOND, ...more };
  return disk.send(root, path, { ...put, fingerprint: fingerprint ?? (await entryOf(on, path)).fingerprint });
}

const sendingTrials: readonly CarryingTrial[] = [
  [
    'a file is sent as it is, with these headers alone',
    async on => {
      on.person.write('plates/a.csv', 'one, two');
      expect(await send(on, 'plates/a.csv')).toMatchObject({ status: 200 });
      const [seen, ...more] = on.line.seen;
      expect(more).toEqual([]);
      expect(seen).toMatchObject({ method: 'PUT', path: PATHS.echo, body: 'one, two' });
      const names = [...(seen?.headers.keys() ?? [])].filter(name => name !== 'host' && name !== 'connection');
      expect(names.toSorted()).toEqual(['content-length', 'content-type']);
      expect(seen?.headers.get('content-type')).toBe('text/csv');
    },
  ],
  [
    'an empty file is sent',
    async on => {
      on.person.write('a.csv', '');
      expect(await send(on, 'a.csv')).toMatchObject({ status: 200 });
      expect(on.line.seen.map(({ body, headers }) => [body, headers.get('content-length')])).toEqual([['', '0']]);
    },
  ],
  [
    'a file that is not the expected one any more is not sent',
    async on => {
      on.person.write('a.csv', 'one');
      const { fingerprint } = await entryOf(on, 'a.csv');
      on.person.save('a.csv', 'two');
      await expectKind(send(on, 'a.csv', { fingerprint }), 'stale');
      on.person.remove('a.csv');
      await expectKind(send(on, 'a.csv', { fingerprint }), 'stale');
      on.person.mkdir('a.csv');
      await expectKind(send(on, 'a.csv', { fingerprint }), 'stale');
      expect(on.line.seen).toEqual([]);
    },
  ],
  [
    'what is in another folder than the marked one is not sent',
    async on => {
      on.person.write('a.csv', 'one');
      const { fingerprint } = await entryOf(on, 'a.csv');
      const root = { ...on.root, marker: '22222222-2222-4222-8222-222222222222' };
      await expectKind(send({ ...on, root }, 'a.csv', { fingerprint }), 'root-lost');
      expect(on.line.seen).toEqual([]);
    },
  ],
  [
    'an answer is told with its status and headers, and not followed',
    async on => {
      on.person.write('a.csv', 'one');
      const answer = await send(on, 'a.csv', { at: on.line.origin + PATHS.redirect });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, PATHS.echo]);
      expect(on.line.seen).toHaveLength(1);
    },
  ],
  [
    'a file of which nobody hears whether it arrived is a fault of the line',
    async on => {
      on.person.write('a.csv', 'one');
      await expectKind(send(on, 'a.csv', { at: on.line.origin + PATHS.hangUp }), 'offline');
      expect(on.line.seen).toHaveLength(1);
      await expectKind(send(on, 'a.csv', { at: on.line.origin + PATHS.silence, idleMs: 300 }), 'offline');
      await expectKind(send(on, 'a.csv', { at: `${on.line.deadOrigin}/` }), 'offline');
    },
  ],
];
