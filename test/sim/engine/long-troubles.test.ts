import { expect, test, vi } from 'vitest';

import { Engine } from '../../../main/engine/loop/engine.ts';
import { perTier } from '../../setup/run/effort.ts';
import { FOLDER } from '../world/computer.ts';
import type { Computer } from '../world/computer.ts';
import type { ChooseTrouble, HttpTrouble } from '../fakes/fake-http.ts';
import { bytes, idOf, instead } from '../lab/altered-answers.ts';
import { QuietLab } from '../lab/quiet-lab.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FOLDERS = 60;

const answer = (status: number): HttpTrouble => instead(status, { errorCode: 'X', messages: ['No.'] });
/** Everything that would change something is answered so. */
const changes =
  (status: number): ChooseTrouble =>
  ({ method }) =>
    method === 'GET' ? null : answer(status);
/** What is asked at such addresses is answered so. */
const asked =
  (where: RegExp, status: number): ChooseTrouble =>
  ({ method, url }) =>
    method === 'GET' && where.test(url) ? answer(status) : null;

/** Something happens to `f1` or what is in it, and from then on something goes wrong without an end. */
type Event = (lab: QuietLab, ada: Computer) => ChooseTrouble;
type Case = readonly [what: string, event: Event];

const theirs = (lab: QuietLab): void => void lab.service.colleague(0).editFile(idOf(lab, 'f1/a.csv'), bytes('theirs'));

/** Each of them in a proof; every day the first. */
const anyOf = (...statuses: readonly number[]): readonly number[] =>
  perTier({ everyday: statuses.slice(0, 1), proof: statuses });

/** What is about one thing: the others go on. */
const OF_ONE: readonly Case[] = [
  ...anyOf(403, 404, 500).map((status): Case => [
    `the list of a folder is answered with ${status}`,
    lab => asked(new RegExp(`/folders/${idOf(lab, 'f1')}/files`), status),
  ]),
  ...anyOf(400, 404, 500).map((status): Case => [
    `the details of a file are answered with ${status}`,
    lab => {
      theirs(lab);
      return asked(new RegExp(`/files/${idOf(lab, 'f1/a.csv')}$`), status);
    },
  ]),
  ...anyOf(404, 500).map((status): Case => [
    `the history of a file that was edited on both sides is answered with ${status}`,
    (lab, ada) => {
      theirs(lab);
      lab.save(ada, { 'f1/a.csv': 'mine' });
      return asked(new RegExp(`/files/${idOf(lab, 'f1/a.csv')}/versions`), status);
    },
  ]),
];

/** What is about every change, or about everything. */
const OF_ALL: readonly Case[] = [
  ...anyOf(404, 409, 413, 429, 500, 503).map((status): Case => [
    `a new file is answered with ${status}`,
    (lab, ada) => {
      lab.save(ada, { 'f1/new.csv': 'new' });
      return changes(status);
    },
  ]),
  ...anyOf(409, 500).map((status): Case => [
    `a new version is answered with ${status}`,
    (lab, ada) => {
      lab.save(ada, { 'f1/a.csv': 'mine' });
      return changes(status);
    },
  ]),
  ...anyOf(404, 409).map((status): Case => [
    `a folder that was moved here is answered with ${status}`,
    (_, ada) => {
      ada.disk.tree.rename(`${FOLDER}/f1`, `${FOLDER}/f2/f1`);
      return changes(status);
    },
  ]),
  ...anyOf(404, 409).map((status): Case => [
    `a folder that was removed here is answered with ${status}`,
    (_, ada) => {
      ada.disk.tree.remove(`${FOLDER}/f1`);
      return changes(status);
    },
  ]),
  ['every list is answered with 500', () => asked(/\/folders\/.*\/(files|children)/, 500)],
  ['every question is answered with 500', () => asked(/./, 500)],
];

const has =
  (...some: readonly string[]) =>
  (texts: readonly string[]): boolean =>
    some.some(text => texts.includes(text));

/** A mirror that is too large to be looked at as a whole, in step, with the loop running and nothing hot any more. */
async function running(): Promise<{ lab: QuietLab; ada: Computer }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { pollSeconds: '60', idleRequests: '200' });
  const files = Array.from({ length: FOLDERS }, (_, index) => [`f${index}/a.csv`, `text ${index}`]);
  lab.save(ada, Object.fromEntries(files) as Record<string, string>);
  await lab.sync(ada);
  lab.clock.advanceBy(2 * HOUR);
  ada.app.start();
  await lab.pass(3 * MINUTE);
  return { lab, ada };
}

