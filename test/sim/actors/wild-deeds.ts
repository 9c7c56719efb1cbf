import { withoutAnyNumber } from '../../../main/core/names/local-names.ts';
import type { Computer } from '../world/computer.ts';
import { FOLDER } from '../world/computer.ts';
import { entryOf } from '../fakes/fake-disk-parts.ts';
import type { Dice } from '../fakes/dice.ts';
import type { FakeService } from '../service/fake-service.ts';
import type { FakeTree } from '../fakes/fake-tree.ts';
import type { Ledger } from '../world/ledger.ts';
import { giveUpThere } from '../world/removed-there.ts';
import type { Story } from './actors.ts';
import type { Colleague } from '../service/colleague.ts';
import type { TreeEntry } from '../service/service-tree.ts';
import type { Witness } from '../world/witness.ts';

/** What the less usual deeds at a computer need. */
interface Bench {
  readonly tree: FakeTree;
  readonly dice: Dice;
  readonly ledger: Ledger;
  readonly by: string;
  /** Paths inside the folder. */
  readonly files: readonly string[];
  readonly folders: readonly string[];
  readonly say: (text: string) => void;
  readonly witness: Witness;
}

/** A person at a computer does something less usual, at one stroke. */
export function actWildlyAt(computer: Computer, dice: Dice, notes: { ledger: Ledger; story: Story }): void {
  const files = Object.keys(computer.texts());
  const folders = foldersIn(computer.disk.tree, '');
  const say = (text: string): void => notes.story(`${computer.name}: ${text}`);
  const { name: by, witness } = computer;
  const bench = { tree: computer.disk.tree, dice, ledger: notes.ledger, by, files, folders, say, witness };
  dice.pick([swap, swap, recase, turnIntoFolder, turnIntoFile, dig, addMany, removeMany, touch])(bench);
}

function at(path: string): string {
  return `${FOLDER}/${path}`;
}

function swap({ tree, dice, ledger, files, say, witness }: Bench): void {
  if (files.length < 2) return;
  const [one = '', other = ''] = dice.shuffle(files);
  say(`exchanges ${one} and ${other}`);
  const texts = [one, other].map(path => tree.read(at(path)));
  for (const text of texts) ledger.bringBack(text);
  // Identity follows the path: once one of the two is saved again or removed, the other one is the new content of the item at
  // its place, and what it was is gone from its own. Where others moved that on, it comes back from there.
  for (const text of texts) ledger.allowTwice(text);
  const names = [nameIn(one), nameIn(other)];
  if (new Set(names.map(withoutAnyNumber)).size === 1) for (const name of names) witness.noteGiven(name);
  // One of them may have got another name before, and gets its own with a number now.
  for (const path of [one, other]) {
    const node = tree.find(at(path));
    const to = nameIn(path === one ? other : one);
    if (node !== null) witness.noteNamed(entryOf(to, node).key, to);
  }
  tree.rename(at(one), '/home/aside');
  tree.rename(at(other), at(one));
  tree.rename('/home/aside', at(other));
}

/** Only the case of the name changes. */
function recase({ tree, dice, files, say }: Bench): void {
  if (files.length === 0) return;
  const path = dice.pick(files);
  const slash = path.lastIndexOf('/') + 1;
  const name = path.slice(slash);
  const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  const to = path.slice(0, slash) + other;
  if (tree.find(at(to)) !== null) return;
  say(`renames ${path} to ${to}`);
  tree.rename(at(path), at(to));
}

function turnIntoFolder({ tree, dice, ledger, by, files, say }: Bench): void {
  if (files.length === 0) return;
  const path = dice.pick(files);
  say(`puts a folder in the place of ${path}`);
  ledger.giveUp(tree.read(at(path)));
  tree.remove(at(path));
  tree.write(at(`${path}/inside.txt`), ledger.write(by));
}

function turnIntoFile({ tree, dice, ledger, by, files, folders, say }: Bench): void {
  if (folders.length === 0) return;
  const path = dice.pick(folders);
  say(`puts a file in the place of the folder ${path}`);
  for (const file of files) if (file.startsWith(`${path}/`)) ledger.giveUp(tree.read(at(file)));
  tree.remove(at(path));
  tree.write(at(path), ledger.write(by));
}

function dig({ tree, dice, ledger, by, folders, say }: Bench): void {
  const path = [...(folders.length === 0 ? [] : [dice.pick(folders)]), 'deep', 'deeper', 'deepest', 'end.txt'].join(
    '/',
  );
  if (path.split('/').some((_, index, names) => tree.find(at(names.slice(0, index + 1).join('/')))?.kind === 'file'))
    return;
  if (tree.find(at(path))?.kind === 'folder') return;
  say(`writes ${path}`);
  ledger.giveUp(tree.read(at(path)));
  tree.write(at(path), ledger.write(by));
}

