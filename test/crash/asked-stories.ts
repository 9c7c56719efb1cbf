import { FOLDER } from '../sim/world/computer.ts';
import type { CrashStage } from './stage.ts';
import type { Story } from './story.ts';

const COPY = 'a (conflict, Ada, 2026-11-20 16.03).csv';

/** A file edited on both sides; after the sync that follows, its conflict is open. */
async function answer(stage: CrashStage, keep: 'mine' | 'theirs' | 'both'): Promise<void> {
  const { lab, ada, ledger } = stage;
  await lab.sync(ada);
  for (const { id, copyPath } of await lab.call(ada, 'conflicts.list', null)) {
    const texts = ada.texts();
    if (keep === 'mine') stage.mayCoverThere();
    // A person who moved the copy there before that keeps it, too.
    ledger.allowTwice(texts[copyPath] ?? null);
    // What else is in the copy by now is given up with it.
    if (keep === 'theirs') ledger.giveUp(texts[copyPath] ?? null);
    await lab.call(ada, 'conflicts.resolve', { id, keep });
  }
  await lab.sync(ada);
}

/** Ada removes the copies by hand, and answers before that is carried out. What the service had of them stays within reach. */
async function answerWithoutCopy(stage: CrashStage): Promise<void> {
  const { lab, ada, ledger } = stage;
  const hold = (value: string): Promise<unknown> => lab.call(ada, 'settings.set', { name: 'deleteHoldSeconds', value });
  await hold('3600');
  await lab.sync(ada);
  for (const { copyPath } of await lab.call(ada, 'conflicts.list', null)) {
    const text = ada.texts()[copyPath];
    if (text === undefined) continue;
    if (Object.values(lab.there()).includes(text)) ledger.settle(text);
    stage.remove(copyPath);
  }
  await answer(stage, 'theirs');
  await hold('0');
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

/** The last thing that happened is undone; asked for again, that is undone in turn. */
async function undo(stage: CrashStage): Promise<void> {
  const { lab, ada } = stage;
  await lab.syncTwice(ada);
  // It may be an edit that is undone: those bytes stay in the file's history, or in the store.
  stage.mayCoverThere();
  handBack(stage);
  await lab.call(ada, 'activity.undo', { id: null });
  await lab.sync(ada);
}

/** What is about to leave the store for a person's folder is theirs to write over there, before a look saw it. */
function handBack({ ada, ledger }: CrashStage): void {
  for (const { name, older } of ada.journal.trash.all()) {
    const bytes = ada.disk.stored.get(name);
    if (!older && bytes !== undefined) ledger.handBack(new TextDecoder().decode(bytes));
  }
}

const files = (stage: CrashStage): void => {
  stage.save('a.csv');
  stage.save('raw/b.csv');
};

/** Commands of a person, who repeats them if the computer died before they were done. */
export const ASKED: readonly Story[] = [
  { name: 'a conflict is answered with mine', ...conflict, perform: stage => answer(stage, 'mine') },
  { name: 'a conflict is answered with theirs', ...conflict, perform: stage => answer(stage, 'theirs') },
  { name: 'a conflict is answered with both', ...conflict, perform: stage => answer(stage, 'both') },
  { name: 'a conflict is answered with theirs when its copy is gone', ...conflict, perform: answerWithoutCopy },
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
    name: 'a removed file is brought back with its older versions',
    by: 'here',
    arrange: stage => stage.addVersionsThere('a.csv', 3),
    act: stage => stage.remove('a.csv'),
    subject: ['a.csv'],
    perform: async stage => {
      const { lab, ada } = stage;
      await lab.syncTwice(ada);
      const [stored] = await lab.call(ada, 'store.list', null);
      handBack(stage);
      if (stored !== undefined && !stage.isThere('a.csv')) {
        // A colleague who moved it kept it: the person who puts it back beside that wants it once more.
        const there = Object.values(lab.there());
        for (const text of ada.stored()) if (there.includes(text)) stage.ledger.allowTwice(text);
        await lab.call(ada, 'store.restore', { id: stored.id });
      }
      await lab.syncTwice(ada);
    },
  },
  {
    name: 'a file is freed here and fetched again',
    by: 'both',
    arrange: files,
    act: stage => stage.save('raw/b.csv'),
    subject: ['a.csv'],
    perform: async stage => {
      const { lab, ada, ledger } = stage;
      await lab.sync(ada);
      // A save under the name of an online-only file makes the next version of it.
      ledger.giveUp(stage.textThere('a.csv'));
      if (stage.isHere('a.csv')) await lab.call(ada, 'files.free', { paths: [`${FOLDER}/a.csv`] });
      await lab.sync(ada);
      // Wherever it is by now.
      await lab.call(ada, 'files.keep', { paths: [FOLDER] });
      await lab.sync(ada);
    },
  },
  {
    name: 'a version that came is undone',
    by: 'both',
    arrange: files,
    act: stage => stage.editThere('a.csv'),
    subject: ['a.csv'],
    perform: undo,
  },
  {
    name: 'a version that was sent is undone',
    by: 'both',
    arrange: files,
    act: stage => stage.save('a.csv'),
    subject: ['a.csv'],
    perform: undo,
  },
  {
    name: 'a removal that was sent is undone',
    by: 'both',
    arrange: files,
    act: stage => stage.remove('a.csv'),
    subject: ['a.csv'],
    perform: undo,
  },
  {
    name: 'a move that was sent is undone',
    by: 'both',
    arrange: files,
    act: stage => stage.rename('a.csv', 'raw/a.csv'),
    subject: ['a.csv', 'raw/a.csv'],
    perform: undo,
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
