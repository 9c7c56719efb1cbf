import { expect, test } from 'vitest';

import type { MirrorMode } from '../../../../shared/features/mirrors/model.ts';
import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import { memoryJournal } from '../../fakes/memory-journal.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { bytes, versionsOf } from '../../lab/altered-answers.ts';

type How = 'mirror added again' | 'journal lost';

async function again(lab: QuietLab, ada: Computer, how: How, mode: MirrorMode = 'two-way'): Promise<void> {
  if (how === 'mirror added again') await lab.call(ada, 'mirrors.remove', { id: 'm1' });
  else {
    await lab.drive(ada.app.close());
    ada.journal = memoryJournal().journal;
    await lab.drive(ada.start());
    const key = lab.service.users[0]?.apiKey ?? '';
    await lab.call(ada, 'account.signIn', { service: lab.service.baseUrl, key, store: null });
  }
  await lab.call(ada, 'mirrors.add', { remote: lab.root, local: FOLDER, mode });
  for (const name of ['deleteHoldSeconds', 'settleMs']) await lab.call(ada, 'settings.set', { name, value: '0' });
}

const TWINS: readonly (readonly [string, readonly string[]])[] = [
  ['of equal length', ['one', 'two']],
  ['of different length', ['one', 'twenty']],
  ['of equal content', ['one', 'one']],
  ['three of them', ['one', 'twenty', 'six']],
  ['three of different length', ['a', 'twenty', 'six']],
];

const HOWS: readonly How[] = ['mirror added again', 'journal lost'];
const CASES = HOWS.flatMap(how => TWINS.map(([what, texts]) => [how, what, texts] as const));

test.each(CASES)('namesakes find each other again after a %s: %s', async (how, _, texts) => {
  for (const leftOut of [[], ['fileSize']] as const)
    for (const turned of [false, true]) {
      const lab = new QuietLab();
      lab.service.change({ leftOut: [...leftOut] });
      for (const text of turned ? texts.toReversed() : texts)
        lab.service.colleague(0).createFile(lab.root, 'twin.csv', bytes(text));
      const ada = await lab.computer('Ada');
      await lab.syncTwice(ada);
      const before = ada.texts();
      expect(Object.keys(before)).toHaveLength(texts.length);
      await again(lab, ada, how);
      if (turned) lab.service.change({ listingOrder: 'shuffled' });
      let sent = 0;
      for (let turn = 0; turn < 5; turn++) {
        sent += (await lab.syncTwice(ada)).sent;
        lab.clock.advanceBy(60_000);
      }
      expect([leftOut, turned, sent, Object.keys(ada.texts()).length]).toEqual([leftOut, turned, 0, texts.length]);
      expect(Object.values(ada.texts()).sort()).toEqual([...texts].sort());
      expect(lab.service.sights.tree(lab.root)).toHaveLength(texts.length);
    }
});

test.each(['mirror added again', 'journal lost'] as const)(
  'the second of two namesakes is known by its number when the first is gone and a %s',
  async how => {
    const lab = new QuietLab();
    const [first] = ['one', 'twenty'].map(text =>
      lab.service.colleague(0).createFile(lab.root, 'twin.csv', bytes(text)),
    );
    const ada = await lab.computer('Ada');
    await lab.syncTwice(ada);
    expect(ada.texts()).toEqual({ 'twin.csv': 'one', 'twin (2).csv': 'twenty' });
    lab.service.colleague(0).removeFile(first ?? '');
    for (let turn = 0; turn < 3; turn++) await lab.syncTwice(ada);
    expect(Object.values(ada.texts())).toEqual(['twenty']);
    await again(lab, ada, how);
    for (let turn = 0; turn < 3; turn++) expect(await lab.syncTwice(ada)).toMatchObject({ sent: 0, blocked: [] });
    expect(Object.values(ada.texts())).toEqual(['twenty']);
    expect(lab.there()).toEqual({ 'twin.csv': 'twenty' });
  },
);

test('a file of a numbered name that is no namesake is a file of its own, and no conflict', async () => {
  for (const leftOut of [[], ['fileSize']] as const) {
    const lab = new QuietLab();
    lab.service.change({ leftOut: [...leftOut] });
    const ada = await lab.computer('Ada');
    for (const text of ['one', 'two']) lab.service.colleague(0).createFile(lab.root, 'twin.csv', bytes(text));
    lab.save(ada, { 'twin (2).csv': 'own', 'twin (3).csv': 'two' });
    for (let turn = 0; turn < 4; turn++) await lab.syncTwice(ada);
    expect(Object.values(ada.texts()).sort()).toEqual(['one', 'own', 'two']);
    expect(ada.texts()).toMatchObject({ 'twin (2).csv': 'own' });
    const there = lab.service.sights.tree(lab.root).map(({ id }) => versionsOf(lab, id).join());
    expect(there.toSorted()).toEqual(['one', 'own', 'two']);
    expect(await lab.syncTwice(ada)).toMatchObject({ sent: 0, received: 0, moved: 0, conflicted: [], blocked: [] });
  }
});

