import { toLocalName } from '../../../main/core/names/local-names.ts';
import { isOnlineOnly } from '../../../main/core/policy/online-only.ts';
import { keyOn } from '../../../main/core/names/volume-names.ts';
import type { Computer } from '../world/computer.ts';
import { FOLDER } from '../world/computer.ts';
import type { Dice } from '../fakes/dice.ts';
import type { FakeService } from '../service/fake-service.ts';
import type { FakeNode, FakeTree } from '../fakes/fake-tree.ts';
import type { Ledger } from '../world/ledger.ts';
import { giveUpThere } from '../world/removed-there.ts';
import type { Colleague } from '../service/colleague.ts';
import type { TreeEntry } from '../service/service-tree.ts';

/** The names that people give. */
export interface Pool {
  readonly names: readonly string[];
  readonly folders: readonly string[];
}

const USUAL: Pool = {
  names: ['plate.csv', 'notes.md', 'run 7.txt', 'gel.png', 'Übersicht.txt', 'a', 'b'],
  folders: ['assays', 'raw', 'old', 'pcr'],
};

/** Tells what a person did, for the story of a run. */
export type Story = (line: string) => void;

/** What is noted about what people do. */
export interface Notes {
  readonly ledger: Ledger;
  readonly story: Story;
  /** The names that people give; the usual ones when it is left out. */
  readonly pool?: Pool | undefined;
  /** The text of a version at the service. */
  readonly textOf?: (version: string) => string | null;
}

/** A person at a computer does one thing to the folder, at one stroke. */
export function actAt(computer: Computer, dice: Dice, notes: Notes): void {
  const { ledger, story, pool = USUAL } = notes;
  const { tree } = computer.disk;
  const say = (text: string): void => story(`${computer.name}: ${text}`);
  const things = listing(computer);
  const files = things.filter(({ node }) => node.kind === 'file').map(({ path }) => path);
  const folders = ['', ...things.filter(({ node }) => node.kind === 'folder').map(({ path }) => path)];
  const into = dice.pick(folders);
  const at = (path: string): string => `${FOLDER}/${path}`;
  // A person cannot give a name that the volume refuses.
  const given = (names: readonly string[]): string => toLocalName(dice.pick(names), tree.names);
  const fresh = (names: readonly string[]): string => (into === '' ? given(names) : `${into}/${given(names)}`);
  switch (dice.below(10)) {
    case 0:
    case 1: {
      const path = fresh(pool.names);
      if (tree.find(at(path))?.kind === 'folder') return;
      ledger.giveUp(tree.read(at(path)));
      giveUpFreed(computer, path, notes);
      say(`writes ${path}`);
      return void tree.write(at(path), ledger.write(computer.name));
    }
    case 2:
    case 3:
    case 4: {
      if (files.length === 0) return;
      const path = dice.pick(files);
      return saveAnew(path, { computer, dice, notes, say });
    }
    case 5: {
      if (files.length === 0) return;
      const path = dice.pick(files);
      say(`removes ${path}`);
      ledger.giveUp(tree.read(at(path)));
      return tree.remove(at(path));
    }
    case 6:
    case 7: {
      if (things.length === 0) return;
      const { path } = dice.pick(things);
      const to = fresh(dice.chance(0.5) ? pool.names : [path.slice(path.lastIndexOf('/') + 1)]);
      return moveHere({ path, to }, { computer, notes, say });
    }
    case 8: {
      const path = fresh(pool.folders);
      if (tree.find(at(path)) !== null) return;
      say(`makes the folder ${path}`);
      return tree.mkdir(at(path));
    }
    default: {
      if (folders.length < 2 || dice.chance(0.6)) return;
      const path = dice.pick(folders.slice(1));
      say(`removes the folder ${path}`);
      for (const thing of things) if (thing.path.startsWith(`${path}/`)) ledger.giveUp(tree.read(at(thing.path)));
      return tree.remove(at(path));
    }
  }
}

/** What is saved where a file was freed becomes its next version: what it was before is given up by that. */
function giveUpFreed(computer: Computer, path: string, { ledger, textOf }: Notes): void {
  const { journal } = computer;
  for (const mirror of journal.mirrors.all())
    for (const item of journal.items.tree(mirror.id, mirror.rootItem).items.values())
      if (isOnlineOnly(item) && isOnePath(computer, journal.pathOf(item.id), path) && item.base?.version)
        ledger.giveUp(textOf?.(item.base.version) ?? null);
}

/** Whether the volume takes two paths for one. */
function isOnePath({ disk }: Computer, one: string, other: string): boolean {
  return keyOn(disk.tree.names, one) === keyOn(disk.tree.names, other);
}

/** Moves or renames something where nothing is, or where only the capitals of its own name change. */
function moveHere(
  { path, to }: { path: string; to: string },
  { computer, notes, say }: { computer: Computer; notes: Notes; say: Story },
): void {
  const { tree } = computer.disk;
  const [from, into] = [`${FOLDER}/${path}`, `${FOLDER}/${to}`];
  const there = tree.find(into);
  const isFolding = tree.names.foldsCase || tree.names.foldsUnicode === true;
  const isItself = there !== null && isFolding && there === tree.find(from);
  if (to === path || to.startsWith(`${path}/`) || (there !== null && !isItself)) return;
  giveUpFreed(computer, to, notes);
  say(`moves ${path} to ${to}`);
  tree.rename(from, into);
}

