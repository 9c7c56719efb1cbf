import type { CrashStage } from './stage.ts';
import type { Story } from './story.ts';

const COPY = 'a (conflict, Ada, 2026-11-20 16.03).csv';

/** A file edited on both sides; after the sync that follows, its conflict is open. */
async function answer(stage: CrashStage, keep: 'mine' | 'theirs' | 'both'): Promise<void> {
  const { lab, ada, ledger } = stage;
  await lab.sync(ada);
  for (const { id, copyPath } of await lab.call(ada, 'conflicts.list', null)) {
    const texts = ada.texts();
    if (keep === 'mine') ledger.giveUp(stage.textThere('a.csv'));
    // What else is in the copy by now is given up with it.
    if (keep === 'theirs') ledger.giveUp(texts[copyPath] ?? null);
    await lab.call(ada, 'conflicts.resolve', { id, keep });
  }
  await lab.sync(ada);
}

const conflict: Pick<Story, 'by' | 'arrange' | 'act' | 'subject'> = {
  by: 'both',
  arrange: stage => {
    stage.save('a.csv');
    stage.save('b.csv');
  },
  act: stage => {
    stage.save('a.csv');
    stage.editThere('a.csv');
  },
  subject: [COPY, 'a.csv'],
};

/** What a person asks for, and asks for again when the computer died meanwhile. */
export const ASKED: readonly Story[] = [
  { name: 'a conflict is answered with mine', ...conflict, perform: stage => answer(stage, 'mine') },
  { name: 'a conflict is answered with theirs', ...conflict, perform: stage => answer(stage, 'theirs') },
  { name: 'a conflict is answered with both', ...conflict, perform: stage => answer(stage, 'both') },
  {
    name: 'a removed file is brought back from the store',
    by: 'both',
    arrange: stage => {
      stage.save('raw/a.csv');
      stage.save('b.csv');
    },
    act: stage => stage.removeThere('raw/a.csv'),
    subject: ['raw/a.csv'],
    perform: async ({ lab, ada }) => {
      await lab.syncTwice(ada);
      const [stored] = await lab.call(ada, 'store.list', null);
      if (stored !== undefined) await lab.call(ada, 'store.restore', { id: stored.id });
      await lab.sync(ada);
    },
  },
  {
    name: 'sixty removals are asked about and let happen',
    by: 'here',
    arrange: stage => {
      for (let index = 0; index < 60; index++) stage.save(`raw/${index}.csv`);
      stage.save('b.csv');
    },
    act: stage => stage.remove('raw'),
    subject: ['b.csv'],
    perform: async ({ lab, ada }) => {
      await lab.sync(ada);
      for (const { id } of await lab.call(ada, 'guards.list', null))
        await lab.call(ada, 'guards.answer', { id, answer: 'remove' });
      await lab.sync(ada);
    },
  },
];
