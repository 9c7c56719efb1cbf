import { expect, test } from 'vitest';

import type { Computer } from '../../world/computer.ts';
import { bytes, idOf } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

const encoded = (text: string): string => btoa(text);

/** One file with two versions, here in step, and a merge on the current one that could not be sent. */
async function waiting() {
  const lab = new QuietLab();
  lab.service.colleague(0).letAllEdit(lab.root);
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'Runs/plate7.csv': 'first' });
  await lab.sync(ada);
  const file = idOf(lab, 'Runs/plate7.csv');
  lab.clock.advanceBy(60_000);
  lab.service.colleague(1).editFile(file, bytes('second'));
  await lab.syncTwice(ada);
  const { head } = await lab.call(ada, 'versions.list', { id: file, page: 1 });
  lab.trouble = () => ({ kind: 'no-connection' });
  const merge = { id: file, head: head ?? '', bytes: encoded('merged'), note: 'both plates' };
  await expect(lab.call(ada, 'versions.save', merge)).rejects.toThrow('offline');
  lab.trouble = () => null;
  return { lab, ada, file, merge };
}

const attention = async (lab: QuietLab, ada: Computer) => (await lab.call(ada, 'attention.list', null)).items;

test('a merge that waits is told wherever something waits, offline and over a restart too', async () => {
  const { lab, ada, file } = await waiting();
  await lab.drive(ada.start());
  lab.trouble = () => ({ kind: 'no-connection' });
  const [item, ...others] = await attention(lab, ada);
  expect(others).toEqual([]);
  expect(item).toMatchObject({
    key: `merge:${file}`,
    group: 'versions',
    mirror: 'm1',
    path: 'Runs/plate7.csv',
    fixes: ['send-merge', 'merge'],
  });
  expect(item?.text).toContain("'plate7.csv' is kept on this computer and is not sent yet");
  const open = { path: 'Runs/plate7.csv', reason: 'merge' };
  expect((await lab.call(ada, 'activity.waiting', null)).conflicted).toMatchObject([open]);
  expect((await lab.call(ada, 'sync.open', null)).conflicted).toMatchObject([open]);
  expect(await lab.call(ada, 'problems.list', null)).toMatchObject([{ id: `merge:${file}`, reason: 'merge-unsent' }]);
  expect((await lab.call(ada, 'sync.status', null)).attention).toBe(1);
  expect(await lab.call(ada, 'account.unsent', null)).toMatchObject({
    total: 1,
    items: [{ mirror: 'm1', path: 'Runs/plate7.csv' }],
  });
});

test('it is sent when a person says so, and then it waits nowhere', async () => {
  const { lab, ada, file } = await waiting();
  expect(await lab.call(ada, 'versions.sendDraft', { id: file })).toMatchObject({ is: 'saved', number: 3 });
  await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'Runs/plate7.csv': 'merged' });
  expect(await attention(lab, ada)).toEqual([]);
  expect((await lab.call(ada, 'account.unsent', null)).total).toBe(0);
  await expect(lab.call(ada, 'versions.sendDraft', { id: file })).rejects.toThrow('No merge');
});

test('nothing sends it by itself, and over a newer version nobody can', async () => {
  const { lab, ada, file } = await waiting();
  lab.service.colleague(1).editFile(file, bytes('third'));
  await lab.syncTwice(ada);
  const [item] = await attention(lab, ada);
  expect(item).toMatchObject({ key: `merge:${file}`, fixes: ['merge'] });
  expect(item?.text).toContain('nothing is ever sent over that by itself');
  expect(await lab.call(ada, 'versions.sendDraft', { id: file })).toMatchObject({ is: 'moved' });
  await lab.syncTwice(ada);
  expect(lab.there()['Runs/plate7.csv']).toBe('third');
  expect(lab.service.sights.versionsOf(file)).toHaveLength(3);
  expect(await attention(lab, ada)).toMatchObject([{ key: `merge:${file}` }]);
});

test('leaving this computer names it, and only a person who was shown it gives it up', async () => {
  const { lab, ada, file } = await waiting();
  const { apart } = await lab.call(ada, 'leaving.look', null);
  const id = `merge:${file}`;
  expect(apart).toMatchObject([{ id, from: 'merge', path: 'Runs/plate7.csv', sizeBytes: 6 }]);
  const kept = await lab.call(ada, 'leaving.finish', { lose: [] });
  expect(kept.left.apart).toMatchObject([{ id }]);
  const lost = await lab.call(ada, 'leaving.finish', { lose: [id] });
  expect(lost).toMatchObject({ lost: { files: 1, sizeBytes: 6 }, left: { apartTotal: 0 } });
});

test('another merge does not take its place unless it was made from it', async () => {
  const { lab, ada, file, merge } = await waiting();
  const other = { ...merge, bytes: encoded('another one') };
  await expect(lab.call(ada, 'versions.save', other)).rejects.toThrow('Another merge');
  const { bytes: kept } = await lab.call(ada, 'versions.bytes', { id: file, version: 'draft' });
  expect(atob(kept)).toBe('merged');
  expect(await lab.call(ada, 'versions.save', { ...other, overDraft: true })).toMatchObject({ is: 'saved' });
  expect(lab.there()['Runs/plate7.csv']).toBe('another one');
});

test('it outlives signing out, records that were set back, the file at the service and the mirror', async () => {
  const { lab, ada, file } = await waiting();
  await lab.call(ada, 'account.signOut', null);
  expect((await lab.call(ada, 'account.unsent', null)).total).toBe(1);
  const key = lab.service.users[0]?.apiKey ?? '';
  await lab.call(ada, 'account.signIn', { service: lab.service.baseUrl, key, store: null });
  ada.journal.forgetBases('m1' as never);
  await lab.syncTwice(ada);
  expect(await attention(lab, ada)).toMatchObject([{ key: `merge:${file}`, fixes: ['send-merge', 'merge'] }]);
  lab.service.colleague(0).removeFile(file);
  for (let round = 0; round < 6; round += 1) {
    lab.clock.advanceBy(60_000);
    await lab.sync(ada);
  }
  expect(ada.texts()).toEqual({});
  const [gone] = await attention(lab, ada);
  expect(gone?.text).toContain('Save a copy of it');
  await lab.call(ada, 'mirrors.remove', { id: 'm1' });
  expect(await attention(lab, ada)).toMatchObject([{ path: 'Runs/plate7.csv', fixes: ['merge'] }]);
  const opened = await lab.call(ada, 'content.open', { id: file, version: 'draft', fetch: 'no' });
  expect(opened).toMatchObject({ is: 'open', name: 'plate7.csv', sizeBytes: 6, from: 'here' });
  await lab.call(ada, 'versions.dropDraft', { id: file });
  expect(await attention(lab, ada)).toEqual([]);
});
