import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';

import { type Computer, type Lab, openLab, settle, succeed } from '../benchtop.ts';

// What needs a person: conflicts, refused files, many removals at once. Each test has mirrors of its own, because these
// states stay until a person decides.

let lab: Lab;
let ada: Computer;
let ben: Computer;
let shared: string;
let count = 0;

beforeAll(async () => {
  lab = await openLab({ commandsHere: true });
  ada = await lab.computer('ada');
  ben = await lab.computer('ben', lab.service.people[1]);
});

beforeEach(async () => {
  count += 1;
  shared = await lab.service.owner.makeFolder(`Series ${count}`, lab.service.knowledgeBase);
  await ada.mirror(shared);
  await ben.mirror(shared);
});

afterAll(() => lab.close());

const conflicts = z.strictObject({
  v: z.literal(1),
  conflicts: z.array(
    z.strictObject({
      id: z.string(),
      mirror: z.string(),
      path: z.string(),
      copyPath: z.string(),
      fileId: z.string().nullable(),
      at: z.string(),
    }),
  ),
});

const guards = z.strictObject({
  v: z.literal(1),
  guards: z.array(
    z.strictObject({
      id: z.string(),
      mirror: z.string(),
      direction: z.enum(['here', 'service']),
      reason: z.enum(['many', 'unexplained']),
      items: z.number(),
      of: z.number(),
      why: z.string(),
      at: z.string(),
    }),
  ),
});

async function conflictsOn(computer: Computer): Promise<z.infer<typeof conflicts>['conflicts']> {
  return conflicts.parse((await succeed(computer.run(['conflicts', 'list', '--json']))).json).conflicts;
}

async function guardsOn(computer: Computer): Promise<z.infer<typeof guards>['guards']> {
  return guards.parse((await succeed(computer.run(['guards', 'list', '--json']))).json).guards;
}

async function serviceTexts(): Promise<Map<string, string>> {
  const files = await lab.service.owner.files(shared);
  return new Map([...files].map(([path, { text }]) => [path, text]));
}

/** One file edited on both computers, ada's first at the service. Leaves ben with the conflict. */
async function makeConflict(): Promise<{
  readonly path: string;
  readonly copyPath: string;
  readonly id: string;
  readonly mirror: string;
}> {
  await ada.write('results.csv', 'first\n');
  await settle(ada, ben);
  await ada.write('results.csv', 'of ada\n');
  await ben.write('results.csv', 'of ben\n');
  await settle(ada, ben, ada);
  const [conflict] = await conflictsOn(ben);
  if (conflict === undefined) throw new Error('there is no conflict');
  return conflict;
}

test('an edit on both computers: both contents are on both, the head keeps the name', async () => {
  const conflict = await makeConflict();
  expect(conflict).toMatchObject({ path: 'results.csv' });
  expect(conflict.copyPath).toMatch(/^results \(conflict, ben, \d{4}-\d\d-\d\d \d\d\.\d\d\)\.csv$/);
  const both = { 'results.csv': 'of ada\n', [conflict.copyPath]: 'of ben\n' };
  expect(Object.fromEntries(await ada.files())).toEqual(both);
  expect(Object.fromEntries(await ben.files())).toEqual(both);
  expect(Object.fromEntries(await serviceTexts())).toEqual(both);
  const answer = await ben.sync();
  expect(answer).toMatchObject({ code: 3, sent: 0, received: 0, conflicted: [{ path: 'results.csv' }] });
});

test('a new file of one name with different contents on both: both are kept everywhere', async () => {
  await ada.write('new.csv', 'of ada\n');
  await ben.write('new.csv', 'of ben\n');
  await settle(ada, ben, ada);
  const texts = await serviceTexts();
  expect([...texts.values()].sort()).toEqual(['of ada\n', 'of ben\n']);
  expect(await ada.files()).toEqual(texts);
  expect(await ben.files()).toEqual(texts);
});

test.each([
  ['mine', { 'results.csv': 'of ben\n' }],
  ['theirs', { 'results.csv': 'of ada\n' }],
] as const)(
  'a conflict settled as %s leaves one file, the other content in its history or the store',
  async (keep, left) => {
    const { id } = await makeConflict();
    await succeed(ben.run(['conflicts', 'resolve', id, '--keep', keep]));
    await settle(ben, ada);
    expect(Object.fromEntries(await serviceTexts())).toEqual(left);
    expect(Object.fromEntries(await ada.files())).toEqual(left);
    expect(Object.fromEntries(await ben.files())).toEqual(left);
    expect(await conflictsOn(ben)).toEqual([]);
    expect(await ben.sync()).toMatchObject({ code: 0 });
  },
);

test('a conflict settled as both leaves both files and no conflict', async () => {
  const { id, copyPath } = await makeConflict();
  await succeed(ben.run(['conflicts', 'resolve', id, '--keep', 'both']));
  const [answer] = await settle(ben, ada);
  expect([...(await ada.files()).keys()].sort()).toEqual([copyPath, 'results.csv'].sort());
  expect(await conflictsOn(ben)).toEqual([]);
  expect(answer).toMatchObject({ code: 0 });
});

