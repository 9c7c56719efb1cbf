import { expect, test } from 'vitest';

import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { bytes, versionsOf } from '../../lab/altered-answers.ts';

/** Names that have broken other programs, each with what it is called here. */
const NAMES: readonly (readonly [remote: string, local: string])[] = [
  ['plate 7.csv', 'plate 7.csv'],
  ['a/b.csv', 'a\u2215b.csv'],
  ['../../etc/passwd', '..\u2215..\u2215etc\u2215passwd'],
  ['..', '\u2024\u2024'],
  ['.', '\u2024'],
  ['C:\\Windows\\a.csv', 'C:\u29f5Windows\u29f5a.csv'],
  ['CON', 'CON'],
  ['nul.txt', 'nul.txt'],
  ['COM1.csv', 'COM1.csv'],
  ['a.csv:stream', 'a.csv:stream'],
  ['what? <is> "this" | that*', 'what? <is> "this" | that*'],
  ['trailing dot.', 'trailing dot.'],
  ['trailing space ', 'trailing space '],
  [' leading space', ' leading space'],
  ['...', '...'],
  ['-rf', '-rf'],
  ['$(touch x) `y`', '$(touch x) `y`'],
  ['new\nline\ttab\rreturn', 'new\u240aline\u2409tab\u240dreturn'],
  ['esc\u001b[31m', 'esc\u241b[31m'],
  ['invoice\u202evsc.pdf', 'invoice\u2426vsc.pdf'],
  ['cafe\u0301.csv', 'cafe\u0301.csv'],
  ['e\u0301'.repeat(120), 'e\u0301'.repeat(85)],
  [`${'\u00e9'.repeat(200)}.csv`, `${'\u00e9'.repeat(125)}.csv`],
  ['\u{1f52c}'.repeat(80), '\u{1f52c}'.repeat(63)],
  [`${'\u5b9f\u9a13'.repeat(60)}.csv`, `${'\u5b9f\u9a13'.repeat(41)}\u5b9f.csv`],
];

const at = (name: string): string => `${FOLDER}/${name}`;
const UNSAFE = /[/\p{Cc}\u2028-\u202e\u2066-\u2069]/u;

/** Every request that would change something at the service. */
function writesOf(lab: QuietLab): string[] {
  const writes: string[] = [];
  lab.trouble = ({ method, url }) => {
    if (method !== 'GET') writes.push(`${method} ${url}`);
    return null;
  };
  return writes;
}

function namesAt(lab: QuietLab): readonly string[] {
  return lab.service.sights.files().flatMap(({ name, removed }) => (removed ? [] : [name]));
}

async function settle(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await lab.syncTwice(ada);
}

test.each(NAMES)('%j is safe, stays, and is never sent back changed [X2]', async (remote, local) => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const colleague = lab.service.colleague(0);
  const document = colleague.createFile(lab.root, remote, bytes('one'));
  const writes = writesOf(lab);
  await settle(lab, ada);
  expect(ada.texts()).toEqual({ [local]: 'one' });
  expect(local).not.toMatch(UNSAFE);
  expect(Buffer.byteLength(local)).toBeLessThanOrEqual(255);
  await lab.drive(ada.start());
  await settle(lab, ada);
  expect(writes).toEqual([]);
  lab.save(ada, { [local]: 'two' });
  await settle(lab, ada);
  expect(versionsOf(lab, document)).toEqual(['one', 'two']);
  expect(namesAt(lab)).toEqual([remote]);
  colleague.editFile(document, bytes('three'));
  await settle(lab, ada);
  expect(ada.texts()).toEqual({ [local]: 'three' });
  ada.disk.tree.rename(at(local), at('plain.csv'));
  await settle(lab, ada);
  expect(namesAt(lab)).toEqual(['plain.csv']);
  colleague.renameFile(document, remote);
  await settle(lab, ada);
  expect(ada.texts()).toEqual({ [local]: 'three' });
  expect(namesAt(lab)).toEqual([remote]);
});

