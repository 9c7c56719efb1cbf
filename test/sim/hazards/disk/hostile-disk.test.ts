import { expect, test } from 'vitest';

import type { Log, LogFields } from '../../../../main/ports/log.ts';
import { FaultError } from '../../../../shared/fault.ts';
import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { bytes, idOf } from '../../lab/altered-answers.ts';

const at = (name: string): string => `${FOLDER}/${name}`;

async function labWith(files: Readonly<Record<string, string>>): Promise<{ lab: QuietLab; ada: Computer }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, files);
  await lab.sync(ada);
  lab.clock.advanceBy(60_000);
  return { lab, ada };
}

test('a file of a terabyte of holes is said and not sent, the others go on, and filled it is sent [L13]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  const disk = ada.disk.tree.write(at('disk.img'), 'what is in it');
  disk.isHollow = true;
  lab.save(ada, { 'b.csv': 'two' });
  const report = await lab.sync(ada);
  expect(report.blocked).toMatchObject([{ path: 'disk.img', reason: 'disk-refused' }]);
  expect(report.blocked[0]?.text).toContain('nearly all of it is empty');
  expect(lab.there()).toEqual({ 'a.csv': 'one', 'b.csv': 'two' });
  delete disk.isHollow;
  expect(await lab.sync(ada)).toMatchObject({ sent: 1, blocked: [] });
});

test('a file that becomes a terabyte of holes is not taken for removed [L13]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one', 'b.csv': 'two' });
  const file = ada.disk.tree.write(at('a.csv'), 'holes');
  file.isHollow = true;
  expect(await lab.syncTwice(ada)).toMatchObject({ sent: 0, removed: 0 });
  expect(lab.there()).toEqual({ 'a.csv': 'one', 'b.csv': 'two' });
});

test.each(Array.from({ length: 14 }, (_, roomBytes) => roomBytes))(
  'a disk that is full after %i more bytes keeps the old file whole, and gets the new one when there is room',
  async roomBytes => {
    const { lab, ada } = await labWith({ 'a.csv': 'old', 'b.csv': 'old too' });
    lab.service.colleague(0).editFile(idOf(lab, 'a.csv'), bytes('new and longer'));
    lab.service.colleague(0).createFile(lab.root, 'c.csv', bytes('fourteen bytes'));
    lab.save(ada, { 'b.csv': 'mine' });
    const free = ada.disk.freeBytes;
    lab.scheduler.mischief = ({ label, when }) => {
      // It fills up after we made sure that there is room.
      if (when === 'before' && label.startsWith('disk.stage ')) ada.disk.freeBytes = roomBytes;
      return undefined;
    };
    const report = await lab.sync(ada);
    expect(ada.texts()).toEqual({ 'a.csv': 'old', 'b.csv': 'mine' });
    expect(report.blocked.map(({ reason }) => reason)).toContain('disk-full');
    expect(lab.there()['b.csv']).toBe('mine');
    lab.scheduler.mischief = () => undefined;
    ada.disk.freeBytes = free;
    lab.clock.advanceBy(3_600_000);
    expect(await lab.syncTwice(ada)).toMatchObject({ blocked: [] });
    expect(ada.texts()).toEqual({ 'a.csv': 'new and longer', 'b.csv': 'mine', 'c.csv': 'fourteen bytes' });
    expect(ada.texts()).toEqual(lab.there());
  },
);

const CALLS = ['hash', 'open', 'stage', 'finish', 'place', 'move', 'store', 'makeFolder', 'removeFolder', 'read'];