test('a file the service refuses stays here and is named; the others go on', async () => {
  await ada.write('setup.exe', 'MZ');
  await ada.write('results.csv', 'fine\n');
  const answer = await ada.sync();
  await settle(ben);
  expect(answer).toMatchObject({ code: 3, sent: 1, blocked: [{ path: 'setup.exe' }] });
  expect(answer.blocked[0]?.text).toMatch(/\.exe/);
  expect(Object.fromEntries(await ben.files())).toEqual({ 'results.csv': 'fine\n' });
  expect(await ada.read('setup.exe')).toBe('MZ');
  // It is not tried again for nothing, and it does not count as sent.
  expect(await ada.sync()).toMatchObject({ code: 3, sent: 0, blocked: [{ path: 'setup.exe' }] });
  // A problem can be skipped; then the command no longer ends with the code that calls for a person.
  const problems = async (): Promise<{ id: string; path: string; reason: string; skipped: boolean }[]> =>
    stuck.parse((await succeed(ada.run(['problems', 'list', '--json']))).json).problems;
  const [problem] = await problems();
  expect(problem).toMatchObject({ path: 'setup.exe', reason: 'refused', skipped: false, fix: null });
  await succeed(ada.run(['problems', 'skip', problem?.id ?? '']));
  expect(await ada.sync()).toMatchObject({ code: 0, blocked: [], held: [{ path: 'setup.exe', reason: 'skipped' }] });
  expect(await problems()).toMatchObject([{ path: 'setup.exe', skipped: true }]);
  await succeed(ada.run(['problems', 'retry']));
  expect(await ada.sync()).toMatchObject({ code: 3, sent: 0, blocked: [{ path: 'setup.exe' }] });
  await ada.move('setup.exe', 'setup.exe.txt');
  const [renamed] = await settle(ada, ben);
  expect(renamed).toMatchObject({ code: 0, blocked: [] });
  expect(await ben.read('setup.exe.txt')).toBe('MZ');
});

const stuck = z.strictObject({
  v: z.literal(1),
  problems: z.array(
    z.strictObject({
      id: z.string(),
      mirror: z.string(),
      path: z.string(),
      reason: z.string(),
      text: z.string(),
      since: z.string().nullable(),
      until: z.string().nullable(),
      skipped: z.boolean(),
      /** What one command can do about it; null when nothing can. */
      fix: z.enum(['move-copy']).nullable(),
    }),
  ),
});

const stored = z.strictObject({
  v: z.literal(1),
  files: z.array(
    z.strictObject({
      id: z.string(),
      mirror: z.string(),
      path: z.string(),
      sizeBytes: z.number().nullable(),
      reason: z.string(),
      at: z.string(),
      until: z.string(),
      older: z.number().int(),
    }),
  ),
});

test('what a settled conflict put away is listed in the store and comes back beside what is there', async () => {
  const { id, mirror, copyPath } = await makeConflict();
  await succeed(ben.run(['conflicts', 'resolve', id, '--keep', 'theirs']));
  await settle(ben, ada);
  const list = stored.parse((await succeed(ben.run(['store', 'list', '--json']))).json).files;
  // Copies of other mirrors have the same name when they were made in the same minute.
  const file = list.find(one => one.mirror === mirror && one.path === copyPath);
  expect(file).toMatchObject({ reason: 'resolved', sizeBytes: 7 });
  await ben.write(copyPath, 'in the way\n');
  const { stdout } = await succeed(ben.run(['store', 'restore', file?.id ?? '']));
  const back = stdout.trim();
  expect(back).toBe(copyPath.replace(/\.csv$/, ' (2).csv'));
  await settle(ben, ada);
  expect(Object.fromEntries(await ada.files())).toEqual({
    'results.csv': 'of ada\n',
    [copyPath]: 'in the way\n',
    [back]: 'of ben\n',
  });
  const left = stored.parse((await succeed(ben.run(['store', 'list', '--json']))).json).files;
  expect(left.map(one => one.id)).not.toContain(file?.id);
});

const MANY = 16;

async function makeMany(): Promise<string[]> {
  const names = Array.from({ length: MANY }, (_, index) => `plate ${index}.csv`);
  for (const name of names) await ada.write(name, `${name}\n`);
  await settle(ada, ben);
  return names;
}

test('many removals here wait for an answer; kept, the files come back [S34]', async () => {
  const names = await makeMany();
  for (const name of names) await ada.remove(name);
  const answer = await ada.sync();
  expect(answer).toMatchObject({ code: 5, removed: 0 });
  expect((await serviceTexts()).size).toBe(MANY);
  const [guard] = await guardsOn(ada);
  expect(guard).toMatchObject({ direction: 'here', items: MANY, of: MANY });
  await succeed(ada.run(['guards', 'answer', guard?.id ?? '', '--keep']));
  await settle(ada, ben);
  expect([...(await ada.files()).keys()].sort()).toEqual(names.sort());
  expect(await guardsOn(ada)).toEqual([]);
});

test('many removals at the service wait for an answer; agreed to, the files go here too', async () => {
  const names = await makeMany();
  for (const { id } of (await lab.service.owner.files(shared)).values()) await lab.service.owner.removeFile(id);
  const held = await untilGuarded(ben);
  expect(held).toMatchObject({ code: 5, removed: 0 });
  expect([...(await ben.files()).keys()].sort()).toEqual(names.sort());
  const [guard] = await guardsOn(ben);
  expect(guard).toMatchObject({ direction: 'service', items: MANY, of: MANY });
  await succeed(ben.run(['guards', 'answer', guard?.id ?? '', '--remove']));
  await settle(ben);
  expect(await ben.files()).toEqual(new Map());
});

/** Removals at the service are believed after two looks; only then is the guard asked. */
async function untilGuarded(computer: Computer): Promise<Awaited<ReturnType<Computer['sync']>>> {
  for (let tries = 0; tries < 40; tries++) {
    const answer = await computer.sync();
    if (answer.code === 5) return answer;
    await new Promise(resolve => setTimeout(resolve, 500));
  }
  throw new Error('no guard was asked');
}