/** Lets things go wrong, and says what an hour costs in which they have done so for a while. */
async function cost(lab: QuietLab, trouble: ChooseTrouble): Promise<{ requests: number; passes: number }> {
  let requests = 0;
  lab.trouble = request => {
    requests += 1;
    return trouble(request);
  };
  await lab.pass(20 * MINUTE);
  requests = 0;
  const pass = vi.spyOn(Engine.prototype, 'passAll');
  await lab.pass(HOUR);
  const passes = pass.mock.calls.length;
  pass.mockRestore();
  return { requests, passes };
}

/** As soon as nothing goes wrong any more, all gets in step. */
async function afterwards(lab: QuietLab, ada: Computer): Promise<void> {
  lab.trouble = () => null;
  // A step that was refused for good is retried when the person asks for it.
  await lab.call(ada, 'problems.retry', { id: null });
  for (let turn = 0; turn < 3; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(2 * MINUTE);
  }
  expect(ada.texts()).toEqual(lab.there());
}

test.each(OF_ONE)('while %s nobody is asked without an end, and the others go on [R26]', async (_, event) => {
  const { lab, ada } = await running();
  const ofOne = event(lab, ada);
  // Without a hint each folder has to have its turn.
  const trouble: ChooseTrouble = request => (request.url.endsWith('/folders/files') ? answer(404) : ofOne(request));
  lab.save(ada, { 'f40/new.csv': 'new' });
  const { requests, passes } = await cost(lab, trouble);
  expect(requests).toBeLessThanOrEqual(600);
  expect(passes).toBeLessThanOrEqual(100);
  expect(lab.there()['f40/new.csv']).toBe('new');
  lab.service.colleague(0).editFile(idOf(lab, 'f50/a.csv'), bytes('edited'));
  await lab.pass(2 * HOUR);
  expect(ada.texts()['f50/a.csv']).toBe('edited');
  // What is said to be gone is in the store.
  expect([...Object.values(ada.texts()), ...ada.stored()]).toSatisfy(has('text 1', 'mine'));
  await afterwards(lab, ada);
});

test.each(OF_ALL)('while %s nobody is asked without an end [R26]', async (_, event) => {
  const { lab, ada } = await running();
  const { requests, passes } = await cost(lab, event(lab, ada));
  expect(requests).toBeLessThanOrEqual(600);
  expect(passes).toBeLessThanOrEqual(100);
  // A mirror that halts keeps everything else from being sent.
  expect((await lab.call(ada, 'mirrors.list', null)).map(({ state }) => state)).not.toContain('halted');
  await afterwards(lab, ada);
});

test('while the service fails and every mirror is paused, nothing is tried without an end', async () => {
  const { lab, ada } = await running();
  lab.trouble = asked(/./, 500);
  await lab.pass(5 * MINUTE);
  await lab.call(ada, 'sync.pause', { mirror: 'm1', untilMs: null });
  const { requests, passes } = await cost(lab, asked(/./, 500));
  expect(requests).toBe(0);
  expect(passes).toBeLessThanOrEqual(100);
  await lab.call(ada, 'sync.resume', null);
  await afterwards(lab, ada);
});

test('what failed and is out of sight now waits without being tried, and nobody is kept awake for it', async () => {
  const { lab, ada } = await running();
  lab.save(ada, { 'f1/a.csv': 'mine' });
  lab.trouble = changes(500);
  await lab.pass(5 * MINUTE);
  const closed = asked(new RegExp(`/folders/${idOf(lab, 'f1')}/`), 403);
  lab.trouble = request => closed(request);
  await lab.sync(ada);
  const { requests, passes } = await cost(lab, closed);
  expect(requests).toBeLessThanOrEqual(600);
  expect(passes).toBeLessThanOrEqual(100);
  await afterwards(lab, ada);
});

