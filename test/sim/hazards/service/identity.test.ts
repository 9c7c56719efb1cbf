import { expect, test } from 'vitest';

import { FaultError } from '../../../../shared/fault.ts';
import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { idOf, instead } from '../../lab/altered-answers.ts';

const TREE = { 'raw/a.csv': 'one', 'b.csv': 'two' };

async function labWithTree(): Promise<{ lab: QuietLab; ada: Computer }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, TREE);
  await lab.sync(ada);
  lab.clock.advanceBy(3_600_000);
  return { lab, ada };
}

test('somebody of another organization who signs in here removes nothing on either side [P37]', async () => {
  const { lab, ada } = await labWithTree();
  const key = lab.service.users[3]?.apiKey ?? '';
  const signIn = lab.call(ada, 'account.signIn', { service: lab.service.baseUrl, key, store: null });
  await expect(signIn).rejects.toThrow('another data directory');
  // Past that door, too: the key is exchanged behind our back.
  lab.trouble = ({ headers }) => {
    if ('X-API-Key' in headers) (headers as { [name: string]: string })['X-API-Key'] = key;
    return null;
  };
  for (let turn = 0; turn < 5; turn++) expect(await lab.syncTwice(ada)).toMatchObject({ sent: 0, removed: 0 });
  expect(ada.texts()).toEqual(TREE);
  expect(lab.there()).toEqual(TREE);
});

test('a service that knows nothing of the mirrored folder empties nothing here [P37]', async () => {
  const { lab, ada } = await labWithTree();
  const unknown = instead(404, { errorCode: 'NOT_FOUND', messages: ['There is no such thing.'] });
  lab.trouble = ({ url }) => (/\/(folders|files)\/[0-9a-f-]{36}/.test(url) ? unknown : null);
  for (let turn = 0; turn < 5; turn++) {
    expect(await lab.syncTwice(ada)).toMatchObject({ sent: 0, removed: 0 });
    lab.clock.advanceBy(600_000);
  }
  expect(ada.texts()).toEqual(TREE);
  expect(ada.stored()).toEqual([]);
});

test('a computer that slept for a month does not bring back what was removed meanwhile [R22]', async () => {
  const { lab, ada } = await labWithTree();
  const ben = await lab.computer('Ben');
  await lab.sync(ben);
  expect(ben.texts()).toEqual(TREE);
  lab.remove(ada, 'raw');
  for (let turn = 0; turn < 3; turn++) await lab.syncTwice(ada);
  expect(lab.there()).toEqual({ 'b.csv': 'two' });
  lab.clock.advanceBy(30 * 86_400_000);
  await lab.drive(ben.start());
  for (let turn = 0; turn < 3; turn++) expect(await lab.syncTwice(ben)).toMatchObject({ sent: 0 });
  expect(lab.there()).toEqual({ 'b.csv': 'two' });
  expect(ben.texts()).toEqual({ 'b.csv': 'two' });
  expect(ben.stored()).toEqual(['one']);
});

test('a folder that was archived and restored is back here with every file [R24]', async () => {
  const { lab, ada } = await labWithTree();
  const raw = idOf(lab, 'raw');
  lab.service.colleague(0).archiveFolder(raw);
  for (let turn = 0; turn < 2; turn++) await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'b.csv': 'two' });
  expect(ada.stored()).toEqual(['one']);
  lab.service.colleague(0).restoreFolder(raw);
  await lab.syncTwice(ada);
  expect(ada.texts()).toEqual(TREE);
  expect(lab.there()).toEqual(TREE);
});

test('a folder with our own records in it, or inside of them, is not mirrored [L16]', async () => {
  const { lab, ada } = await labWithTree();
  const other = lab.service.colleague(0).createFolder(null, 'Other');
  for (const local of ['/data', '/data/inner', `${FOLDER}/raw`, '/home']) {
    ada.disk.tree.mkdir(local);
    const refused = lab.call(ada, 'mirrors.add', { remote: other, local, mode: 'two-way' });
    await expect(refused).rejects.toBeInstanceOf(FaultError);
  }
});

test('a file that cannot be put into the store is not removed here [L22]', async () => {
  const { lab, ada } = await labWithTree();
  const file = idOf(lab, 'raw/a.csv');
  lab.service.colleague(0).removeFile(file);
  await lab.sync(ada);
  lab.trouble = ({ url }) => {
    if (url.includes(file)) ada.disk.tree.refuse(`${FOLDER}/raw`, 'EACCES');
    return null;
  };
  lab.clock.advanceBy(60_000);
  const report = await lab.sync(ada);
  expect(report.blocked.map(({ path, reason }) => [path, reason])).toEqual([['raw/a.csv', 'disk-refused']]);
  expect(ada.texts()).toEqual(TREE);
  expect(ada.stored()).toEqual([]);
  lab.trouble = () => null;
  ada.disk.tree.refuse(`${FOLDER}/raw`, null);
  lab.clock.advanceBy(3_600_000);
  await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'b.csv': 'two' });
  expect(ada.stored()).toEqual(['one']);
});

test.each(['svc_live_\u00e9', '\u200bsvc_live_1', 'svc_live_1 svc_live_2', '\0s\0v\0c'])(
  'a key that no request can carry (%j) is named as that, not as a service out of reach',
  async key => {
    const { lab, ada } = await labWithTree();
    const signIn = lab.call(ada, 'account.signIn', { service: lab.service.baseUrl, key, store: null });
    await expect(signIn).rejects.toThrow('does not look like an API key');
  },
);
