import { expect, test } from 'vitest';

import { QuietLab } from '../../lab/quiet-lab.ts';
import { instead } from '../../lab/altered-answers.ts';

const CONFIRM = /\/files\/([^/]+)\/upload\/confirm/;

test('what the service removes after each upload is sent three times at most, and stays here [T31]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  let uploads = 0;
  lab.trouble = ({ url }) => {
    if (CONFIRM.test(url)) uploads += 1;
    return null;
  };
  for (let turn = 0; turn < 8; turn++) {
    // A person, or a program, puts the file back each time it goes.
    lab.save(ada, { 'tool.bin': 'the same bytes', 'a.csv': `edit ${turn}` });
    await lab.sync(ada);
    for (const entry of lab.service.sights.tree(lab.root))
      if (entry.path === 'tool.bin') lab.service.colleague(0).removeFile(entry.id);
    for (let look = 0; look < 2; look++) {
      lab.clock.advanceBy(60_000);
      await lab.sync(ada);
    }
  }
  lab.save(ada, { 'tool.bin': 'the same bytes' });
  const report = await lab.sync(ada);
  expect(report.blocked).toMatchObject([{ path: 'tool.bin', reason: 'bad-request' }]);
  // Three of the tool, one of the other file.
  expect(uploads).toBe(4);
  expect(ada.texts()).toEqual({ 'tool.bin': 'the same bytes', 'a.csv': 'edit 7' });
  lab.save(ada, { 'tool.bin': 'other bytes' });
  expect(await lab.sync(ada)).toMatchObject({ sent: 1, blocked: [] });
});

test('what the service takes away at the very confirmation is not sent for ever [T31]', async () => {
  const lab = new QuietLab();
  lab.service.change({ changesAnswer: 'empty' });
  const ada = await lab.computer('Ada');
  let uploads = 0;
  lab.trouble = ({ method, url }) => {
    const [, file] = CONFIRM.exec(url) ?? [];
    if (file !== undefined) {
      uploads += 1;
      return instead(200, null);
    }
    return method === 'GET' && /\/files\/[^/]+$/.test(url) ? instead(404, { messages: ['Gone.'] }) : null;
  };
  lab.save(ada, { 'tool.bin': 'the same bytes' });
  for (let turn = 0; turn < 30; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(600_000);
  }
  expect((await lab.sync(ada)).blocked).toMatchObject([{ path: 'tool.bin', reason: 'bad-request' }]);
  // Each is confirmed once when it was sent, and at most once more to see whether it is ours.
  expect(uploads).toBeLessThanOrEqual(6);
  expect(ada.texts()).toEqual({ 'tool.bin': 'the same bytes' });
});

test('a new file is sent though colleagues removed three others with the same bytes [T31]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const names = ['one.csv', 'two.csv', 'three.csv'];
  for (const name of names) lab.save(ada, { [name]: 'the template' });
  await lab.syncTwice(ada);
  for (const { id } of lab.service.sights.tree(lab.root)) lab.service.colleague(0).removeFile(id);
  for (let look = 0; look < 3; look++) await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({});
  lab.save(ada, { 'four.csv': 'the template', 'one.csv': 'the template' });
  expect(await lab.syncTwice(ada)).toMatchObject({ blocked: [] });
  expect(lab.there()).toEqual({ 'four.csv': 'the template', 'one.csv': 'the template' });
});

test('a new file is sent where colleagues removed files of their own three times [T31]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  for (let turn = 0; turn < 3; turn++) {
    const id = lab.service.colleague(0).createFile(lab.root, 'form.csv', new TextEncoder().encode('the template'));
    await lab.syncTwice(ada);
    lab.service.colleague(0).removeFile(id);
    for (let look = 0; look < 3; look++) await lab.syncTwice(ada);
  }
  expect(ada.texts()).toEqual({});
  lab.save(ada, { 'form.csv': 'the template' });
  expect(await lab.syncTwice(ada)).toMatchObject({ blocked: [] });
  expect(lab.there()).toEqual({ 'form.csv': 'the template' });
});