const HERE: readonly (readonly [what: string, event: (lab: QuietLab, ada: Computer) => void])[] = [
  [
    'a file may not be read',
    (lab, ada) => {
      lab.save(ada, { 'f1/new.csv': 'new' });
      ada.disk.tree.refuse(`${FOLDER}/f1/new.csv`, 'EACCES');
    },
  ],
  ['a folder may not be read', (_, ada) => ada.disk.tree.refuse(`${FOLDER}/f1`, 'EACCES')],
  [
    'a file that was edited at the service may not be replaced',
    (lab, ada) => {
      theirs(lab);
      ada.disk.tree.refuse(`${FOLDER}/f1/a.csv`, 'EACCES');
    },
  ],
  [
    'a folder that something comes into may not be written to',
    (lab, ada) => {
      lab.service.colleague(0).createFile(idOf(lab, 'f1'), 'new.csv', bytes('new'));
      ada.disk.tree.refuse(`${FOLDER}/f1`, 'EACCES');
    },
  ],
  ['the mirrored folder itself may not be read', (_, ada) => ada.disk.tree.refuse(FOLDER, 'EACCES')],
];

test.each(HERE)('while %s nothing is tried without an end, here or there [R26]', async (_, event) => {
  const { lab, ada } = await running();
  event(lab, ada);
  const { requests, passes } = await cost(lab, () => null);
  expect(requests).toBeLessThanOrEqual(600);
  expect(passes).toBeLessThanOrEqual(100);
});

/** The folder that a mirror mirrors may not be looked at any more. */
const refused = (root: string): ChooseTrouble => asked(new RegExp(`/folders/${root}`), 403);

async function troubleOf(lab: QuietLab, ada: Computer): Promise<string | null> {
  return (await lab.call(ada, 'sync.status', null)).trouble?.title ?? null;
}

test('a stop ends when the service answers, though what it says halts the only mirror [R26]', async () => {
  const { lab, ada } = await running();
  lab.trouble = asked(/./, 500);
  await lab.pass(5 * MINUTE);
  expect(await troubleOf(lab, ada)).not.toBeNull();
  const trouble = refused(lab.root);
  lab.trouble = trouble;
  await lab.pass(HOUR);
  expect(await troubleOf(lab, ada)).toBeNull();
  expect((await lab.call(ada, 'mirrors.list', null)).map(({ state }) => state)).toEqual(['halted']);
  const { requests, passes } = await cost(lab, trouble);
  expect(requests).toBeLessThanOrEqual(600);
  expect(passes).toBeLessThanOrEqual(100);
  await afterwards(lab, ada);
});

test('a stop ends when one mirror is refused, and the other one, which fails still, halts', async () => {
  const { lab, ada } = await running();
  const other = lab.service.colleague(0).createFolder(null, 'Other');
  ada.disk.tree.mkdir('/home/other');
  await lab.call(ada, 'mirrors.add', { remote: other, local: '/home/other', mode: 'two-way' });
  await lab.pass(3 * MINUTE);
  lab.trouble = asked(/./, 500);
  await lab.pass(5 * MINUTE);
  expect(await troubleOf(lab, ada)).not.toBeNull();
  const ofOne = refused(lab.root);
  lab.trouble = request => ofOne(request) ?? asked(/./, 500)(request);
  await lab.pass(HOUR);
  expect(await troubleOf(lab, ada)).toBeNull();
  expect((await lab.call(ada, 'mirrors.list', null)).map(({ state }) => state)).toEqual(['halted', 'halted']);
  await afterwards(lab, ada);
});

test('a large mirror at a service that was set back keeps its newer files, and is looked at seldom [R13, R26]', async () => {
  const { lab, ada } = await running();
  const restore = lab.service.backup();
  await lab.pass(2 * HOUR);
  const newer = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`f${index * 7}/a.csv`, `newer ${index}`]));
  // Without a hint each folder has to have its turn.
  lab.trouble = asked(/\/folders\/files/, 404);
  lab.save(ada, newer);
  await lab.pass(3 * HOUR);
  expect(lab.there()).toMatchObject(newer);
  restore();
  const { requests, passes } = await cost(lab, asked(/\/folders\/files/, 404));
  expect(ada.texts()).toMatchObject(newer);
  expect(await lab.call(ada, 'problems.list', null)).toMatchObject([{ reason: 'set-back' }]);
  expect(requests).toBeLessThanOrEqual(600);
  expect(passes).toBeLessThanOrEqual(100);
  const [problem] = await lab.call(ada, 'problems.list', null);
  await lab.call(ada, 'problems.allow', { id: problem?.id ?? '' });
  await lab.pass(5 * MINUTE);
  expect(lab.there()).toMatchObject(newer);
  expect(ada.texts()).toEqual(lab.there());
});
