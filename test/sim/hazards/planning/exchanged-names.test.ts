import { expect, test } from 'vitest';

import { type Computer, FOLDER } from '../../world/computer.ts';
import type { QuietLab } from '../../lab/quiet-lab.ts';
import { idOf } from '../../lab/altered-answers.ts';
import { labWith } from '../../lab/dying.ts';

// Two names exchanged at the service: on this computer one file makes way for the other under a name of ours.

async function settle(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await lab.syncTwice(ada);
    lab.clock.advanceBy(3_600_000);
  }
}

/** A lab in which a colleague has exchanged the names of two files. */
async function exchanged() {
  const made = await labWith({ 'a.csv': 'one', 'b.csv': 'two' });
  const [one, two] = [idOf(made.lab, 'a.csv'), idOf(made.lab, 'b.csv')];
  const colleague = made.lab.service.colleague(0);
  colleague.renameFile(one, 'aside');
  colleague.renameFile(two, 'a.csv');
  colleague.renameFile(one, 'b.csv');
  return { ...made, one, two };
}

test.each([
  [0, 'after'],
  [1, 'after'],
  [2, 'before'],
  [2, 'after'],
  [3, 'before'],
] as const)(
  'two names exchanged at the service, and a death at step %i, %s it: each file keeps its content [P15]',
  async (steps, side) => {
    const { lab, ada, one, two } = await exchanged();
    let moves = 0;
    lab.scheduler.mischief = ({ label, when }) =>
      when === side && label.startsWith('disk.move ') && (moves += 1) === steps ? { do: 'crash' } : undefined;
    if (steps > 0) {
      void ada.app.handlers['sync.once'](null);
      await lab.scheduler.run(() => !ada.isAlive, 100_000);
      await lab.drive(ada.start());
    }
    await settle(lab, ada);
    expect(moves).toBeGreaterThan(2);
    expect([idOf(lab, 'b.csv'), idOf(lab, 'a.csv')]).toEqual([one, two]);
    expect([lab.there(), ada.texts()]).toEqual([
      { 'a.csv': 'two', 'b.csv': 'one' },
      { 'a.csv': 'two', 'b.csv': 'one' },
    ]);
  },
);

test('a file that made way was renamed at the service: that name wins over one that a person gives it then [P15]', async () => {
  const { lab, ada, one, two } = await exchanged();
  let moves = 0;
  lab.scheduler.mischief = ({ label, when }) =>
    when === 'before' && label.startsWith('disk.move ') && (moves += 1) === 2 ? { do: 'crash' } : undefined;
  void ada.app.handlers['sync.once'](null);
  await lab.scheduler.run(() => !ada.isAlive, 100_000);
  const [aside = ''] = Object.keys(ada.texts()).filter(name => name.includes('(moving'));
  expect(aside).not.toBe('');
  ada.disk.tree.rename(`${FOLDER}/${aside}`, `${FOLDER}/mine.csv`);
  await lab.drive(ada.start());
  await settle(lab, ada);
  expect([idOf(lab, 'b.csv'), idOf(lab, 'a.csv')]).toEqual([one, two]);
  expect(ada.texts()).toEqual({ 'a.csv': 'two', 'b.csv': 'one' });
});

test('a file is removed while it makes way, and a death follows the next move: the other file is not taken for its save [P15]', async () => {
  const { lab, ada } = await exchanged();
  let moves = 0;
  lab.scheduler.mischief = ({ label, when }) => {
    if (when !== 'after' || !label.startsWith('disk.move ')) return undefined;
    moves += 1;
    const [aside] = Object.keys(ada.texts()).filter(name => name.includes('(moving'));
    if (moves === 1 && aside !== undefined) ada.disk.tree.remove(`${FOLDER}/${aside}`);
    return moves === 2 ? { do: 'crash' } : undefined;
  };
  void ada.app.handlers['sync.once'](null);
  await lab.scheduler.run(() => !ada.isAlive, 100_000);
  expect(ada.texts()).toEqual({ 'b.csv': 'one' });
  await lab.drive(ada.start());
  await settle(lab, ada);
  // The name that the removed one got at the service brings it back.
  expect([lab.there(), ada.texts()]).toEqual([
    { 'a.csv': 'two', 'b.csv': 'one' },
    { 'a.csv': 'two', 'b.csv': 'one' },
  ]);
});
