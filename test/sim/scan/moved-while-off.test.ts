import { expect, test } from 'vitest';

import { type Computer, FOLDER } from '../world/computer.ts';
import { memoryJournal } from '../fakes/memory-journal.ts';
import { QuietLab } from '../lab/quiet-lab.ts';

const MINUTE = 60_000;

/** Ada's files are in step, and her program is off. */
async function off(
  files: Readonly<Record<string, string>>,
  readsParts = false,
): Promise<{ lab: QuietLab; ada: Computer; ids: Ids }> {
  const lab = new QuietLab();
  lab.journal = memoryJournal(readsParts).journal;
  const ada = await lab.computer('Ada', { deleteHoldSeconds: '60' });
  lab.save(ada, files);
  await settle(lab, ada);
  const ids = idsIn(lab);
  ada.crash();
  lab.clock.advanceBy(MINUTE);
  return { lab, ada, ids };
}

type Ids = Readonly<Record<string, string>>;

function idsIn(lab: QuietLab): Ids {
  return Object.fromEntries(lab.service.sights.tree(lab.root).map(({ path, id }) => [path, id]));
}

/** The program is on, and everything is done that time alone finishes. */
async function on(lab: QuietLab, ada: Computer): Promise<Ids> {
  await lab.drive(ada.start());
  await settle(lab, ada);
  return idsIn(lab);
}

async function settle(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    await lab.syncTwice(ada);
    lab.clock.advanceBy(MINUTE);
  }
}

/** As a program does that saves by replacing, in another folder than the one that is in the records. */
function moveAndSave(ada: Computer, from: string, to: string, content: string): void {
  ada.disk.tree.rename(`${FOLDER}/${from}`, `${FOLDER}/${to}`);
  ada.disk.tree.save(`${FOLDER}/${to}`, content);
}

test('a file that was moved while the program was off, and saved by replacing, keeps its id and its versions', async () => {
  const { lab, ada, ids } = await off({ 'raw/report.docx': 'one', 'done/b.csv': 'two' });
  moveAndSave(ada, 'raw/report.docx', 'done/report.docx', 'edited');
  const now = await on(lab, ada);
  expect(now['done/report.docx']).toBe(ids['raw/report.docx']);
  expect(now['raw/report.docx']).toBeUndefined();
});

test.each([
  ['small', false],
  ['large', true],
])('in a %s mirror a name that several files have does not tell which of them was moved', async (_, readsParts) => {
  const files = { 'a/data.csv': 'one', 'b/data.csv': 'two', 'c/x.csv': 'x' };
  const { lab, ada, ids } = await off(files, readsParts);
  moveAndSave(ada, 'a/data.csv', 'c/data.csv', 'edited');
  const now = await on(lab, ada);
  expect([ids['a/data.csv'], ids['b/data.csv']]).not.toContain(now['c/data.csv']);
  expect(now['b/data.csv']).toBe(ids['b/data.csv']);
});

test('a name alone gives no colleague other bytes to read: a file that was shared by itself is new in its new folder', async () => {
  const { lab, ada, ids } = await off({ 'raw/report.docx': 'one', 'done/b.csv': 'two' });
  await lab.drive(ada.start());
  const principal = { kind: 'user', id: String(lab.service.users[1]?.userId) } as const;
  await lab.call(ada, 'sharing.add', { id: ids['raw/report.docx'] ?? '', principal, role: 'viewer' });
  await settle(lab, ada);
  ada.crash();
  moveAndSave(ada, 'raw/report.docx', 'done/report.docx', 'edited');
  const now = await on(lab, ada);
  expect(now['done/report.docx']).not.toBe(ids['raw/report.docx']);
});

test('what is removed and made under that name in another folder while the program runs is a new file', async () => {
  const { lab, ada, ids } = await off({ 'raw/report.docx': 'one', 'done/b.csv': 'two' });
  await on(lab, ada);
  ada.disk.tree.remove(`${FOLDER}/raw/report.docx`);
  await lab.syncTwice(ada);
  ada.disk.tree.write(`${FOLDER}/done/report.docx`, 'another');
  await settle(lab, ada);
  expect(idsIn(lab)['done/report.docx']).not.toBe(ids['raw/report.docx']);
});