/** The ways in which programs save: in place, by a new file, or with the old one left beside it as a backup. */
function saveAnew(
  path: string,
  { computer, dice, notes, say }: { computer: Computer; dice: Dice; notes: Notes; say: Story },
): void {
  const { ledger } = notes;
  const { tree } = computer.disk;
  const at = `${FOLDER}/${path}`;
  const text = ledger.write(computer.name);
  if (dice.chance(0.2) && tree.find(`${at}~`) === null) {
    say(`saves ${path} as ${text}, with ${path}~ as its backup`);
    giveUpFreed(computer, `${path}~`, notes);
    ledger.backUp(tree.read(at));
    tree.rename(at, `${at}~`);
    return void tree.save(at, text);
  }
  ledger.giveUp(tree.read(at));
  const inPlace = dice.chance(0.5);
  say(`${inPlace ? 'edits' : 'saves'} ${path} as ${text}`);
  if (inPlace) editInPlace(tree, at, { text, ledger });
  else tree.save(at, text);
}

/** A crash may have left a file a second name, which a person moved elsewhere: it is one file, and both show the text. */
export function editInPlace(tree: FakeTree, at: string, { text, ledger }: { text: string; ledger: Ledger }): void {
  const node = tree.find(at);
  if (node?.kind === 'file' && node.links > 1) ledger.allowTwice(text);
  tree.write(at, text);
}

function listing(computer: Computer): readonly { path: string; node: FakeNode }[] {
  const found: { path: string; node: FakeNode }[] = [];
  const visit = (node: FakeNode, path: string): void => {
    if (node.kind !== 'folder') return;
    for (const [name, child] of node.names) {
      if (name === '.benchtop') continue;
      const below = path === '' ? name : `${path}/${name}`;
      found.push({ path: below, node: child });
      visit(child, below);
    }
  };
  const top = computer.disk.tree.find(FOLDER);
  if (top !== null) visit(top, '');
  return found;
}

/** What a colleague has at hand: the service's files and folders as they are, a folder to put things in, and chance. */
interface Desk {
  readonly service: FakeService;
  readonly root: string;
  readonly dice: Dice;
  readonly ledger: Ledger;
  readonly colleague: Colleague;
  readonly files: readonly (TreeEntry & { readonly kind: 'file' })[];
  readonly folders: readonly TreeEntry[];
  readonly into: string;
  readonly say: (text: string) => void;
  readonly pool: Pool;
}

/** One for each number the dice may show. */
const DEEDS_THERE = [
  addFile,
  addFile,
  editFile,
  editFile,
  renameFile,
  moveFile,
  removeFile,
  makeOrMoveFolder,
  archiveFolder,
] as const;

/** A colleague does one thing at the service. */
export function actThere(
  service: FakeService,
  root: string,
  dice: Dice,
  { ledger, story, pool = USUAL }: Pick<Notes, 'ledger' | 'story' | 'pool'>,
): void {
  const all = service.sights.tree(root);
  const folders = all.filter(entry => entry.kind === 'folder');
  const desk = {
    service,
    root,
    dice,
    ledger,
    colleague: service.colleague(0),
    files: all.filter(entry => entry.kind === 'file'),
    folders,
    into: dice.pick([root, ...folders.map(({ id }) => id)]),
    say: (text: string): void => story(`colleague: ${text}`),
    pool,
  };
  DEEDS_THERE[dice.below(DEEDS_THERE.length)]?.(desk);
}

function addFile({ dice, say, colleague, into, ledger, pool }: Desk): void {
  const name = dice.pick(pool.names);
  say(`adds ${name}`);
  colleague.createFile(into, name, encode(ledger.write('colleague')));
}

function editFile({ dice, say, colleague, files, ledger }: Desk): void {
  if (files.length === 0) return;
  const file = dice.pick(files);
  ledger.giveUp(decode(file.bytes));
  const text = ledger.write('colleague');
  say(`edits ${file.path} as ${text}`);
  colleague.editFile(file.id, encode(text));
}

function renameFile({ dice, say, colleague, files, pool }: Desk): void {
  if (files.length === 0) return;
  const file = dice.pick(files);
  const name = dice.pick(pool.names);
  say(`renames ${file.path} to ${name}`);
  colleague.renameFile(file.id, name);
}

function moveFile({ dice, say, colleague, files, into }: Desk): void {
  if (files.length === 0) return;
  const file = dice.pick(files);
  say(`moves ${file.path}`);
  colleague.moveFile(file.id, into);
}

function removeFile({ service, dice, say, colleague, files, ledger }: Desk): void {
  if (files.length === 0) return;
  const file = dice.pick(files);
  say(`removes ${file.path}`);
  giveUpThere(service, ledger, file);
  colleague.removeFile(file.id);
}

function makeOrMoveFolder(desk: Desk): void {
  const { dice, say, colleague, folders, into, pool } = desk;
  if (folders.length === 0 || dice.chance(0.5)) {
    const name = dice.pick(pool.folders);
    say(`makes the folder ${name}`);
    return void colleague.createFolder(into, name);
  }
  const folder = dice.pick(folders);
  if (!dice.chance(0.5)) return moveFolder(desk, folder);
  const name = dice.pick(pool.folders);
  say(`renames the folder ${folder.path} to ${name}`);
  colleague.renameFolder(folder.id, name);
}

function moveFolder({ root, dice, say, colleague, folders }: Desk, folder: TreeEntry): void {
  const others = folders.filter(({ path }) => path !== folder.path && !path.startsWith(`${folder.path}/`));
  say(`moves the folder ${folder.path}`);
  colleague.moveFolder(folder.id, dice.pick([root, ...others.map(({ id }) => id)]));
}

function archiveFolder({ service, dice, say, colleague, files, folders, ledger }: Desk): void {
  if (folders.length === 0 || dice.chance(0.6)) return;
  const folder = dice.pick(folders);
  say(`archives ${folder.path}`);
  for (const file of files) if (file.path.startsWith(`${folder.path}/`)) giveUpThere(service, ledger, file);
  colleague.archiveFolder(folder.id);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
