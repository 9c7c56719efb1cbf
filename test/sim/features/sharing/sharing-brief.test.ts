import { beforeEach, expect, test } from 'vitest';

import { MINUTE } from '../../../../shared/units.ts';
import type { Computer } from '../../world/computer.ts';
import { bytes } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

let lab: QuietLab;
let ada: Computer;
let plates: string;
let file: string;
let asked: string[];

beforeEach(async () => {
  lab = new QuietLab();
  ada = await lab.computer('Ada');
  const colleague = lab.service.colleague(0);
  plates = colleague.createFolder(lab.root, 'Plates');
  file = colleague.createFile(plates, 'plate 7.csv', bytes('well,value\n'));
  await lab.sync(ada);
  asked = [];
  lab.trouble = ({ url }) => {
    if (url.endsWith('/access')) asked.push(url);
    return null;
  };
});

const brief = (...ids: string[]) => lab.call(ada, 'sharing.brief', { ids });
const person = (at: number) => ({ kind: 'user', id: String(lab.service.users[at]?.userId) });

test('who can open things is told in short, and asked for once', async () => {
  expect(await brief(plates, file)).toEqual([
    { id: plates, isEverybody: false, hasMe: true, others: 0, teams: 0, unknown: 0, names: [] },
    { id: file, isEverybody: false, hasMe: true, others: 0, teams: 0, unknown: 0, names: [] },
  ]);
  expect(asked).toHaveLength(2);
  expect(await brief(plates, file)).toHaveLength(2);
  expect(asked).toHaveLength(2);
});

test('of folders in sight each is one request, and scrolling among them is none for a quarter of an hour', async () => {
  const colleague = lab.service.colleague(0);
  const folders = Array.from({ length: 40 }, (_, at) => colleague.createFolder(null, `Freezer ${at}`));
  await lab.call(ada, 'files.check', { place: { base: null }, now: true, folders: false, wait: true });
  expect(await brief(...folders)).toHaveLength(40);
  expect(asked).toHaveLength(40);
  for (let scrolled = 0; scrolled < 3; scrolled += 1) await brief(...folders.slice(scrolled * 8, 24 + scrolled * 8));
  lab.clock.advanceBy(14 * MINUTE);
  await brief(...folders);
  expect(asked).toHaveLength(40);
  lab.clock.advanceBy(2 * MINUTE);
  await brief(...folders);
  expect(asked).toHaveLength(80);
});

test('what the service does not tell is not asked again by scrolling either', async () => {
  lab.trouble = ({ url }) => {
    if (!url.includes(plates)) return null;
    asked.push(url);
    return { kind: 'instead', answer: { status: 403, body: '{"errorCode":"FORBIDDEN"}' } };
  };
  for (let scrolled = 0; scrolled < 3; scrolled += 1) expect(await brief(plates)).toEqual([]);
  expect(asked).toHaveLength(1);
});

test('a change that was made here is asked about again, also where it is only inherited', async () => {
  await brief(plates, file);
  await lab.call(ada, 'sharing.add', { id: plates, principal: person(1), role: 'viewer' });
  expect(await brief(file)).toMatchObject([{ others: 1, teams: 0, names: ['Jonas Brandt'] }]);
  await lab.call(ada, 'sharing.add', { id: plates, principal: { kind: 'organization', id: null }, role: 'viewer' });
  expect(await brief(file)).toMatchObject([{ isEverybody: true }]);
});

test('a service that does not answer is asked once, and what is known is told all the same', async () => {
  await brief(file);
  asked = [];
  lab.trouble = ({ url }) => {
    asked.push(url);
    return { kind: 'no-connection' };
  };
  const many = Array.from({ length: 20 }, (_, at) => `22222222-0000-4000-8000-${String(at).padStart(12, '0')}`);
  expect(await brief(file, ...many)).toMatchObject([{ id: file, others: 0 }]);
  expect(asked.length).toBeLessThanOrEqual(2);
});

test('what is gone, refused or no id at all is left out, and the others are told', async () => {
  const nobodys = '22222222-0000-4000-8000-000000000001';
  expect(await brief('nonsense', nobodys, file)).toMatchObject([{ id: file }]);
  lab.trouble = ({ url }) =>
    url.includes(plates) ? { kind: 'instead', answer: { status: 403, body: '{"errorCode":"FORBIDDEN"}' } } : null;
  expect(await brief(plates, file)).toMatchObject([{ id: file }]);
});