function addMany({ tree, dice, ledger, by, say }: Bench): void {
  const folder = dice.pick(['series', 'run']);
  if (tree.find(at(folder))?.kind === 'file') return;
  say(`writes a dozen files into ${folder}`);
  for (let number = 1; number <= 12; number++) {
    const path = at(`${folder}/${String(number).padStart(3, '0')}.tif`);
    if (tree.find(path)?.kind === 'folder') continue;
    ledger.giveUp(tree.read(path));
    tree.write(path, ledger.write(by));
  }
}

function removeMany({ tree, dice, ledger, files, say }: Bench): void {
  const gone = files.filter(() => dice.chance(0.8));
  say(`removes ${gone.length} files`);
  for (const path of gone) {
    ledger.giveUp(tree.read(at(path)));
    tree.remove(at(path));
  }
}

/** The time changes, the bytes do not. */
function touch({ tree, dice, files, say }: Bench): void {
  if (files.length === 0) return;
  const path = dice.pick(files);
  const text = tree.read(at(path)) ?? '';
  say(`saves ${path} as it was`);
  tree.write(at(path), text);
}

function foldersIn(tree: FakeTree, inside: string): readonly string[] {
  const node = tree.find(at(inside));
  if (node?.kind !== 'folder') return [];
  return [...node.names].flatMap(([name, child]) => {
    if (child.kind !== 'folder' || name === '.benchtop') return [];
    const path = inside === '' ? name : `${inside}/${name}`;
    return [path, ...foldersIn(tree, path)];
  });
}

interface Desk {
  readonly service: FakeService;
  readonly root: string;
  readonly dice: Dice;
  readonly ledger: Ledger;
  readonly colleague: Colleague;
  readonly files: readonly (TreeEntry & { readonly kind: 'file' })[];
  readonly folders: readonly TreeEntry[];
  readonly say: (text: string) => void;
}

/** A colleague does something less usual at the service. */
export function actWildlyThere(
  service: FakeService,
  root: string,
  dice: Dice,
  { ledger, story }: { ledger: Ledger; story: Story },
): void {
  const all = service.sights.tree(root);
  const desk = {
    service,
    root,
    dice,
    ledger,
    colleague: service.colleague(0),
    files: all.filter(entry => entry.kind === 'file'),
    folders: all.filter(entry => entry.kind === 'folder'),
    say: (text: string): void => story(`colleague: ${text}`),
  };
  dice.pick([swapThere, recaseThere, bringBackVersion, addManyThere, removeManyThere, replaceByNamesake])(desk);
}

function swapThere({ dice, colleague, files, say }: Desk): void {
  const [one, other] = dice.shuffle(files);
  if (one === undefined || other === undefined) return;
  say(`exchanges the names of ${one.path} and ${other.path}`);
  colleague.renameFile(one.id, 'aside');
  colleague.renameFile(other.id, nameIn(one.path));
  colleague.renameFile(one.id, nameIn(other.path));
}

function recaseThere({ dice, colleague, files, say }: Desk): void {
  if (files.length === 0) return;
  const file = dice.pick(files);
  say(`renames ${file.path} in capitals`);
  colleague.renameFile(file.id, nameIn(file.path).toUpperCase());
}

/** An old version becomes the head again: what was the head is an old version now. */
function bringBackVersion({ service, dice, ledger, colleague, files, say }: Desk): void {
  if (files.length === 0) return;
  const file = dice.pick(files);
  const versions = service.sights.versionsOf(file.id);
  if (versions.length < 2) return;
  const version = dice.pick(versions.slice(0, -1));
  say(`brings back version ${version.number} of ${file.path}`);
  ledger.giveUp(textOf(file.bytes));
  // A person who copied that older state to another name (a backup, say) keeps it there, too.
  ledger.allowTwice(textOf(version.bytes));
  colleague.restoreVersion(file.id, version.versionId);
}

function addManyThere({ root, ledger, colleague, say }: Desk): void {
  say('adds a dozen files');
  for (let number = 1; number <= 12; number++)
    colleague.createFile(root, `scan ${number}.tif`, bytesOf(ledger.write('colleague')));
}

function removeManyThere({ service, dice, ledger, colleague, files, say }: Desk): void {
  const gone = files.filter(() => dice.chance(0.8));
  say(`removes ${gone.length} files`);
  for (const file of gone) {
    giveUpThere(service, ledger, file);
    colleague.removeFile(file.id);
  }
}

/** The file goes, and another one of its name comes. */
function replaceByNamesake({ service, dice, ledger, colleague, root, files, folders, say }: Desk): void {
  if (files.length === 0) return;
  const file = dice.pick(files);
  const folder = folders.find(({ path }) => path === file.path.slice(0, Math.max(file.path.lastIndexOf('/'), 0)));
  say(`removes ${file.path} and adds another one of its name`);
  giveUpThere(service, ledger, file);
  colleague.removeFile(file.id);
  colleague.createFile(folder?.id ?? root, nameIn(file.path), bytesOf(ledger.write('colleague')));
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
