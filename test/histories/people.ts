import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { ServiceClient } from '../end-to-end/service-client.ts';
import { StaleBase } from '../end-to-end/service-client.ts';
import type { Dice } from '../sim/fakes/dice.ts';
import type { Book } from './written-contents.ts';
import { moveTo, read, saveBeside, saveInPlace, takeAway } from './person-programs.ts';
import type { Person } from './person-programs.ts';
import type { Machine } from './machine.ts';
import type { Story } from './story.ts';

const NAMES = ['plate.csv', 'notes.md', 'run 7.txt', 'Übersicht.txt', 'gel.png'];
const FOLDERS = ['assays', 'raw', 'old'];
const MOST_LINES = 200;
/** Large files take other ways than small ones: so many lines are 3 to 9 MB. */
const LARGE = { chance: 0.01, from: 100_000, lines: 200_000 } as const;
/** With more than these, people rather remove something: the folder of a long history must not grow without end. */
const MOST_FILES = 40;
const MOST_FOLDERS = 12;
const MOST_EDITS = 3;

/** What the people of a history share. */
export interface Scene {
  readonly dice: Dice;
  readonly book: Book;
  readonly story: Story;
  /** Removals since the last rest: changes that others made to those files before may have gone with them. */
  removals: number;
}

/** A person at a computer does one thing to the mirrored folder. */
export function actHere(machine: Machine, scene: Scene): void {
  const { dice, book, story } = scene;
  const person = { bin: `${machine.folder} (bin)`, book, story };
  const by = machine.name;
  const say = (text: string): void => story.tell(`${machine.name} ${text}`);
  const { files, folders } = listing(machine.folder);
  const at = (path: string): string => join(machine.folder, path);
  const fresh = (names: readonly string[]): string => join(dice.pick(['', ...folders]), dice.pick(names));
  const isThere = (path: string): boolean => existsSync(at(path));
  const saveAt = (path: string): void => {
    if (save(person, at(path), { by, dice })) scene.removals += 1;
  };
  const remove = (path: string): void => {
    scene.removals += 1;
    say(`  gave up ${takeAway(person, at(path)).join(', ')}`);
  };
  const file = files.length === 0 ? null : dice.pick(files);
  const deed = files.length > MOST_FILES ? 9 : dice.below(12);
  if (deed < 3 || file === null) {
    const path = fresh(NAMES);
    if (folders.includes(path)) return;
    say(`WRITE ${path}`);
    return saveAt(path);
  }
  switch (deed) {
    case 3:
    case 4:
    case 5:
      say(`WRITE ${file}`);
      return saveAt(file);
    case 6:
      return read(book, at(file));
    case 7:
    case 8: {
      const from = dice.chance(0.7) || folders.length === 0 ? file : dice.pick(folders);
      const to = fresh(folders.includes(from) ? FOLDERS : NAMES);
      if (isThere(to) || to === from || to.startsWith(`${from}/`)) return;
      say(`MOVE ${from} to ${to}`);
      return moveTo(at(from), at(to));
    }
    case 9:
      say(`DELETE ${file}`);
      return remove(file);
    case 10: {
      if (folders.length === 0 || dice.chance(0.5)) return;
      const folder = dice.pick(folders);
      say(`DELETE ${folder}`);
      return remove(folder);
    }
    default: {
      const path = fresh(FOLDERS);
      if (isThere(path) || folders.length >= MOST_FOLDERS) return;
      say(`MKDIR ${path}`);
      mkdirSync(at(path));
    }
  }
}

function linesOf(dice: Dice): number {
  return dice.chance(LARGE.chance) ? LARGE.from + dice.below(LARGE.lines) : dice.below(MOST_LINES);
}

/** In place as an instrument does, or beside it as an office program does. */
function save(person: Person, path: string, { by, dice }: { by: string; dice: Dice }): boolean {
  const { book } = person;
  const isInPlace = dice.chance(0.5);
  const content = book.write(by, linesOf(dice));
  try {
    if (!isInPlace) return saveBeside(person, path, content);
    saveInPlace(person, path, content);
    return false;
  } catch (error) {
    // The file's folder was removed before the save: the program reports an error, and the person knows.
    book.giveUp(content);
    throw error;
  }
}