test('an edit of one of two namesakes while nothing was mirrored loses nothing', async () => {
  for (const turned of [false, true])
    for (const mode of ['two-way', 'upload', 'download'] as const) {
      const lab = new QuietLab();
      const texts = turned ? ['two', 'one'] : ['one', 'two'];
      for (const text of texts) lab.service.colleague(0).createFile(lab.root, 'twin.csv', bytes(text));
      const ada = await lab.computer('Ada');
      await lab.syncTwice(ada);
      lab.save(ada, { 'twin (2).csv': 'new' });
      await again(lab, ada, 'mirror added again', mode);
      for (let turn = 0; turn < 4; turn++) await lab.syncTwice(ada);
      const there = lab.service.sights.tree(lab.root).flatMap(({ id }) => versionsOf(lab, id));
      expect([mode, Object.values(ada.texts())]).toEqual([mode, expect.arrayContaining(['new'])]);
      expect([mode, there]).toEqual([mode, expect.arrayContaining(['one', 'two'])]);
      expect(await lab.syncTwice(ada)).toMatchObject({ sent: 0, received: 0, moved: 0 });
    }
});

test.each(['twin.csv', 'twin (2).csv'])(
  'a namesake that was saved a moment ago (%s) is waited for; neither is fetched beside it or sent once more',
  async name => {
    const lab = new QuietLab();
    const ada = await lab.computer('Ada');
    for (const text of ['first', 'second!']) lab.service.colleague(0).createFile(lab.root, 'twin.csv', bytes(text));
    await lab.sync(ada);
    lab.clock.advanceBy(3_600_000);
    const before = ada.texts();
    await again(lab, ada, 'journal lost');
    await lab.call(ada, 'settings.set', { name: 'settleMs', value: '5000' });
    lab.save(ada, { [name]: before[name] ?? '' });
    for (let turn = 0; turn < 2; turn++) {
      expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, conflicted: [], blocked: [] });
      lab.clock.advanceBy(60_000);
    }
    expect(ada.texts()).toEqual(before);
    expect(lab.service.sights.history()).toHaveLength(2);
  },
);

test.each(['two-way', 'upload'] as const)(
  'a file that the service has twice by now is known by its bytes when the mirror is added again, %s',
  async mode => {
    for (const order of ['name', 'shuffled'] as const)
      for (const leftOut of [[], ['fileSize']] as const) {
        const lab = new QuietLab();
        lab.service.change({ leftOut: [...leftOut] });
        const ada = await lab.computer('Ada', {}, mode);
        lab.save(ada, { 'twin.csv': 'our' });
        await lab.syncTwice(ada);
        lab.service.change({ listingOrder: order });
        await lab.call(ada, 'mirrors.remove', { id: 'm1' });
        for (const text of ['one', 'two', 'three'])
          lab.service.colleague(0).createFile(lab.root, 'twin.csv', bytes(text));
        await lab.call(ada, 'mirrors.add', { remote: lab.root, local: FOLDER, mode });
        for (let turn = 0; turn < 4; turn++)
          expect(await lab.syncTwice(ada)).toMatchObject({ sent: 0, conflicted: [], blocked: [] });
        expect(ada.texts()['twin.csv']).toBe('our');
        expect(Object.keys(ada.texts())).toHaveLength(mode === 'upload' ? 1 : 4);
        expect(lab.service.sights.history()).toHaveLength(4);
      }
  },
);

test('the third of three namesakes is known by its number when the first two are gone', async () => {
  const lab = new QuietLab();
  const colleague = lab.service.colleague(0);
  const texts = ['one', 'twenty', 'six'];
  const ids = new Map(texts.map(text => [text, colleague.createFile(lab.root, 'twin.csv', bytes(text))]));
  const ada = await lab.computer('Ada');
  await lab.syncTwice(ada);
  const third = ada.texts()['twin (3).csv'] ?? '';
  for (const text of texts) if (text !== third) colleague.removeFile(ids.get(text) ?? '');
  for (let turn = 0; turn < 3; turn++) await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'twin.csv': third });
  ada.disk.tree.rename(`${FOLDER}/twin.csv`, `${FOLDER}/twin (3).csv`);
  await again(lab, ada, 'journal lost');
  for (let turn = 0; turn < 3; turn++) expect(await lab.syncTwice(ada)).toMatchObject({ sent: 0, received: 0 });
  expect(ada.texts()).toEqual({ 'twin.csv': third });
  expect(lab.there()).toEqual({ 'twin.csv': third });
});

test.each(
  HOWS.flatMap(how => [
    [how, 'before', true] as const,
    [how, 'before', false] as const,
    [how, 'after', true] as const,
    [how, 'after', false] as const,
  ]),
)(
  'a name with a number that the service has, too, does not stand in the way when a %s (added %s that)',
  async (how, when, isFirst) => {
    for (const leftOut of [[], ['fileSize']] as const) {
      const lab = new QuietLab();
      const colleague = lab.service.colleague(0);
      lab.service.change({ leftOut: [...leftOut] });
      const [first] = ['one', 'two'].map(text => colleague.createFile(lab.root, 'twin.csv', bytes(text)));
      const ada = await lab.computer('Ada');
      await lab.syncTwice(ada);
      expect(ada.texts()).toEqual({ 'twin.csv': 'one', 'twin (2).csv': 'two' });
      if (isFirst) colleague.removeFile(first ?? '');
      const add = (): void => void colleague.createFile(lab.root, 'twin (2).csv', bytes('six'));
      if (when === 'before') add();
      for (let turn = 0; turn < 3; turn++) await lab.syncTwice(ada);
      await again(lab, ada, how);
      if (when === 'after') add();
      for (let turn = 0; turn < 4; turn++)
        expect(await lab.syncTwice(ada)).toMatchObject({ sent: 0, conflicted: [], blocked: [] });
      expect(Object.values(ada.texts()).sort()).toEqual(isFirst ? ['six', 'two'] : ['one', 'six', 'two']);
      expect(lab.service.sights.history()).toHaveLength(3);
    }
  },
);
