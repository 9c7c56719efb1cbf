import { expect, test } from 'vitest';

import { FaultError } from '../../../../shared/fault.ts';
import { openJournal } from '../../../../main/journal/journal.ts';
import { journalPath } from '../../../builders/open-journal.ts';
import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab, labWith } from '../../lab/quiet-lab.ts';
import { bytes, idOf } from '../../lab/altered-answers.ts';

const HOUR = 3_600_000;

/** Calls that change something at the service, and fetches of bytes, from now on. */
function watchCalls(lab: QuietLab): { readonly writes: string[]; readonly fetches: string[] } {
  const calls = { writes: [] as string[], fetches: [] as string[] };
  lab.trouble = ({ method, url }) => {
    const { pathname, origin } = new URL(url);
    if (method !== 'GET') calls.writes.push(`${method} ${pathname}`);
    else if (origin !== new URL(lab.service.baseUrl).origin) calls.fetches.push(pathname);
    return null;
  };
  return calls;
}

/** Takes a copy of the records, as a backup program would; gives the way to set them back to it. */
async function copyOf(lab: QuietLab, computer: Computer): Promise<() => Promise<void>> {
  const path = journalPath();
  await computer.journal.copyTo(path);
  return async () => {
    computer.journal = openJournal(path);
    await lab.drive(computer.start());
  };
}

async function settle(lab: QuietLab, computer: Computer): Promise<void> {
  for (let turn = 0; turn < 6; turn++) {
    await lab.syncTwice(computer);
    lab.clock.advanceBy(HOUR);
  }
}

/** How often the records were not trusted. */
async function relinks(lab: QuietLab, computer: Computer): Promise<number> {
  const lines = await lab.call(computer, 'activity.page', { before: null, limit: 500 });
  return lines.filter(({ verb }) => verb === 'relinked').length;
}

const FILES = Object.fromEntries(
  ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'raw/h', 'raw/i'].map(name => [`${name}.csv`, `text of ${name}`]),
);

test('records set back to an older state: what is equal is neither sent nor fetched again [C7]', async () => {
  const { lab, ada } = await labWith(FILES, HOUR);
  const setBack = await copyOf(lab, ada);
  await lab.sync(ada);
  await setBack();
  const calls = watchCalls(lab);
  await settle(lab, ada);
  expect(calls).toEqual({ writes: [], fetches: [] });
  expect([ada.texts(), lab.there(), await relinks(lab, ada)]).toEqual([FILES, FILES, 1]);
});