test.each(NAMES)('a folder named %j is safe, stays, and takes what is put into it [X2]', async (remote, local) => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const folder = lab.service.colleague(0).createFolder(lab.root, remote);
  lab.service.colleague(0).createFile(folder, 'a.csv', bytes('one'));
  await settle(lab, ada);
  expect(ada.texts()).toEqual({ [`${local}/a.csv`]: 'one' });
  const writes = writesOf(lab);
  await lab.drive(ada.start());
  await settle(lab, ada);
  expect(writes).toEqual([]);
  lab.save(ada, { [`${local}/b.csv`]: 'two' });
  await settle(lab, ada);
  expect(Object.values(lab.there())).toEqual(['one', 'two']);
  expect(lab.service.sights.folders().map(({ name }) => name)).toContain(remote);
});

test.each(NAMES)('two of the name %j are told apart, and each gets its own edits', async (remote, local) => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const colleague = lab.service.colleague(0);
  const files = [
    colleague.createFile(lab.root, remote, bytes('first')),
    colleague.createFile(lab.root, remote, bytes('second')),
  ];
  await settle(lab, ada);
  const names = Object.keys(ada.texts());
  expect(names).toHaveLength(2);
  expect(names).toContain(local);
  for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  await lab.drive(ada.start());
  for (const [name, text] of Object.entries(ada.texts())) lab.save(ada, { [name]: `${text} edited` });
  await settle(lab, ada);
  expect(Object.keys(ada.texts()).toSorted()).toEqual(names.toSorted());
  expect(files.map(file => versionsOf(lab, file))).toEqual([
    ['first', 'first edited'],
    ['second', 'second edited'],
  ]);
  expect(namesAt(lab)).toEqual([remote, remote]);
});

const TWINS: readonly (readonly [one: string, other: string])[] = [
  ['a.csv', 'A.csv'],
  ['caf\u00e9.csv', 'cafe\u0301.csv'],
  ['stra\u00dfe.csv', 'STRASSE.csv'],
  ['a/b.csv', 'a\u2215b.csv'],
  ['a\u202eb', 'a\u2066b'],
  [`${'\u00e9'.repeat(200)}1`, `${'\u00e9'.repeat(200)}2`],
];

test.each(TWINS)('%j and %j are two files, whatever they look like', async (one, other) => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const colleague = lab.service.colleague(0);
  colleague.createFile(lab.root, one, bytes('one'));
  colleague.createFile(lab.root, other, bytes('other'));
  const writes = writesOf(lab);
  await settle(lab, ada);
  expect(Object.values(ada.texts()).toSorted()).toEqual(['one', 'other']);
  await lab.drive(ada.start());
  await settle(lab, ada);
  expect(writes).toEqual([]);
});

test('names that differ in case only stay as they are where the disk tells case apart', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  for (const name of ['a.csv', 'A.csv']) lab.service.colleague(0).createFile(lab.root, name, bytes(name));
  await settle(lab, ada);
  expect(ada.texts()).toEqual({ 'A.csv': 'A.csv', 'a.csv': 'a.csv' });
});

test('two files here whose names differ only in how an accent is written are two files everywhere [L17]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'caf\u00e9.csv': 'one', 'cafe\u0301.csv': 'other' });
  await settle(lab, ada);
  expect(namesAt(lab)).toEqual(['caf\u00e9.csv', 'caf\u00e9.csv']);
  expect(Object.values(ada.texts()).toSorted()).toEqual(['one', 'other']);
  const ben = await lab.computer('Ben');
  await settle(lab, ben);
  expect(Object.values(ben.texts()).toSorted()).toEqual(['one', 'other']);
  await settle(lab, ada);
  const named = (texts: Readonly<Record<string, string>>): unknown =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name.normalize('NFC'), text]));
  expect(named(ada.texts())).toEqual(named(ben.texts()));
  expect(Object.keys(ben.texts())).toEqual(['caf\u00e9 (2).csv', 'caf\u00e9.csv']);
});

test('a number that told twins apart goes when the twin goes, and nothing is sent [R14]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const colleague = lab.service.colleague(0);
  const files = ['first', 'second'].map(text => [text, colleague.createFile(lab.root, 'a.csv', bytes(text))] as const);
  await settle(lab, ada);
  const numbered = ada.texts()['a (2).csv'];
  for (const [text, id] of files) if (text !== numbered) colleague.removeFile(id);
  const writes = writesOf(lab);
  await settle(lab, ada);
  expect(ada.texts()).toEqual({ 'a.csv': numbered });
  await lab.drive(ada.start());
  await settle(lab, ada);
  expect(writes).toEqual([]);
  expect(namesAt(lab)).toEqual(['a.csv']);
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, moved: 0 });
});
