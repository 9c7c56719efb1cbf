import { expect, test } from 'vitest';

import type { Computer } from '../world/computer.ts';
import type { HttpTrouble } from '../fakes/fake-http.ts';
import { bytes, idOf, instead } from '../lab/altered-answers.ts';
import { QuietLab } from '../lab/quiet-lab.ts';

type Asked = Parameters<QuietLab['trouble']>[0];

/** What is asked of the service, but for what only reads; such as `PATCH /files/…/move`. */
function listen(lab: QuietLab, trouble: (asked: Asked, told: string) => HttpTrouble | null = () => null) {
  const told: string[] = [];
  lab.trouble = asked => {
    const path = asked.url.slice(lab.service.baseUrl.length).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…');
    const line = `${asked.method} ${path}`;
    if (asked.method !== 'GET' && asked.url.startsWith(lab.service.baseUrl)) told.push(line);
    return trouble(asked, line);
  };
  return told;
}

async function inStep() {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one', 'plates/x.csv': 'old', 'days/1/y.csv': 'older' });
  await lab.sync(ada);
  return { lab, ada };
}

function move(ada: Computer, from: string, to: string): void {
  ada.disk.tree.rename(`/home/lab/${from}`, `/home/lab/${to}`);
}

const LACKS = [
  ['404', () => instead(404, { errorCode: 'NOT_FOUND', messages: [] })],
  ['405', () => instead(405, {})],
  ['401, though the key is good', () => instead(401, {})],
] as const;

test('what is only moved is moved by a call that leaves its name as it is', async () => {
  const { lab, ada } = await inStep();
  const told = listen(lab);
  move(ada, 'a.csv', 'plates/a.csv');
  move(ada, 'days/1', 'plates/1');
  await lab.syncTwice(ada);
  expect(told.toSorted()).toEqual(['PATCH /files/…/move', 'PATCH /folders/…/move']);
  expect(lab.there()).toEqual({ 'plates/a.csv': 'one', 'plates/x.csv': 'old', 'plates/1/y.csv': 'older' });
});

test('what is moved and gets another name is placed by one call', async () => {
  const { lab, ada } = await inStep();
  const told = listen(lab);
  move(ada, 'a.csv', 'plates/b.csv');
  await lab.syncTwice(ada);
  expect(told).toEqual(['PUT /files/…']);
});

test('a name that a colleague gives a file while it is moved stays', async () => {
  const { lab, ada } = await inStep();
  const file = idOf(lab, 'a.csv');
  let isRenamed = false;
  listen(lab, (_, line) => {
    if (line.endsWith('/move') && !isRenamed) lab.service.colleague(0).renameFile(file, 'theirs.csv');
    isRenamed ||= line.endsWith('/move');
    return null;
  });
  move(ada, 'a.csv', 'plates/a.csv');
  await lab.syncTwice(ada);
  await lab.syncTwice(ada);
  expect(Object.keys(lab.there())).toContain('plates/theirs.csv');
  expect(ada.texts()['plates/theirs.csv']).toBe('one');
});

test.each(LACKS)('a service without the call that only moves (%s) is asked for it once', async (_, lacks) => {
  const { lab, ada } = await inStep();
  const told = listen(lab, (asked, line) => (line.endsWith('/move') ? lacks() : null));
  move(ada, 'a.csv', 'plates/a.csv');
  await lab.syncTwice(ada);
  move(ada, 'plates/a.csv', 'days/a.csv');
  await lab.syncTwice(ada);
  expect(told).toEqual(['PATCH /files/…/move', 'PUT /files/…', 'PUT /files/…']);
  expect(lab.there()).toMatchObject({ 'days/a.csv': 'one' });
});

test('new files are announced to their folder, one alone and several together, and those of several folders together', async () => {
  const { lab, ada } = await inStep();
  const told = listen(lab);
  lab.save(ada, { 'plates/b.csv': 'b' });
  await lab.sync(ada);
  lab.save(ada, { 'plates/c.csv': 'c', 'plates/d.csv': 'd' });
  await lab.sync(ada);
  lab.save(ada, { 'plates/e.csv': 'e', 'days/f.csv': 'f' });
  await lab.sync(ada);
  expect(told.filter(line => !line.includes('/confirm'))).toEqual([
    'POST /folders/…/files/upload',
    'POST /folders/…/files/upload/batch',
    'POST /files/upload/batch',
  ]);
  expect(lab.there()).toMatchObject({ 'plates/b.csv': 'b', 'plates/d.csv': 'd', 'days/f.csv': 'f' });
});

test.each(LACKS)(
  'a service without uploads of a folder (%s) gets the files by the other call, learnt once',
  async (_, lacks) => {
    const { lab, ada } = await inStep();
    const told = listen(lab, (asked, line) => (line.startsWith('POST /folders/…/files/upload') ? lacks() : null));
    for (const turn of [1, 2]) {
      lab.save(ada, { [`plates/b${turn}.csv`]: 'b' });
      await lab.sync(ada);
      lab.save(ada, { [`plates/c${turn}.csv`]: 'c', [`plates/d${turn}.csv`]: 'd' });
      await lab.sync(ada);
    }
    expect(told.filter(line => line.includes('/folders/'))).toEqual([
      'POST /folders/…/files/upload',
      'POST /folders/…/files/upload/batch',
    ]);
    expect(lab.there()).toMatchObject({ 'plates/b2.csv': 'b', 'plates/d2.csv': 'd' });
  },
);

test.each(LACKS)(
  'a version whose own address is refused (%s) comes by the file’s, while it is the newest',
  async (_, lacks) => {
    const { lab, ada } = await inStep();
    lab.service.colleague(0).createFile(lab.root, 'theirs.csv', bytes('from a colleague'));
    listen(lab, asked => (/\/versions\/[^/]+\/content$/.test(asked.url) ? lacks() : null));
    await lab.syncTwice(ada);
    expect(ada.texts()['theirs.csv']).toBe('from a colleague');
  },
);
