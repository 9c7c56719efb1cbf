import { copyFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Computer, type Lab, openLab, settle } from '../benchtop.ts';

// The records of a computer are damaged, cut off, lost, or set back. Its files must not pay for it.

const FILES = 50;

let lab: Lab;

beforeAll(async () => {
  lab = await openLab({ commandsHere: true });
});

afterAll(() => lab.close());

/** Fifty files in step, made here and at the service, and how many versions each has there. */
async function inStep(name: string): Promise<{ computer: Computer; folder: string }> {
  const { owner, knowledgeBase } = lab.service;
  const folder = await owner.makeFolder(name, knowledgeBase);
  const computer = await lab.computer(name);
  await computer.mirror(folder);
  for (let each = 0; each < FILES; each++)
    await computer.write(`plates ${each % 5}/file ${each}.csv`, `text ${each}\n`);
  // Two of one name at the service: one of them has a number here.
  await owner.upload(folder, 'twin.csv', 'first\n');
  await owner.upload(folder, 'twin.csv', 'second\n');
  await settle(computer);
  return { computer, folder };
}

/** Path → text and number of versions, of everything at the service. */
async function atTheService(folder: string): Promise<Map<string, string>> {
  const files = [...(await lab.service.owner.files(folder))];
  const told = files.map(async ([path, { id, text }]) => {
    return [path, `${text} (${await lab.service.owner.versions(id)} versions)`] as const;
  });
  return new Map(await Promise.all(told));
}

const journalOf = ({ data }: Computer): string => join(data, 'journal.db');

const accidents: readonly (readonly [string, (computer: Computer) => Promise<void>])[] = [
  ['overwritten with garbage', computer => writeFile(journalOf(computer), Buffer.alloc(300_000, 'garbage '))],
  ['cut off', computer => truncate(journalOf(computer), 5000)],
  ['deleted', computer => rm(journalOf(computer))],
  [
    'replaced by a backup',
    async ({ data }) => {
      const [backup = ''] = (await readdir(join(data, 'backup'))).sort().reverse();
      await copyFile(join(data, 'backup', backup), join(data, 'journal.db'));
    },
  ],
  ['replaced by an older copy of itself', computer => copyFile(`${journalOf(computer)}.copy`, journalOf(computer))],
];

test.each(accidents)(
  'a journal that was %s: nothing is sent twice, nothing removed, and edits survive [C5, C6, C7]',
  async (how, happen) => {
    const { computer, folder } = await inStep(`bench, ${how}`);
    await copyFile(journalOf(computer), `${journalOf(computer)}.copy`);
    // After the copy and the backup: an edit and a removal that arrive.
    await computer.write('plates 0/file 0.csv', 'edited before\n');
    await computer.remove('plates 1/file 1.csv');
    await settle(computer);
    const [here, there] = [await computer.files(), await atTheService(folder)];
    expect(here.size).toBe(FILES + 1);

    await happen(computer);
    const [equal] = await settle(computer);
    expect(equal).toMatchObject({ code: 0, blocked: [], conflicted: [] });
    expect([await computer.files(), await atTheService(folder)]).toEqual([here, there]);

    // The same again, with an edit that no scan has seen yet.
    await computer.write('plates 2/file 2.csv', 'edited meanwhile\n');
    await happen(computer);
    await settle(computer).catch(() => undefined);
    const texts = [...(await computer.files()).values()];
    expect(texts.length).toBeLessThanOrEqual(FILES + 2);
    expect(texts).toContain('edited meanwhile\n');
    const kept = [...(await lab.service.owner.files(folder)).values()].map(({ text }) => text);
    expect(kept.sort()).toEqual(texts.sort());
  },
  180_000,
);

test('journal and backups are gone: signing in and naming the folder again joins what is equal [C6]', async () => {
  const { computer, folder } = await inStep('bench without anything');
  await rm(journalOf(computer));
  await rm(join(computer.data, 'backup'), { recursive: true });
  const there = await atTheService(folder);
  const key = await readFile(join(computer.data, 'credentials'), 'utf8');
  expect(key).not.toBe('');
  const [person] = lab.service.people;
  await computer.run(['login', '--service', lab.service.baseUrl, '--key-stdin', '--store', 'file'], person.apiKey);
  const added = await computer.run(['mirror', 'add', '--remote', folder, '--local', computer.folder]);
  expect([added.code, added.stderr]).toEqual([0, '']);
  const answer = await computer.sync();
  expect(answer).toMatchObject({ sent: 0, removed: 0, conflicted: [] });
  expect(await atTheService(folder)).toEqual(there);
}, 120_000);
