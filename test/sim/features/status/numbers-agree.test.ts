import { expect, test } from 'vitest';

import { statusLines } from '../../../../main/cli/output/plain-text.ts';
import { unsentLines } from '../../../../main/cli/commands/account/account-text.ts';
import { offlineTexts, pillBesideOffline, pillText } from '../../../../shared/features/status/text.ts';
import { openIn, openInList } from '../../../../shared/features/status/open-counts.ts';
import { accountPage } from '../../../../shared/features/account/window-text.ts';
import type { EngineStatus } from '../../../../shared/features/status/model.ts';
import type { Computer } from '../../world/computer.ts';
import { bytes, idOf, instead } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

/** All that can need a person or wait, at once: a conflict, a merge, refused files, a removal, a file for elsewhere. */
async function muchOpen(): Promise<{ readonly lab: QuietLab; readonly ben: Computer }> {
  const lab = new QuietLab();
  lab.service.colleague(0).letAllEdit(lab.root);
  const elsewhere = lab.service.colleague(0).createFolder(null, 'Elsewhere');
  const ada = await lab.computer('Ada');
  const ben = await lab.computer('Ben', { deleteHoldSeconds: '3600' });
  lab.save(ada, { 'plate7.csv': 'first', 'plate8.csv': 'first', 'old.csv': 'first' });
  await lab.sync(ada);
  await lab.sync(ben);
  const file = idOf(lab, 'plate8.csv');
  lab.clock.advanceBy(60_000);
  lab.save(ada, { 'plate7.csv': 'of Ada', 'plate8.csv': 'second' });
  lab.save(ben, { 'plate7.csv': 'of Ben' });
  await lab.sync(ada);
  await lab.syncTwice(ben);
  lab.trouble = ({ method, url }) =>
    method === 'POST' && url.includes('/files') ? instead(400, { message: 'File type not allowed.' }) : null;
  lab.save(ben, { 'setup.exe': 'program', 'other.exe': 'program' });
  lab.remove(ben, 'old.csv');
  await lab.syncTwice(ben);
  lab.trouble = () => ({ kind: 'no-connection' });
  const { head } = await lab.call(ben, 'versions.list', { id: file, page: 1 });
  const merge = { id: file, head: head ?? '', bytes: btoa('merged'), note: null };
  await expect(lab.call(ben, 'versions.save', merge)).rejects.toThrow('offline');
  await addedElsewhere(lab, ben, elsewhere);
  return { lab, ben };
}

/** Puts a file into a folder that is not mirrored here, while the service is away. */
async function addedElsewhere(lab: QuietLab, ben: Computer, folder: string): Promise<void> {
  const tops = [{ name: 'note.csv', kind: 'file' as const }];
  const wish = { tops, files: 1, sizeBytes: 3, largestBytes: 3, endings: [] };
  const { ticket } = await lab.call(ben, 'drops.begin', { place: { base: folder }, wish });
  await lab.call(ben, 'drops.expect', { ticket, paths: ['note.csv'] });
  async function* chunks(): AsyncIterable<Uint8Array> {
    yield bytes('new');
  }
  await lab.drive(ben.app.drops.take(ticket, ['note.csv'], { sizeBytes: null, chunks: chunks() }));
  await lab.call(ben, 'drops.end', { ticket });
}

test('what needs a person is the same number in the pill, under Attention, for the account and in `status`', async () => {
  const { lab, ben } = await muchOpen();
  const status = await lab.call(ben, 'sync.status', null);
  const list = await lab.call(ben, 'attention.list', null);
  const unsent = await lab.call(ben, 'account.unsent', null);
  const open = await lab.call(ben, 'sync.open', null);
  const needs = list.items.length;
  expect(list).toMatchObject({ versions: 2, blocked: 2 });
  expect(list.decisions + list.versions + list.blocked).toBe(needs);
  expect(status.attention).toBe(needs);
  expect(unsent.needs).toBe(needs);
  expect(pillOf({ ...status, state: 'attention' })).toBe(`${needs} items need attention`);
  expect(pillBesideOffline(status)).toBe(`${needs} items need attention`);
  expect(statusLines({ ...status, state: 'offline' }, open)).toContain(`${needs} items need you`);
  expect(accountPage.waiting(unsent.needs)).toContain(`${needs} items wait`);
  expect(unsentLines(unsent)).toContain(`${needs} items waiting for you: benchtop status`);
});

test('what waits is the same number in the pill, the panel, Activity and `status`', async () => {
  const { lab, ben } = await muchOpen();
  const status = await lab.call(ben, 'sync.status', null);
  const listed = openInList(await lab.call(ben, 'activity.waiting', null));
  const counted = openIn(status.mirrors);
  const open = await lab.call(ben, 'sync.open', null);
  expect(counted).toMatchObject({ held: listed.held, queued: listed.queued, blocked: listed.blocked });
  // A merge that waits is no difference between the two sides, but a file with two versions to a person.
  expect(listed.conflicted).toBe(counted.conflicted + 1);
  expect([open.held.length, open.blocked.length, open.conflicted.length]).toEqual([
    listed.held,
    listed.blocked,
    listed.conflicted,
  ]);
  expect(counted.held).toBeGreaterThan(0);
  expect(pillOf({ ...status, state: 'offline' })).toMatch(
    new RegExp(`^${offlineTexts.sign} · .*${counted.held} .*held back`),
  );
});

test('files that wait to be sent are counted alike in Files and for the account', async () => {
  const { lab, ben } = await muchOpen();
  const waiting = (await lab.call(ben, 'drops.waiting', null)).filter(({ kind }) => kind === 'upload');
  const unsent = await lab.call(ben, 'account.unsent', null);
  expect(waiting.map(({ name }) => name)).toEqual(['note.csv']);
  expect(unsent.items.filter(({ mirror, path }) => mirror === '' && path === 'note.csv')).toHaveLength(1);
  expect(unsent.total).toBe(unsent.items.length);
});

function pillOf(status: EngineStatus): string {
  return pillText({ status, transfers: [], nowMs: Date.now() }, { timeZone: 'UTC' });
}
