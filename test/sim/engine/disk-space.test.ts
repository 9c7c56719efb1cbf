import { expect, test } from 'vitest';

import { GIB, MIB } from '../../../shared/units.ts';
import { bytes } from '../lab/altered-answers.ts';
import { QuietLab } from '../lab/quiet-lab.ts';

test('downloads stop while a reserve is left, with one sentence, and sending goes on', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  await lab.sync(ada);
  const colleague = lab.service.colleague(0);
  for (let file = 0; file < 5; file++) colleague.createFile(lab.root, `theirs ${file}.csv`, bytes('x'.repeat(1000)));
  ada.disk.totalBytes = 10 * GIB;
  ada.disk.freeBytes = 100 * MIB;
  lab.save(ada, { 'mine.csv': 'mine' });
  const report = await lab.sync(ada);
  expect(report).toMatchObject({ sent: 1, received: 0 });
  expect(report.blocked.map(({ reason }) => reason)).toContain('disk-full');
  expect(report.blocked[0]?.text).toContain('sending goes on');
  expect(ada.texts()).toEqual({ 'mine.csv': 'mine' });
  ada.disk.freeBytes = GIB;
  lab.clock.advanceBy(3_600_000);
  expect(await lab.sync(ada)).toMatchObject({ received: 5, blocked: [] });
});

test('of downloads that begin at once only as many go on as fit together', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  await lab.sync(ada);
  const colleague = lab.service.colleague(0);
  for (let file = 0; file < 8; file++) colleague.createFile(lab.root, `${file}.csv`, bytes('x'.repeat(1000)));
  ada.disk.freeBytes = MIB + 3500;
  await lab.sync(ada);
  expect(Object.keys(ada.texts()).length).toBeLessThanOrEqual(3);
  expect(ada.disk.freeBytes).toBeGreaterThanOrEqual(MIB);
});

test('nothing is downloaded while our own records have no room, and what is here stays', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  await lab.sync(ada);
  lab.service.colleague(0).createFile(lab.root, 'theirs.csv', bytes('theirs'));
  ada.disk.recordsFreeBytes = MIB;
  expect(await lab.sync(ada)).toMatchObject({ received: 0, blocked: [{ reason: 'disk-full' }] });
  ada.disk.recordsFreeBytes = GIB;
  lab.clock.advanceBy(3_600_000);
  expect(await lab.sync(ada)).toMatchObject({ received: 1, blocked: [] });
});

test('who pairs a folder that does not fit is told so beforehand', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const other = lab.service.colleague(0).createFolder(null, 'Other');
  const deep = lab.service.colleague(0).createFolder(other, 'deep');
  lab.service.colleague(0).createFile(deep, 'a.csv', bytes('x'.repeat(3000)));
  ada.disk.tree.mkdir('/home/other');
  ada.disk.freeBytes = MIB + 1000;
  const added = await lab.call(ada, 'mirrors.add', { remote: other, local: '/home/other', mode: 'two-way' });
  expect(added.notice).toBe(
    "'Other' holds 3 kB, and there is room for 1 kB here. What fits is downloaded, the rest waits; sending goes on. " +
      'Free some space, or free files that need not be here: benchtop free PATH',
  );
});