test.each(CALLS.flatMap(call => ['EIO', 'EROFS', 'EACCES'].map(code => [call, code] as const)))(
  'a disk whose %s ends in %s loses nothing, and goes on when it is well again',
  async (call, code) => {
    const { lab, ada } = await labWith({ 'a.csv': 'one', 'raw/b.csv': 'two', 'c.csv': 'three', 'old/d.csv': 'four' });
    const colleague = lab.service.colleague(0);
    colleague.editFile(idOf(lab, 'a.csv'), bytes('edited there'));
    colleague.renameFile(idOf(lab, 'c.csv'), 'renamed.csv');
    colleague.createFile(colleague.createFolder(lab.root, 'new'), 'e.csv', bytes('five'));
    colleague.archiveFolder(idOf(lab, 'old'));
    lab.save(ada, { 'raw/b.csv': 'edited here', 'f.csv': 'six' });
    let failures = 0;
    lab.scheduler.mischief = ({ label, when }) => {
      if (when !== 'before' || !label.startsWith(`disk.${call} `)) return undefined;
      failures += 1;
      return { do: 'fail', error: new FaultError({ kind: 'disk-refused', path: label, code }) };
    };
    for (let turn = 0; turn < 3; turn++) await lab.syncTwice(ada);
    expect(failures).toBeGreaterThan(0);
    const kept = [...Object.values(ada.texts()), ...Object.values(lab.there()), ...ada.stored()];
    for (const text of ['two', 'four']) expect([...kept, 'two']).toContain(text);
    for (const text of ['edited here', 'six', 'edited there', 'three', 'five']) expect(kept).toContain(text);
    lab.scheduler.mischief = () => undefined;
    for (let turn = 0; turn < 4; turn++) {
      lab.clock.advanceBy(3_600_000);
      await lab.syncTwice(ada);
    }
    expect(ada.texts()).toEqual({
      'a.csv': 'edited there',
      'f.csv': 'six',
      'new/e.csv': 'five',
      'raw/b.csv': 'edited here',
      'renamed.csv': 'three',
    });
    expect(lab.there()).toEqual(ada.texts());
    expect(ada.stored()).toContain('four');
  },
);

test('what a disk refuses at every pass is logged once, and once more when it comes back', async () => {
  const { lab, ada } = await labWith({ 'c.csv': 'three' });
  const events: string[] = [];
  const note = (event: string, fields?: LogFields): void => void events.push(`${event} ${fields?.['fault'] ?? ''}`);
  const log: Log = { error: note, info: note, debug: () => undefined, with: () => log };
  ada.further = { log };
  ada.crash();
  await lab.drive(ada.start());
  const refuse = async (fault: ConstructorParameters<typeof FaultError>[0], name: string): Promise<void> => {
    lab.service.colleague(0).renameFile(idOf(lab, 'c.csv'), name);
    lab.scheduler.mischief = ({ label, when }) =>
      when === 'before' && /^disk\.(?:move|entry) /.test(label)
        ? { do: 'fail', error: new FaultError(fault) }
        : undefined;
    for (let turn = 0; turn < 20; turn++) await lab.syncTwice(ada);
    lab.scheduler.mischief = () => undefined;
    lab.clock.advanceBy(3_600_000);
    await lab.syncTwice(ada);
    lab.service.colleague(0).renameFile(idOf(lab, name), 'c.csv');
    await lab.syncTwice(ada);
  };
  await refuse({ kind: 'disk-refused', path: 'c.csv', code: 'EINVAL' }, 'one.csv');
  const opens = (): readonly string[] => events.filter(event => event.startsWith('intent.open'));
  expect(opens()).toEqual(['intent.open disk-refused']);
  await refuse({ kind: 'disk-refused', path: 'c.csv', code: 'EINVAL' }, 'two.csv');
  expect(opens().length).toBe(2);
  expect(ada.texts()).toEqual({ 'c.csv': 'three' });
});

test('a tree of three hundred folders within each other comes and goes both ways [L20]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const deep = Array.from({ length: 300 }, () => 'd').join('/');
  lab.save(ada, { [`${deep}/a.csv`]: 'deep' });
  await lab.sync(ada);
  expect(lab.there()).toEqual({ [`${deep}/a.csv`]: 'deep' });
  const ben = await lab.computer('Ben');
  await lab.sync(ben);
  expect(ben.texts()).toEqual({ [`${deep}/a.csv`]: 'deep' });
  lab.save(ben, { [`${deep}/a.csv`]: 'edited' });
  await lab.sync(ben);
  await lab.sync(ada);
  expect(ada.texts()).toEqual({ [`${deep}/a.csv`]: 'edited' });
  ada.disk.tree.rename(at('d'), at('renamed'));
  await lab.sync(ada);
  await lab.sync(ben);
  expect(Object.keys(ben.texts())).toEqual([`renamed${deep.slice(1)}/a.csv`]);
});

