import { expect, test } from 'vitest';

import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { serverOf } from '../../world/server-of.ts';
import { altered, bytes, idOf, isList, versionsOf } from '../../lab/altered-answers.ts';
import type { Json } from '../../lab/altered-answers.ts';

const many = (text: string, count = 6): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}.csv`, `${text} ${index}`]));

async function labWith(files: Readonly<Record<string, string>>): Promise<{ lab: QuietLab; ada: Computer }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, files);
  await lab.sync(ada);
  return { lab, ada };
}

/** From now on the service answers this computer as it answers a user of another organization. */
function switchOrganization(lab: QuietLab): void {
  const server = serverOf(lab.service);
  const other = lab.service.users[3]?.apiKey ?? '';
  lab.trouble = ({ method, url }) => {
    if (!url.includes('/api/v1/')) return null;
    const headers = new Map([['x-api-key', other]]);
    const answer = server({ method: method as 'GET', url, headers, body: new Uint8Array() });
    return { kind: 'instead', answer };
  };
}

test('an account switched to another organization stops, and nothing is removed or sent [R6]', async () => {
  const { lab, ada } = await labWith(many('one'));
  lab.save(ada, { 'new.csv': 'new' });
  switchOrganization(lab);
  for (let turn = 0; turn < 5; turn++) {
    const report = await lab.sync(ada);
    expect(report).toMatchObject({ sent: 0, received: 0, removed: 0 });
    expect(report.blocked.length).toBeGreaterThan(0);
    lab.clock.advanceBy(60_000);
  }
  expect(ada.texts()).toEqual({ ...many('one'), 'new.csv': 'new' });
  lab.trouble = () => null;
  expect(await lab.sync(ada)).toMatchObject({ sent: 1, removed: 0, blocked: [] });
  expect(lab.there()).toEqual(ada.texts());
});

test('a key of another organization, in which our folder looks empty, removes nothing [R6]', async () => {
  const { lab, ada } = await labWith(many('one'));
  const empty = (answer: Json): unknown => (Array.isArray(answer) ? [] : { ...answer, items: [], totalCount: 0 });
  lab.trouble = request => {
    if (isList(request)) return altered(lab, request.url, empty);
    if (/\/files\/[^/]+$/.test(request.url)) return { kind: 'instead', answer: { status: 404, body: '{}' } };
    const other = [{ id: '5f0d6a52-0000-4000-8000-000000000000', name: 'Elsewhere' }];
    return request.url.endsWith('/organizations')
      ? { kind: 'instead', answer: { status: 200, body: JSON.stringify(other) } }
      : null;
  };
  for (let turn = 0; turn < 5; turn++) {
    expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, removed: 0 });
    lab.clock.advanceBy(60_000);
  }
  expect((await lab.sync(ada)).blocked).toMatchObject([{ reason: 'not-allowed' }]);
  expect(ada.texts()).toEqual(many('one'));
});

test('a service that was set back to an older state stops the mirror, and newer files here stay [R13]', async () => {
  const { lab, ada } = await labWith(many('one'));
  const restore = lab.service.backup();
  lab.clock.advanceBy(3_600_000);
  lab.save(ada, many('two'));
  await lab.sync(ada);
  restore();
  for (let turn = 0; turn < 4; turn++) {
    expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, removed: 0, blocked: [{ reason: 'set-back' }] });
    lab.clock.advanceBy(60_000);
  }
  expect(ada.texts()).toEqual(many('two'));
  expect(lab.there()).toEqual(many('one'));
  const [problem] = await lab.call(ada, 'problems.list', null);
  await lab.call(ada, 'problems.allow', { id: problem?.id ?? '' });
  expect(await lab.sync(ada)).toMatchObject({ sent: 6, received: 0, removed: 0, blocked: [], conflicted: [] });
  expect(lab.there()).toEqual(many('two'));
  expect(versionsOf(lab, idOf(lab, 'f0.csv'))).toEqual(['one 0', 'two 0']);
});

/** One file whose newer version the service lost: it was set back to before that. */
async function oneSetBack(): Promise<{ lab: QuietLab; ada: Computer }> {
  const { lab, ada } = await labWith(many('one'));
  const restore = lab.service.backup();
  lab.clock.advanceBy(3_600_000);
  lab.save(ada, { 'f0.csv': 'the only copy' });
  await lab.sync(ada);
  restore();
  return { lab, ada };
}

test('a single file that was set back keeps its newer bytes here, and is asked about [R13]', async () => {
  const { lab, ada } = await oneSetBack();
  for (let turn = 0; turn < 3; turn++) {
    expect(await lab.sync(ada)).toMatchObject({
      sent: 0,
      received: 0,
      removed: 0,
      blocked: [{ reason: 'old-version' }],
    });
    lab.clock.advanceBy(60_000);
  }
  expect(ada.texts()).toEqual({ ...many('one'), 'f0.csv': 'the only copy' });
  const { items } = await lab.call(ada, 'attention.list', null);
  expect(items).toMatchObject([{ path: 'f0.csv', fixes: ['allow', 'take', 'skip'] }]);
  expect(items[0]?.text).toMatch(
    /^The service shows an older version of 'f0.csv', and no longer has the one from .+\.$/,
  );
});

test('a file that was set back is sent again on top when a person says so [R13]', async () => {
  const { lab, ada } = await oneSetBack();
  await lab.sync(ada);
  const [problem] = await lab.call(ada, 'problems.list', null);
  await lab.call(ada, 'problems.allow', { id: problem?.id ?? '' });
  expect(await lab.sync(ada)).toMatchObject({ sent: 1, received: 0, blocked: [], conflicted: [] });
  expect(lab.there()).toEqual({ ...many('one'), 'f0.csv': 'the only copy' });
  expect(versionsOf(lab, idOf(lab, 'f0.csv'))).toEqual(['one 0', 'the only copy']);
});

test('a file that was set back gives way when a person says so, and its newer bytes stay in the store [R13]', async () => {
  const { lab, ada } = await oneSetBack();
  await lab.sync(ada);
  const [problem] = await lab.call(ada, 'problems.list', null);
  await lab.call(ada, 'problems.take', { id: problem?.id ?? '' });
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 1, blocked: [] });
  expect(ada.texts()).toEqual(many('one'));
  expect(ada.stored()).toEqual(['the only copy']);
});

test('a file set back to a version that was never here is asked about too, and goes by its answer [R13]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const file = lab.service.colleague(0).createFile(lab.root, 'f0.csv', bytes('before'));
  const restore = lab.service.backup();
  lab.clock.advanceBy(3_600_000);
  lab.service.colleague(0).editFile(file, bytes('the only copy'));
  await lab.sync(ada);
  restore();
  expect(await lab.sync(ada)).toMatchObject({ received: 0, blocked: [{ reason: 'old-version' }] });
  expect(ada.texts()).toEqual({ 'f0.csv': 'the only copy' });
  const [problem] = await lab.call(ada, 'problems.list', null);
  await lab.call(ada, 'problems.take', { id: problem?.id ?? '' });
  expect(await lab.sync(ada)).toMatchObject({ received: 1, blocked: [] });
  expect(ada.stored()).toEqual(['the only copy']);
});

test('old versions that people bring back as new ones are ordinary edits [R13]', async () => {
  const { lab, ada } = await labWith(many('one'));
  lab.save(ada, many('two'));
  await lab.sync(ada);
  for (const entry of lab.service.sights.tree(lab.root)) {
    const [first] = lab.service.sights.versionsOf(entry.id);
    lab.service.colleague(0).restoreVersion(entry.id, first?.versionId ?? '');
  }
  lab.service.colleague(0).editFile(idOf(lab, 'f5.csv'), bytes('three'));
  expect(await lab.sync(ada)).toMatchObject({ received: 6, blocked: [] });
  expect(ada.texts()).toEqual({ ...many('one'), 'f5.csv': 'three' });
});
