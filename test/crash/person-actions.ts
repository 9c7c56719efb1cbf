import { FOLDER } from '../sim/world/computer.ts';
import { giveUpThere } from '../sim/world/removed-there.ts';
import type { TreeEntry } from '../sim/service/service-tree.ts';
import type { CrashStage } from './stage.ts';

/** What a person does to a path while the computer is down or at work. Returns whether there was anything to do. */
type Deed = (stage: CrashStage, path: string) => boolean;

/** What people do at the computer. */
const HERE = {
  'here saves': (stage, path) => isFileHere(stage, path) && does(() => stage.save(path)),
  'here saves over': (stage, path) => isFileHere(stage, path) && does(() => stage.save(path, { over: true })),
  'here saves as it was': (stage, path) => {
    const text = stage.ada.disk.tree.read(at(path));
    if (text === null) return false;
    // A move before the next scan makes another file, and leaves the item without one.
    stage.ledger.allowTwice(text);
    stage.ada.disk.tree.save(at(path), text);
    return true;
  },
  'here renames': (stage, path) => renamesHere(stage, path, beside(path, 'other name.csv')),
  'here moves': (stage, path) => renamesHere(stage, path, `elsewhere/${nameOf(path)}`),
  'here removes': (stage, path) => stage.isHere(path) && does(() => stage.remove(path)),
  'here backs up': (stage, path) => {
    if (!isFileHere(stage, path) || stage.isHere(`${path}~`)) return false;
    stage.ledger.backUp(stage.ada.disk.tree.read(at(path)));
    stage.rename(path, `${path}~`);
    stage.save(path);
    return true;
  },
  'here copies': (stage, path) => {
    const text = stage.ada.disk.tree.read(at(path));
    if (text === null || stage.isHere('a copy.csv')) return false;
    // There is one more of it, as of what a program keeps as a backup.
    stage.ledger.backUp(text);
    stage.ada.disk.tree.write(at('a copy.csv'), text);
    return true;
  },
  'here exchanges': (stage, path) => {
    const other = Object.keys(stage.ada.texts()).find(each => each !== path);
    if (!isFileHere(stage, path) || other === undefined) return false;
    // Where the file at one of the two places was replaced just before, the other one becomes its new content there, and
    // comes back from where a colleague moved it.
    for (const each of [path, other]) stage.ledger.allowTwice(stage.ada.texts()[each] ?? null);
    stage.rename(path, 'aside.csv');
    stage.rename(other, path);
    stage.rename('aside.csv', other);
    return true;
  },
  'here renames and saves anew': (stage, path) =>
    isFileHere(stage, path) && renamesHere(stage, path, beside(path, 'other name.csv')) && does(() => stage.save(path)),
  'here renames the folder': (stage, path) => {
    const folder = folderOf(path);
    return folder !== '' && renamesHere(stage, folder, 'other folder');
  },
  'here removes the folder': (stage, path) => {
    const folder = folderOf(path);
    return folder !== '' && stage.isHere(folder) && does(() => stage.remove(folder));
  },
  'here puts a folder in its place': (stage, path) =>
    isFileHere(stage, path) &&
    does(() => {
      stage.remove(path);
      stage.save(`${path}/inside.txt`);
    }),
  'here moves a copy of a conflict': (stage, _path) => {
    const copy = Object.keys(stage.ada.texts()).find(each => each.includes('(conflict'));
    return copy !== undefined && renamesHere(stage, copy, 'that copy.csv');
  },
  'here puts a copy of a conflict on top': (stage, path) => {
    const copy = Object.keys(stage.ada.texts()).find(each => each.includes('(conflict'));
    if (copy === undefined || copy === path || !isFileHere(stage, path)) return false;
    const text = stage.ada.disk.tree.read(at(copy)) ?? '';
    stage.ledger.giveUp(stage.ada.disk.tree.read(at(path)));
    // A person who moved the copy there before that keeps it, too.
    stage.ledger.allowTwice(text);
    stage.ada.disk.tree.save(at(path), text);
    stage.ada.disk.tree.remove(at(copy));
    return true;
  },
} satisfies { readonly [name: string]: Deed };