/** Every file and folder of a mirrored folder, by path. */
export function listing(folder: string): { readonly files: readonly string[]; readonly folders: readonly string[] } {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(entry => ({
      path: join(entry.parentPath, entry.name).slice(folder.length + 1),
      isFolder: entry.isDirectory(),
    }))
    .filter(({ path }) => path !== '.benchtop' && !path.startsWith('.benchtop/'))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const paths = (isFolder: boolean): readonly string[] =>
    all.flatMap(one => (one.isFolder === isFolder ? [one.path] : []));
  return { files: paths(false), folders: paths(true) };
}

/** A colleague, or an agent, does one thing at the service. What meets a fault may have happened or not. */
export async function actThere(client: ServiceClient, root: string, scene: Scene): Promise<void> {
  try {
    await deedThere(client, root, scene);
  } catch (error) {
    scene.story.tell(
      `the colleague was not answered: ${error instanceof Error ? error.message.slice(0, 100) : 'unknown'}`,
    );
  }
}

async function deedThere(client: ServiceClient, root: string, scene: Scene): Promise<void> {
  const { dice, book, story } = scene;
  const say = (text: string): void => story.tell(`colleague ${text}`);
  const folders = [...(await client.folders(root))];
  const [, into] = dice.pick([['', root] as const, ...folders]);
  const name = dice.pick(NAMES);
  const unsurely = async (work: (content: string) => Promise<unknown>): Promise<void> => {
    const content = book.write('colleague', linesOf(dice));
    say(`  ${book.textOf(content)}`);
    await work(content).catch((error: unknown) => {
      book.giveUp(content);
      throw error;
    });
  };
  const files = [...(await client.files(root))];
  if (files.some(([, { text }]) => book.textOf(text) === null)) throw new Error('a web page came for a file');
  const deed = files.length > MOST_FILES ? 8 : dice.below(10);
  if (deed < 3 || files.length === 0) {
    say(`WRITE ${name}`);
    return unsurely(content => client.upload(into, name, content));
  }
  const [path, file] = dice.pick(files);
  const [folderPath, folder] = folders.length === 0 ? ['', ''] : dice.pick(folders);
  if (deed < 6) {
    say(`WRITE ${path}`);
    return editThere(client, file.id, scene);
  }
  if (deed === 6) {
    say(`RENAME ${path} to ${name}`);
    return client.renameFile(file.id, name);
  }
  if (deed === 7) {
    say(`MOVE ${path}`);
    return client.moveFile(file.id, into);
  }
  if (deed === 8 || folder === '') {
    if (dice.chance(0.5) && folders.length < MOST_FOLDERS)
      return void (await client.makeFolder(dice.pick(FOLDERS), into));
    say(`DELETE ${path}`);
    scene.removals += 1;
    say(`  gave up ${book.textOf(file.text)}`);
    book.giveUp(file.text);
    return client.removeFile(file.id);
  }
  if (dice.chance(0.6)) return client.renameFolder(folder, dice.pick(FOLDERS));
  say(`DELETE ${folderPath}`);
  scene.removals += 1;
  for (const [inner, { text }] of files) if (inner.startsWith(`${folderPath}/`)) book.giveUp(text);
  return client.archiveFolder(folder);
}

/** Over what the colleague has read, never over a newer version: then they read again and save another text. */
async function editThere(client: ServiceClient, id: string, { dice, book, story }: Scene): Promise<void> {
  for (let tries = 1; tries <= MOST_EDITS; tries++) {
    const { base, text } = await client.latest(id);
    if (book.textOf(text) === null) throw new Error('no whole file came');
    const content = book.write('colleague', linesOf(dice));
    try {
      await client.edit(id, content, base);
      story.tell(`  ${book.textOf(content)} over ${book.textOf(text)}`);
      return book.giveUp(text);
    } catch (error) {
      book.giveUp(content);
      if (!(error instanceof StaleBase)) {
        // It may have happened all the same.
        book.giveUp(text);
        throw error;
      }
      story.tell('the colleague reads again, because somebody saved meanwhile');
    }
  }
}
