import { expect, test } from 'vitest';

import type { WhyInfo } from '../../../../shared/features/activity/why-model.ts';
import { whyLines } from '../../../../shared/features/activity/why-text.ts';
import { bytes, idOf, instead } from '../../lab/altered-answers.ts';
import type { Computer } from '../../world/computer.ts';
import { FOLDER } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

const why = (lab: QuietLab, ada: Computer, path: string): Promise<WhyInfo> =>
  lab.call(ada, 'why.path', { path, absolute: path.startsWith('/') ? path : null, mirror: null });
const codes = ({ reasons }: WhyInfo): readonly string[] => reasons.map(({ code }) => code);
const lines = (info: WhyInfo): string => whyLines(info, iso => iso, 0).join('\n');

test('a file that rests: three observations, its cell, nothing to do', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'raw/a.csv': 'one' });
  await lab.sync(ada);
  const info = await why(lab, ada, `${FOLDER}/raw/a.csv`);
  expect(info).toMatchObject({
    mirror: 'm1',
    path: 'raw/a.csv',
    item: {
      kind: 'file',
      here: { sight: 'present', path: 'raw/a.csv', sizeBytes: 3 },
      there: { sight: 'present', path: 'raw/a.csv', fileId: idOf(lab, 'raw/a.csv') },
      cell: { table: 'files', row: 'same', column: 'same', decision: 'rest' },
      steps: [],
    },
    reasons: [],
    next: null,
  });
  expect(info.item?.agreed?.sha256).toBe(info.item?.here.sha256);
  expect(lines(info)).toContain('Next plan:   nothing to do');
});

test('a removal that is held says until when', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { deleteHoldSeconds: '60' });
  lab.save(ada, { 'a.csv': 'one', 'b.csv': 'two' });
  await lab.sync(ada);
  lab.clock.advanceBy(3_600_000);
  lab.remove(ada, 'a.csv');
  await lab.sync(ada);
  const info = await why(lab, ada, 'a.csv');
  expect(info.item?.cell).toMatchObject({ row: 'deleted', column: 'same', decision: 'delete-remote' });
  expect(codes(info)).toEqual(['removal-hold']);
  expect(info.next).toBe(new Date(lab.clock.now() + 60_000).toISOString());
});

test('a refused file says what the service said and how often it was tried; the others have nothing to say', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  lab.save(ada, { 'a.csv': 'edited' });
  lab.trouble = ({ method, url }) =>
    method === 'POST' && url.includes('/versions') ? instead(400, { messages: ['no'] }) : null;
  await lab.sync(ada);
  const info = await why(lab, ada, 'a.csv');
  expect(info.item).toMatchObject({ steps: [], waits: 'set aside', attempts: 1, cell: { decision: 'upload' } });
  expect(codes(info)).toEqual(['refused']);
});

test('a file that is hidden by a rule says which one, and that it is not looked at', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  await lab.call(ada, 'rules.add', { mirror: null, pattern: '*.csv' });
  lab.save(ada, { 'new.csv': 'new' });
  await lab.sync(ada);
  const known = await why(lab, ada, 'a.csv');
  expect(known).toMatchObject({
    ruling: { ignored: true, rule: { pattern: '*.csv' } },
    item: { here: { sight: 'unknown' }, there: { sight: 'unknown' }, cell: { decision: 'frozen' } },
  });
  expect(codes(known)).toEqual(['rule']);
  expect(await why(lab, ada, 'new.csv')).toMatchObject({
    item: null,
    ruling: { ignored: true },
    reasons: [{ code: 'rule' }],
  });
});

test('a path where nothing is recorded says so', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  await lab.sync(ada);
  const info = await why(lab, ada, 'nothing.csv');
  expect(info).toMatchObject({ item: null, reasons: [], next: null });
  expect(lines(info)).toContain('Nothing is recorded at this path');
  await expect(why(lab, ada, '/elsewhere/a.csv')).rejects.toThrow('in no mirrored folder');
});

test('a conflict and a pause are said', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { settleMs: '2000' });
  lab.save(ada, { 'a.csv': 'one' });
  lab.clock.advanceBy(10_000);
  await lab.sync(ada);
  lab.service.colleague(0).editFile(idOf(lab, 'a.csv'), bytes('theirs'));
  lab.save(ada, { 'a.csv': 'mine' });
  lab.clock.advanceBy(10_000);
  await lab.sync(ada);
  expect(codes(await why(lab, ada, 'a.csv'))).toEqual(['conflict']);
  await lab.call(ada, 'sync.pause', null);
  expect(codes(await why(lab, ada, 'a.csv'))).toEqual(['paused', 'conflict']);
});

test('a file that is still being written says when it is read', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { settleMs: '600000' });
  lab.save(ada, { 'a.csv': 'one' });
  const savedAt = lab.clock.now();
  await lab.sync(ada);
  const info = await why(lab, ada, 'a.csv');
  expect(codes(info)).toEqual(['settling']);
  expect(Math.abs(Date.parse(info.next ?? '') - savedAt - 600_000)).toBeLessThan(100);
});
