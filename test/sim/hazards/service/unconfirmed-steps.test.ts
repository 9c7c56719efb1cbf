import { expect, test } from 'vitest';

import { QuietLab } from '../../lab/quiet-lab.ts';
import { bytes, idOf, instead } from '../../lab/altered-answers.ts';

/** Announces a file for which no bytes ever come; returns how to bring them after all. */
function announce(lab: QuietLab, name: string): { id: string; finish: (text: string) => void } {
  const apiKey = lab.service.users[0]?.apiKey ?? '';
  const ask = (method: 'POST' | 'PUT', url: string, body: Uint8Array, type: string) =>
    lab.service.handle({ method, url, headers: { 'X-API-Key': apiKey, 'Content-Type': type }, body });
  const json = bytes(JSON.stringify({ fileName: name, contentType: 'text/csv', fileSizeBytes: 3, folderId: lab.root }));
  const answer = ask('POST', `${lab.service.baseUrl}/files/upload`, json, 'application/json');
  const target = JSON.parse(new TextDecoder().decode(answer.body)) as { fileId: string; uploadUrl: string };
  const finish = (text: string): void => {
    ask('PUT', target.uploadUrl, bytes(text), 'text/csv');
    ask('POST', `${lab.service.baseUrl}/files/${target.fileId}/upload/confirm`, bytes('{}'), 'application/json');
  };
  return { id: target.fileId, finish };
}

test('a file that was announced and never confirmed is not there yet: nobody is told, nothing is done', async () => {
  const lab = new QuietLab();
  lab.service.change({ listUnconfirmed: true });
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  const late = announce(lab, 'late.csv');
  for (let turn = 0; turn < 8; turn++) {
    expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, removed: 0, blocked: [] });
    expect((await lab.call(ada, 'sync.status', null)).state).not.toBe('attention');
    lab.clock.advanceBy(60_000);
  }
  expect(ada.texts()).toEqual({ 'a.csv': 'one' });
  late.finish('two');
  await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'one', 'late.csv': 'two' });
});

test('a file here of the name of one that was never confirmed is sent all the same, and neither is removed', async () => {
  const lab = new QuietLab();
  lab.service.change({ listUnconfirmed: true });
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  announce(lab, 'late.csv');
  lab.save(ada, { 'late.csv': 'ours' });
  for (let turn = 0; turn < 8; turn++) {
    expect(await lab.sync(ada)).toMatchObject({ removed: 0 });
    lab.clock.advanceBy(60_000);
  }
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, removed: 0, blocked: [] });
  expect(ada.texts()).toEqual({ 'a.csv': 'one', 'late.csv': 'ours' });
  expect(Object.values(lab.there())).toContain('ours');
  expect(idOf(lab, 'a.csv')).not.toBe('');
});

test('a file that was announced and never confirmed is not asked about at each look, and comes once it is filled', async () => {
  const lab = new QuietLab();
  lab.service.change({ listUnconfirmed: true });
  const ada = await lab.computer('Ada');
  const late = announce(lab, 'late.csv');
  let asked = 0;
  lab.trouble = ({ url }) => {
    if (url.includes(`/files/${late.id}`)) asked += 1;
    return null;
  };
  for (let turn = 0; turn < 8; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(30_000);
  }
  // Two calls at a look; a second look because the first came in the very second of the announcement.
  expect(asked).toBe(4);
  lab.clock.advanceBy(600_000);
  await lab.sync(ada);
  expect(asked).toBe(6);
  late.finish('two');
  await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'late.csv': 'two' });
});

test('a file whose sending is not settled is not taken for another one of its name that came to nothing', async () => {
  const lab = new QuietLab();
  lab.service.change({ listUnconfirmed: true, confirmTwice: false, initiateNamesVersion: false });
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'late.csv': 'ours' });
  const lost: string[] = [];
  lab.trouble = ({ method, url }) => {
    if (lost.length === 0 && url.includes('/upload/confirm')) {
      announce(lab, 'late.csv');
      lost.push('confirm');
      return { kind: 'lost-answer' };
    }
    // What is asked to settle it fails once, too.
    if (lost.length !== 1 || method !== 'GET' || !/\/files\/[^/]+$/.test(url)) return null;
    lost.push('detail');
    return instead(500, {});
  };
  for (let turn = 0; turn < 8; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(60_000);
  }
  expect(lost).toEqual(['confirm', 'detail']);
  expect(ada.texts()).toEqual({ 'late.csv': 'ours' });
  expect(
    lab.service.sights.history().filter(({ bytes: sent }) => new TextDecoder().decode(sent) === 'ours'),
  ).toHaveLength(1);
});