/** What a colleague does at the service. */
const THERE = {
  'there edits': (stage, path) => isFileThere(stage, path) && does(() => stage.editThere(path)),
  'there edits twice': (stage, path) =>
    isFileThere(stage, path) &&
    does(() => {
      stage.editThere(path);
      stage.editThere(path);
    }),
  'there renames': (stage, path) => {
    if (!stage.isThere(path)) return false;
    stage.mayComeBack(path);
    stage.renameThere(path, 'their name.csv');
    return true;
  },
  'there moves': (stage, path) => {
    if (!stage.isThere(path) || stage.isThere('their folder')) return false;
    stage.mayComeBack(path);
    stage.makeFolderThere('their folder');
    stage.moveThere(path, 'their folder');
    return true;
  },
  'there removes': (stage, path) => stage.isThere(path) && does(() => removesThere(stage, path)),
  'there puts another in its place': (stage, path) =>
    isFileThere(stage, path) &&
    does(() => {
      removesThere(stage, path);
      stage.addThere(path);
    }),
  'there adds a namesake': (stage, path) => isFileThere(stage, path) && does(() => stage.addThere(path)),
  'there brings back the first version': (stage, path) => {
    const file = stage.findThere(path);
    if (file?.kind !== 'file') return false;
    const versions = stage.lab.service.sights.versionsOf(file.id);
    const [first] = versions;
    if (first === undefined || versions.length < 2) return false;
    stage.ledger.giveUp(textOf(file.bytes));
    // That is no edit but an older state: an edit of another person may stay above it.
    stage.ledger.allowTwice(textOf(first.bytes));
    stage.lab.service.colleague(0).restoreVersion(file.id, first.versionId);
    return true;
  },
  'there renames the folder': (stage, path) => {
    const folder = folderOf(path);
    return folder !== '' && stage.isThere(folder) && does(() => stage.renameThere(folder, 'their folder'));
  },
  'there archives the folder': (stage, path) => {
    const folder = folderOf(path);
    return folder !== '' && stage.isThere(folder) && does(() => removesThere(stage, folder));
  },
} satisfies { readonly [name: string]: Deed };

const DEEDS: { readonly [name: string]: Deed } = { ...HERE, ...THERE };

export type HereDeed = keyof typeof HERE;
export type ThereDeed = keyof typeof THERE;
export type DeedName = HereDeed | ThereDeed;

export const HERE_DEEDS = Object.keys(HERE) as readonly HereDeed[];
export const THERE_DEEDS = Object.keys(THERE) as readonly ThereDeed[];

/** Does it to the first of the paths where there is anything to do. */
export function doDeed(stage: CrashStage, name: DeedName, paths: readonly string[]): void {
  paths.some(path => DEEDS[name]?.(stage, path) ?? false);
}

/** For what always can be done. */
function does(deed: () => unknown): boolean {
  deed();
  return true;
}

function renamesHere(stage: CrashStage, from: string, to: string): boolean {
  if (!stage.isHere(from) || stage.isHere(to)) return false;
  stage.rename(from, to);
  return true;
}

function removesThere(stage: CrashStage, path: string): void {
  const { service, root } = stage.lab;
  for (const entry of service.sights.tree(root))
    if (entry.kind === 'file' && `${entry.path}/`.startsWith(`${path}/`)) giveUpThere(service, stage.ledger, entry);
  stage.removeThere(path);
}

function isFileHere({ ada }: CrashStage, path: string): boolean {
  return ada.disk.tree.find(at(path))?.kind === 'file';
}

function isFileThere(stage: CrashStage, path: string): boolean {
  const entry: TreeEntry | null = stage.findThere(path);
  return entry?.kind === 'file';
}

function beside(path: string, name: string): string {
  const folder = folderOf(path);
  return folder === '' ? name : `${folder}/${name}`;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function at(path: string): string {
  return `${FOLDER}/${path}`;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
