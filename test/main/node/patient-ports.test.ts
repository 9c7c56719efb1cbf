import { expect, test } from 'vitest';

import { answeringDisk, answeringSources, answeringWatcher } from '../../../main/node/patient-ports.ts';
import { Answers } from '../../../main/node/patient-calls.ts';
import type { Disk, Root } from '../../../main/ports/disk.ts';
import type { Source, Sources } from '../../../main/ports/read-only-folder.ts';
import { FaultError } from '../../../shared/fault.ts';

// Volumes of which one says nothing at all, at the ports.

const HUNG: Root = { path: '/share', marker: 'a', volume: '1' };
const WELL: Root = { path: '/local', marker: 'b', volume: '2' };

/** A folder that says nothing until it is told to. */
class Silence {
  isSilent = true;
  asked = 0;
  readonly #waiting: (() => void)[] = [];

  /** As a call on a folder comes back: at once, or not before the silence ends. */
  answer(path: string): Promise<void> {
    this.asked += 1;
    if (path !== HUNG.path || !this.isSilent) return Promise.resolve();
    return new Promise(resolve => this.#waiting.push(resolve));
  }

  end(): void {
    this.isSilent = false;
    for (const go of this.#waiting.splice(0)) go();
  }
}

function stage(isSilent = true) {
  const silence = new Silence();
  silence.isSilent = isSilent;
  const answers = new Answers(path => silence.answer(path), { patienceMs: 40, freshMs: 0 });
  return { silence, answers };
}

const lost = { fault: { kind: 'root-lost', path: HUNG.path, why: 'no-answer' } };

test('a mirrored folder that gives no answer is named, no call reaches it, and others go on', async () => {
  const { silence, answers } = stage();
  const reached: string[] = [];
  const real = {
    hash: (root: Root) => (reached.push(root.path), Promise.resolve(null)),
    inspect: (path: string) => (reached.push(path), Promise.resolve({ trouble: null })),
  };
  const disk = answeringDisk(real as unknown as Disk, answers, '/outbox');
  const hung = disk.hash(HUNG, 'a').catch((thrown: unknown) => thrown);
  expect(await disk.hash(WELL, 'a')).toBeNull();
  expect(await hung).toMatchObject(lost);
  // It is asked once, however many calls there are, and they do not wait for it once more.
  const asked = silence.asked;
  await expect(disk.hash(HUNG, 'b')).rejects.toMatchObject(lost);
  expect(await disk.inspect(HUNG.path)).toMatchObject({ trouble: 'no-answer' });
  expect([silence.asked, reached]).toEqual([asked, [WELL.path]]);
  silence.end();
  expect(await disk.hash(HUNG, 'c')).toBeNull();
  expect(reached).toEqual([WELL.path, HUNG.path]);
});

test('folders that fall silent together are waited for together, not one after the other', async () => {
  let isSilent = false;
  const ask = (): Promise<unknown> => (isSilent ? new Promise(() => undefined) : Promise.resolve());
  const answers = new Answers(ask, { patienceMs: 400, freshMs: 20 });
  const folders = Array.from({ length: 5 }, (_, folder) => `/share/${folder}`);
  for (const folder of folders) await answers.must(folder);
  await new Promise(resolve => setTimeout(resolve, 30));
  isSilent = true;
  const began = performance.now();
  for (const folder of folders) await expect(answers.must(folder)).rejects.toThrow('does not answer');
  expect(performance.now() - began).toBeLessThan(2 * 400);
});

test('a folder that cannot be asked, because too many others are silent, does not count as one that answers', async () => {
  let isCrowded = true;
  const ask = (): Promise<unknown> =>
    isCrowded
      ? Promise.reject(new FaultError({ kind: 'disk-refused', path: '/share', code: 'ETIMEDOUT' }))
      : Promise.resolve();
  const answers = new Answers(ask, { patienceMs: 60, freshMs: 10 });
  await expect(answers.must('/share')).rejects.toThrow('does not answer');
  isCrowded = false;
  await expect.poll(() => answers.must('/share').catch(() => 'silent')).toBeUndefined();
});

test('a walk under way is given up when its folder stops answering, and not because it takes long', async () => {
  const { silence, answers } = stage(false);
  let arrive: () => void = () => undefined;
  const scan = () => new Promise(resolve => (arrive = () => resolve('looked')));
  const real = { scan, entry: () => Promise.resolve(null) };
  const disk = answeringDisk(real as unknown as Disk, answers, '/outbox');
  const long = disk.scan(HUNG, new Map());
  await expect.poll(() => silence.asked).toBeGreaterThan(3);
  arrive();
  expect(await long).toBe('looked');
  const hung = disk.scan(HUNG, new Map()).catch((thrown: unknown) => thrown);
  silence.isSilent = true;
  expect(await hung).toMatchObject(lost);
  // It answers again, but what was given up is not over: nothing is done beside it.
  silence.end();
  await expect(disk.scan(HUNG, new Map())).rejects.toMatchObject(lost);
  arrive();
  await expect.poll(() => disk.entry(HUNG, 'a').catch(() => 'refused')).toBeNull();
});

test('the folder of a drop zone that gives no answer says so, and lists nothing', async () => {
  const { answers } = stage();
  const real: Partial<Source> = {
    survey: () => Promise.reject(new Error('it was reached')),
    list: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('it was reached')) }) }),
  };
  const sources = answeringSources({ open: () => real } as unknown as Sources, answers);
  const source = sources.open(HUNG.path);
  expect(await source.survey()).toMatchObject({ is: 'no-answer', realPath: HUNG.path });
  const listed = async (): Promise<void> => {
    for await (const _ of source.list('')) throw new Error('it listed something');
  };
  await expect(listed()).rejects.toMatchObject({ fault: { kind: 'disk-refused', code: 'ETIMEDOUT' } });
});

test('nothing begins to watch a folder that gives no answer', async () => {
  const { silence, answers } = stage();
  const begun: string[] = [];
  const begin = (root: string) => {
    begun.push(root);
    return { ready: Promise.resolve(), close: () => Promise.resolve() };
  };
  const watching = answeringWatcher({ begin, how: () => 'not' }, answers);
  await expect(watching.watch(HUNG.path, () => undefined)).rejects.toMatchObject({ fault: { code: 'ETIMEDOUT' } });
  expect(begun).toEqual([]);
  silence.end();
  await (await watching.watch(HUNG.path, () => undefined)).close();
  expect(begun).toEqual([HUNG.path]);
});

test('what falls silent as it begins to be watched is closed, and may be watched when it answers', async () => {
  const { silence, answers } = stage(false);
  const closed: string[] = [];
  const begin = (root: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    silence.isSilent = true;
    if (closed.length > 0) resolve();
    const close = async (): Promise<void> => {
      closed.push(root);
      resolve();
    };
    return { ready: promise, close };
  };
  const watching = answeringWatcher({ begin, how: () => 'not' }, answers);
  await expect(watching.watch(HUNG.path, () => undefined)).rejects.toMatchObject({ fault: { code: 'ETIMEDOUT' } });
  expect(closed).toEqual([HUNG.path]);
  silence.end();
  await expect.poll(() => watching.watch(HUNG.path, () => undefined).catch(() => null)).not.toBeNull();
});
