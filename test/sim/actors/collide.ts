import type { Computer } from '../world/computer.ts';
import { FOLDER } from '../world/computer.ts';
import type { Dice } from '../fakes/dice.ts';
import type { FakeService } from '../service/fake-service.ts';
import type { Ledger } from '../world/ledger.ts';
import { giveUpThere } from '../world/removed-there.ts';
import { editInPlace } from './actors.ts';
import type { Story } from './actors.ts';
import type { TreeEntry } from '../service/service-tree.ts';

/** The same thing at a computer and at the service, and who does something to it. */
interface Collision {
  readonly computer: Computer;
  readonly service: FakeService;
  readonly root: string;
  readonly dice: Dice;
  readonly ledger: Ledger;
  readonly story: Story;
}

type Change = 'same' | 'edit' | 'rename' | 'move' | 'both' | 'remove' | 'swap kind';
const CHANGES: readonly Change[] = ['same', 'edit', 'edit', 'rename', 'move', 'both', 'both', 'remove', 'swap kind'];

/**
 * Two people take the same file or folder in hand at once, each in a way of their own: moves, renames and edits in every
 * combination, which chance alone would hardly bring together.
 */
export function collide(collision: Collision): void {
  const { computer, service, root, dice } = collision;
  const there = service.sights.tree(root).filter(({ path }) => computer.disk.tree.find(`${FOLDER}/${path}`) !== null);
  if (there.length === 0) return;
  const entry = dice.pick(there);
  const isFile = entry.kind === 'file' && computer.disk.tree.find(`${FOLDER}/${entry.path}`)?.kind === 'file';
  const shared = isFile && dice.chance(0.2) ? sharedText(collision.ledger) : null;
  actThere(collision, entry, shared);
  actHere(collision, entry, shared);
}

function actHere({ computer, dice, ledger, story }: Collision, entry: TreeEntry, shared: (() => string) | null): void {
  const { tree } = computer.disk;
  const change = dice.pick(CHANGES);
  const at = `${FOLDER}/${entry.path}`;
  story(`${computer.name}: ${entry.path}, ${change}`);
  if (change === 'remove' || change === 'swap kind') {
    const before = computer.texts();
    tree.remove(at);
    const after = computer.texts();
    // By what is gone: on some volumes the name here has another form than the one at the service.
    for (const [path, text] of Object.entries(before)) if (!(path in after)) ledger.giveUp(text);
    if (change === 'swap kind')
      tree.write(entry.kind === 'file' ? `${at}/inside.txt` : at, ledger.write(computer.name));
    return;
  }
  const isEdited = tree.find(at)?.kind === 'file' && (change === 'edit' || (change === 'both' && dice.chance(0.6)));
  if (isEdited) {
    ledger.giveUp(tree.read(at));
    const text = shared?.() ?? ledger.write(computer.name);
    editInPlace(tree, at, { text, ledger });
  }
  const to = placeFor(entry, change, dice, 'here');
  if (to === entry.path || `${to}/`.startsWith(`${entry.path}/`) || tree.find(`${FOLDER}/${to}`) !== null) return;
  const above = to.split('/').map((_, depth, names) => names.slice(0, depth).join('/'));
  if (above.some(folder => tree.find(`${FOLDER}/${folder}`)?.kind === 'file')) return;
  tree.rename(at, `${FOLDER}/${to}`);
}

function actThere(collision: Collision, entry: TreeEntry, shared: (() => string) | null): void {
  const { service, root, dice, ledger, story } = collision;
  const colleague = service.colleague(0);
  const change = dice.pick(CHANGES);
  story(`colleague: ${entry.path}, ${change}`);
  const inside = service.sights
    .tree(root)
    .filter(({ path }) => path === entry.path || path.startsWith(`${entry.path}/`));
  const isFile = entry.kind === 'file';
  if (change === 'remove' || change === 'swap kind') return removeThere(collision, entry, change === 'swap kind');
  if (isFile && (change === 'edit' || (change === 'both' && dice.chance(0.6)))) {
    ledger.giveUp(textOf(entry.bytes));
    colleague.editFile(entry.id, new TextEncoder().encode(shared?.() ?? ledger.write('colleague')));
  }
  placeThere(collision, { entry, change, inside: new Set(inside.map(({ id }) => id)) });
}

function removeThere({ service, root, ledger }: Collision, entry: TreeEntry, isReplaced: boolean): void {
  const colleague = service.colleague(0);
  for (const each of service.sights.tree(root))
    if (each.kind === 'file' && `${each.path}/`.startsWith(`${entry.path}/`)) giveUpThere(service, ledger, each);
  if (entry.kind === 'file') colleague.removeFile(entry.id);
  else colleague.archiveFolder(entry.id);
  if (!isReplaced || entry.path.includes('/')) return;
  if (entry.kind === 'file') colleague.createFolder(root, entry.path);
  else colleague.createFile(root, entry.path, new TextEncoder().encode(ledger.write('colleague')));
}

function placeThere(
  { service, root, dice }: Collision,
  { entry, change, inside }: { entry: TreeEntry; change: Change; inside: ReadonlySet<string> },
): void {
  const colleague = service.colleague(0);
  const name = nameIn(placeFor(entry, change, dice, 'there'));
  if (name !== nameIn(entry.path)) rename(service, entry, name);
  if (change !== 'move' && change !== 'both') return;
  const folders = service.sights.tree(root).filter(({ kind, id }) => kind === 'folder' && !inside.has(id));
  const others = [root, ...folders.map(({ id }) => id)];
  if (entry.kind === 'file') return colleague.moveFile(entry.id, dice.pick(others));
  try {
    colleague.moveFolder(entry.id, dice.pick(others));
  } catch {
    // Into its own inside: the service says no, and nothing happened.
  }
}

/** One text that two people come to, each by himself; written when the first does. Either may take it elsewhere. */
function sharedText(ledger: Ledger): () => string {
  let text: string | null = null;
  return () => {
    text ??= ledger.write('both');
    ledger.allowTwice(text);
    return text;
  };
}

function rename(service: FakeService, { kind, id }: TreeEntry, name: string): void {
  if (kind === 'file') service.colleague(0).renameFile(id, name);
  else service.colleague(0).renameFolder(id, name);
}

/** Where a change brings a thing, as a path. */
function placeFor({ path }: TreeEntry, change: Change, dice: Dice, side: string): string {
  const [folder, name] = [path.slice(0, Math.max(path.lastIndexOf('/'), 0)), nameIn(path)];
  const isRenamed = change === 'rename' || (change === 'both' && dice.chance(0.7));
  const isMoved = change === 'move' || (change === 'both' && dice.chance(0.7));
  const newName = isRenamed ? `${side} ${name}` : name;
  const newFolder = isMoved ? dice.pick(['', 'moved', 'moved/further']) : folder;
  return newFolder === '' ? newName : `${newFolder}/${newName}`;
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
