import { beforeEach, expect, test } from 'vitest';

import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

let lab: QuietLab;
let ada: Computer;
const SECOND_FOLDER = '/home/second';

beforeEach(async () => {
  lab = new QuietLab();
  ada = await lab.computer('Ada');
  const other = lab.service.colleague(0).createFolder(null, 'Other');
  ada.disk.tree.mkdir(SECOND_FOLDER);
  await lab.call(ada, 'mirrors.add', { remote: other, local: SECOND_FOLDER, mode: 'two-way' });
  ada.disk.tree.write(`${SECOND_FOLDER}/raw/b.csv`, 'two');
  ada.disk.tree.write(`${SECOND_FOLDER}/same.csv`, 'second');
  lab.save(ada, { 'raw/a.csv': 'one', '12': 'digits', 'same.csv': 'first' });
  await lab.sync(ada);
});

const identify = (path: string, absolute: string | null = `/elsewhere/${path}`) =>
  lab.call(ada, 'files.identify', { path, absolute, mirror: null });

test.each(['raw/a.csv', 'raw/b.csv', '12'])(
  'a path as lists print it (%s) is taken from anywhere, with several mirrors',
  async path => {
    expect(await identify(path)).toMatchObject({ name: path.split('/').at(-1) });
  },
);

test('a path that several mirrors have is told with the whole path of each', async () => {
  await expect(identify('raw/')).rejects.toThrow(`${FOLDER}/raw, ${SECOND_FOLDER}/raw`);
});

test('what the system means by a path goes before the same path inside of a mirror', async () => {
  const first = await identify('same.csv', `${FOLDER}/same.csv`);
  const second = await identify('same.csv', `${SECOND_FOLDER}/same.csv`);
  expect(first.id).not.toBe(second.id);
  await expect(identify('same.csv')).rejects.toThrow('Write the whole path');
});

test('a path that is nowhere is not told to name a mirror where no command can', async () => {
  await expect(identify('nowhere.csv')).rejects.toThrow("'nowhere.csv' is neither here nor at the service");
});

test('a file saved just now is looked into before any look has seen it', async () => {
  lab.save(ada, { 'raw/new.csv': 'just saved' });
  const question = { path: 'new.csv', absolute: `${FOLDER}/raw/new.csv`, mirror: null };
  await expect(lab.call(ada, 'files.identify', question)).rejects.toThrow('neither here');
  const opened = await lab.call(ada, 'content.openSaved', question);
  expect(opened).toMatchObject({ is: 'open', name: 'new.csv', sizeBytes: 10, from: 'here' });
  const content = opened.is === 'open' ? opened.content : '';
  expect(atob((await lab.call(ada, 'content.read', { content, at: 0, count: 100 })).base64)).toBe('just saved');
  await expect(lab.call(ada, 'content.openSaved', { ...question, absolute: `${FOLDER}/none.csv` })).rejects.toThrow(
    'neither here',
  );
});