test('records set back to an older state remove nothing, and every edit made since is there [C7]', async () => {
  const { lab, ada } = await labWith(FILES, HOUR);
  const setBack = await copyOf(lab, ada);
  await lab.sync(ada);
  // Since the copy was made: changes here and there that arrived, and one that did not.
  const colleague = lab.service.colleague(0);
  lab.save(ada, { 'a.csv': 'edited here', 'new.csv': 'new here' });
  lab.remove(ada, 'b.csv');
  ada.disk.tree.rename(`${FOLDER}/c.csv`, `${FOLDER}/raw/c.csv`);
  colleague.editFile(idOf(lab, 'd.csv'), bytes('edited there'));
  colleague.removeFile(idOf(lab, 'e.csv'));
  await settle(lab, ada);
  lab.save(ada, { 'f.csv': 'not sent yet' });
  lab.remove(ada, 'g.csv');
  const before = lab.there();
  await setBack();
  const { writes } = watchCalls(lab);
  await settle(lab, ada);
  expect(writes.filter(call => /DELETE|archive/.test(call))).toEqual([]);
  const copies = Object.entries(ada.texts()).filter(([path]) => !(path in before));
  expect(copies).toEqual([[expect.stringMatching(/^f \(conflict, /), 'not sent yet']]);
  expect(ada.texts()).toEqual({ ...before, ...Object.fromEntries(copies) });
  expect(lab.there()).toEqual(ada.texts());
  // One new file: announced, put, confirmed.
  expect(writes.length).toBe(3);
});

test('a folder set back to an older state with its marker removes nothing at the service [C7]', async () => {
  const { lab, ada } = await labWith(FILES, HOUR);
  const older = { marker: ada.disk.tree.read(`${FOLDER}/.benchtop/root.json`) ?? '', texts: ada.texts() };
  await lab.sync(ada);
  lab.save(ada, { 'new.csv': 'new here', 'a.csv': 'edited here' });
  await lab.sync(ada);
  lab.remove(ada, 'new.csv');
  lab.save(ada, { ...older.texts, '.benchtop/root.json': older.marker });
  const { writes } = watchCalls(lab);
  await settle(lab, ada);
  expect(writes.filter(call => /DELETE|archive/.test(call))).toEqual([]);
  expect(ada.texts()).toMatchObject({ 'new.csv': 'new here', 'a.csv': 'edited here' });
  expect(Object.values(ada.texts())).toContain('text of a');
  expect(lab.there()).toEqual(ada.texts());
});

test('a marker written by a call that failed, and not written by the next, leaves the records trusted [C7]', async () => {
  const { lab, ada } = await labWith(FILES, HOUR);
  const refusals = ['after disk.mark', 'before disk.mark'];
  lab.scheduler.mischief = ({ label, when }) => {
    if (refusals[0] === undefined || !`${when} ${label}`.startsWith(refusals[0])) return undefined;
    refusals.shift();
    return { do: 'fail', error: new FaultError({ kind: 'disk-refused', path: FOLDER, code: 'EIO' }) };
  };
  for (let turn = 0; turn < 3; turn++) {
    lab.save(ada, { 'a.csv': `edit ${turn}` });
    await settle(lab, ada);
  }
  expect([refusals, await relinks(lab, ada), Object.keys(ada.texts())]).toEqual([[], 0, Object.keys(FILES)]);
});

test('an upload mirror whose records were set back sends nothing twice [C7]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', {}, 'upload');
  lab.save(ada, FILES);
  await lab.sync(ada);
  lab.clock.advanceBy(HOUR);
  const setBack = await copyOf(lab, ada);
  lab.save(ada, { 'a.csv': 'edited here' });
  await lab.sync(ada);
  lab.clock.advanceBy(HOUR);
  await lab.sync(ada);
  await setBack();
  const { writes } = watchCalls(lab);
  await settle(lab, ada);
  expect(writes).toEqual([]);
});

test.each([
  ['joins', 'second', 0],
  ['does not take for its own, when its bytes are others,', 'SECOND', 1],
] as const)(
  'a computer that forgot everything %s the file with a number that it made of the second of one name [C6]',
  async (_, text, copies) => {
    const lab = new QuietLab();
    const colleague = lab.service.colleague(0);
    colleague.createFile(lab.root, 'twin.csv', bytes('first'));
    colleague.createFile(lab.root, 'twin.csv', bytes('second'));
    const ada = await lab.computer('Ada');
    const here = { 'twin.csv': 'first', 'twin (2).csv': text };
    lab.save(ada, here);
    await settle(lab, ada);
    const texts = Object.values(ada.texts());
    expect([texts.length, lab.service.sights.tree(lab.root).length]).toEqual([2 + copies, 2 + copies]);
    expect(texts).toEqual(expect.arrayContaining(['first', 'second', text]));
  },
);

test.each(['before', 'after'] as const)(
  'a crash %s the marker is written is no reason to distrust the records',
  async when => {
    const { lab, ada } = await labWith(FILES, HOUR);
    await lab.drive(ada.start());
    lab.scheduler.mischief = ({ label, when: moment }) =>
      label === `disk.mark ${FOLDER}` && moment === when ? { do: 'crash' } : undefined;
    const running = ada.app.handlers['sync.once'](null);
    await lab.scheduler.run(() => !ada.isAlive);
    void running;
    lab.scheduler.mischief = () => undefined;
    await lab.drive(ada.start());
    lab.save(ada, { 'a.csv': 'edited here' });
    expect(await lab.sync(ada)).toMatchObject({ sent: 1, conflicted: [] });
    await settle(lab, ada);
    expect(await relinks(lab, ada)).toBe(0);
  },
);

test('a marker that cannot be written is written later, and the work goes on', async () => {
  const { lab, ada } = await labWith(FILES, HOUR);
  await lab.drive(ada.start());
  lab.scheduler.mischief = ({ label }) =>
    label === `disk.mark ${FOLDER}` ? { do: 'fail', error: new Error('no room') } : undefined;
  lab.save(ada, { 'a.csv': 'edited here' });
  expect(await lab.sync(ada)).toMatchObject({ sent: 1 });
  lab.scheduler.mischief = () => undefined;
  await settle(lab, ada);
  await lab.drive(ada.start());
  await settle(lab, ada);
  expect(await relinks(lab, ada)).toBe(0);
});