test.each([
  ['EACCES', 'after a while', false],
  ['EIO', 'when it is asked for', true],
] as const)(
  'a file that cannot be read (%s) is named, the others go on, and it is tried again %s',
  async (code, _, isAsked) => {
    const { lab, ada } = await labWith({ 'a.csv': 'one', 'b.csv': 'two' });
    lab.save(ada, { 'a.csv': 'edited', 'b.csv': 'edited too', 'c.csv': 'new', 'd.csv': 'new too' });
    lab.service.colleague(0).createFile(lab.root, 'e.csv', bytes('theirs'));
    for (const name of ['a.csv', 'c.csv']) ada.disk.tree.refuse(at(name), code);
    for (let turn = 0; turn < 3; turn++) {
      const report = await lab.syncTwice(ada);
      expect(report.stopped).toBeNull();
      expect(report.blocked.map(({ path, reason }) => [path, reason])).toEqual([
        ['a.csv', 'disk-refused'],
        ['c.csv', 'disk-refused'],
      ]);
      expect(report.held).toEqual([]);
      expect(lab.there()).toEqual({ 'a.csv': 'one', 'b.csv': 'edited too', 'd.csv': 'new too', 'e.csv': 'theirs' });
    }
    expect(ada.texts()).toMatchObject({ 'e.csv': 'theirs' });
    // As when what was in the way is not in the file, such as another program's lock on it.
    for (const name of ['a.csv', 'c.csv']) {
      const node = ada.disk.tree.find(at(name));
      if (node?.kind === 'file') node.refusal = null;
    }
    if (isAsked) await lab.call(ada, 'problems.retry', { id: null });
    else lab.clock.advanceBy(3_600_000);
    expect(await lab.sync(ada)).toMatchObject({ blocked: [], held: [], sent: 2 });
    expect(lab.there()).toEqual(ada.texts());
    expect(ada.texts()).toMatchObject({ 'a.csv': 'edited', 'c.csv': 'new' });
  },
);

test.each([
  ['link', 'it is a link, a device or a pipe', 0],
  ['pl\uFFFDte.csv', 'its name is not UTF-8', 1],
])(
  'a thing that can never be sent (%s) is skipped with its own sentence, and is no trouble',
  async (name, why, open) => {
    const { lab, ada } = await labWith({ 'a.csv': 'one' });
    ada.disk.tree.putOther(at(name));
    for (let turn = 0; turn < 2; turn++) {
      const { blocked, held } = await lab.syncTwice(ada);
      expect(blocked).toEqual([]);
      // A link is no content that waits; a file with such a name is.
      expect(held).toHaveLength(open);
      const [problem, ...more] = await lab.call(ada, 'problems.list', null);
      expect([problem, more]).toMatchObject([{ path: name, skipped: true }, []]);
      expect(problem?.text).toContain(`'${name}' is skipped by rule: ${why}`);
      expect(problem?.text).not.toContain('permissions');
      await lab.call(ada, 'problems.retry', { id: null });
    }
  },
);

test('a file that cannot be read because too many are open is told as that, and tried again in seconds', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  lab.save(ada, { 'b.csv': 'new' });
  ada.disk.tree.refuse(at('b.csv'), 'EMFILE');
  for (let turn = 0; turn < 6; turn++) {
    const [problem] = (await lab.syncTwice(ada)).blocked;
    expect(problem?.text).toContain('too many files open');
    lab.clock.advanceBy(6000);
  }
  ada.disk.tree.refuse(at('b.csv'), null);
  lab.clock.advanceBy(6000);
  expect(await lab.sync(ada)).toMatchObject({ sent: 1, blocked: [] });
});

test.each([
  [
    'removed',
    (lab: QuietLab, file: string): void => {
      lab.service.colleague(0).removeFile(file);
    },
  ],
  [
    'edited',
    (lab: QuietLab, file: string): void => {
      lab.service.colleague(0).editFile(file, bytes('theirs'));
    },
  ],
  [
    'renamed',
    (lab: QuietLab, file: string): void => {
      lab.service.colleague(0).renameFile(file, 'z.csv');
    },
  ],
] as const)('an edit that cannot be read is kept while its file is %s at the service [W8]', async (_, act) => {
  const { lab, ada } = await labWith({ 'a.csv': 'one', 'b.csv': 'two' });
  lab.save(ada, { 'a.csv': 'edited' });
  ada.disk.tree.refuse(at('a.csv'), 'EACCES');
  act(lab, idOf(lab, 'a.csv'));
  for (let turn = 0; turn < 4; turn++) {
    await lab.syncTwice(ada);
    lab.clock.advanceBy(60_000);
    expect(Object.values(ada.texts())).toContain('edited');
  }
  ada.disk.tree.refuse(at(Object.entries(ada.texts()).find(([, text]) => text === 'edited')?.[0] ?? ''), null);
  for (let turn = 0; turn < 4; turn++) {
    lab.clock.advanceBy(3_600_000);
    await lab.syncTwice(ada);
  }
  expect(Object.values(lab.there())).toContain('edited');
  expect(ada.texts()).toEqual(lab.there());
  expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
});
