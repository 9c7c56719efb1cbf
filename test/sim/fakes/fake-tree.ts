import { EXACT_NAMES, type VolumeNames } from '../../../main/core/names/volume-names.ts';
import { FoldedNames } from './folded-names.ts';

/** What a volume makes of names: of upper and lower case, of the two forms of `é`, and of what Windows refuses. */
export type FakeVolume = VolumeNames & { readonly foldsUnicode?: boolean };

/** A file in the simulated world: its bytes, independent of the names that lead to it. */
export interface FakeFile {
  readonly kind: 'file';
  readonly inode: number;
  bytes: Uint8Array;
  modifiedMs: number;
  /** Grows with everything that a real ctime notices. */
  change: number;
  /** When that was. */
  changedMs: number;
  links: number;
  mode: number;
  /** The system's word when it must not be read; null when it may. */
  refusal: string | null;
  /** Says that it is huge and nearly all holes; no such bytes are held. */
  isHollow?: true;
}

export interface FakeFolder {
  readonly kind: 'folder';
  readonly inode: number;
  names: Map<string, FakeNode>;
  refusal: string | null;
  volume: string;
}

/** A link, a device, a pipe. */
export interface FakeOther {
  readonly kind: 'other';
  readonly inode: number;
  readonly isLink: boolean;
}

export type FakeNode = FakeFile | FakeFolder | FakeOther;

/**
 * One computer's folders, and what its people and programs do to them. Paths are absolute, `/` between names.
 * It outlives the crashes of the device that works on it.
 */
export class FakeTree {
  readonly top: FakeFolder;
  /** Called with the folder's path whenever something in it changed; what a watcher would hear. */
  onTouch: (folder: string) => void = () => undefined;
  /** Grows with every change. */
  changeCount = 0;
  /** Whether new files get the numbers of removed ones, the latest first, as many file systems do. */
  reusesInodes = false;
  #names: FakeVolume = EXACT_NAMES;
  /** Whether people may also act while a look that they disturbed is made again. */
  isRestless = false;
  readonly #freeInodes: number[] = [];
  /** Files that programs have open for writing; `openForWriting` reports each of them. */
  readonly held = new Set<FakeFile>();
  /** Files that programs have open so that Windows lets no other one rename, replace or remove them. */
  readonly locked = new Set<FakeNode>();
  readonly #nowMs: () => number;
  #lastInode = 1;

  /** @param nowMs the computer's clock, for modification times. */
  constructor(nowMs: () => number = () => 0) {
    this.#nowMs = nowMs;
    this.top = this.makeFolderNode('disk-1');
  }

  /** Writes a file in place, as most instruments and simple editors do. Makes what is missing. */
  write(path: string, content: string | Uint8Array): FakeFile {
    const node = this.find(path);
    const file = node?.kind === 'file' ? node : this.#put(path, this.makeFileNode(new Uint8Array()));
    this.setBytes(file, toBytes(content));
    this.#touch(path);
    return file;
  }

  /** Writes a new file and renames it over the old one, as office programs and careful editors do. */
  save(path: string, content: string | Uint8Array): FakeFile {
    this.#unlink(path);
    return this.#put(path, this.makeFileNode(toBytes(content)));
  }

  /** Changes a file that a program has held open, even if it was renamed since. */
  setBytes(file: FakeFile, bytes: Uint8Array): void {
    file.bytes = bytes;
    file.modifiedMs = this.#nowMs();
    this.#noteChange(file);
  }

  mkdir(path: string): void {
    this.folderAt(path);
  }

  /** Puts a symbolic link (or, with `isLink` false, a device or pipe) at a path. */
  putOther(path: string, isLink = true): void {
    this.#put(path, { kind: 'other', inode: this.#nextInode(), isLink });
  }

  /** Gives a file a second name. */
  link(from: string, to: string): void {
    const node = this.find(from);
    if (node?.kind !== 'file') throw new Error(`No file at ${from}`);
    node.links += 1;
    this.#noteChange(node);
    this.#put(to, node);
  }

  /** Gives something its name back that it had before. */
  attach(path: string, node: FakeNode): void {
    if (node.kind === 'file') node.links += 1;
    this.#put(path, node);
  }

  /** Renames or moves; a file at the new name is replaced, as rename(2) does. */
  rename(from: string, to: string): void {
    const node = this.find(from);
    if (node === null) throw new Error(`Nothing at ${from}`);
    this.#parentOf(from).names.delete(nameOf(from));
    this.#touch(from);
    this.#unlink(to);
    this.#put(to, node);
    if (node.kind === 'file') this.#noteChange(node);
  }

  /** Lets two names change what they lead to, in one step. */
  exchange(one: string, other: string): void {
    const [first, second] = [this.find(one), this.find(other)];
    if (first === null || second === null) throw new Error(`Nothing at ${first === null ? one : other}`);
    this.#put(one, second);
    this.#put(other, first);
    for (const node of [first, second]) if (node.kind === 'file') this.#noteChange(node);
  }

  /** Removes the item at a path, with all that is in it. */
  remove(path: string): void {
    this.#unlink(path);
  }

  /** The bytes as text, null when there is no file. */
  read(path: string): string | null {
    const node = this.find(path);
    return node?.kind === 'file' ? new TextDecoder().decode(node.bytes) : null;
  }

  /** Makes a file or folder refuse to be read, with the system's word; null lifts it. */
  refuse(path: string, code: string | null): void {
    const node = this.find(path);
    if (node === null || node.kind === 'other') throw new Error(`Nothing at ${path}`);
    node.refusal = code;
    this.#touch(path);
  }

  /** Says that a folder is another volume, mounted there. */
  setVolume(path: string, volume: string): void {
    this.folderAt(path).volume = volume;
  }

  /** Path inside `root` → text of every file there, but for our own folder; sorted. */
  texts(root: string): Record<string, string> {
    const found: [string, string][] = [];
    collect(this.folderAt(root), '', found);
    return Object.fromEntries(found.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** Paths inside `root` of the files that programs hold open for writing. */
  openForWriting(root: string): ReadonlySet<string> {
    const open = new Set<string>();
    const visit = (folder: FakeFolder, inside: string): void => {
      for (const [name, node] of folder.names) {
        if (node.kind === 'folder') visit(node, `${inside}${name}/`);
        if (node.kind === 'file' && this.held.has(node)) open.add(inside + name);
      }
    };
    if (this.held.size > 0) visit(this.folderAt(root), '');
    return open;
  }

  /** What is at a path, without following links; null when there is nothing. */
  find(path: string): FakeNode | null {
    let node: FakeNode = this.top;
    for (const name of namesOf(path)) {
      const next: FakeNode | undefined = node.kind === 'folder' ? node.names.get(name) : undefined;
      if (next === undefined) return null;
      node = next;
    }
    return node;
  }

  /** The folder at a path, made with its parents when missing. */
  folderAt(path: string): FakeFolder {
    let folder = this.top;
    let at = '';
    for (const name of namesOf(path)) {
      at += `/${name}`;
      let next = folder.names.get(name);
      if (next === undefined) {
        next = this.makeFolderNode(folder.volume);
        folder.names.set(name, next);
        this.#touch(at);
      }
      if (next.kind !== 'folder') throw new Error(`${at} is no folder`);
      folder = next;
    }
    return folder;
  }

  makeFileNode(bytes: Uint8Array): FakeFile {
    const [inode, change, nowMs] = [this.#nextInode(), this.changed(), this.#nowMs()];
    const times = { modifiedMs: nowMs, change, changedMs: nowMs };
    return { kind: 'file', inode, bytes, ...times, links: 1, mode: 0o644, refusal: null };
  }

  makeFolderNode(volume: string): FakeFolder {
    return { kind: 'folder', inode: this.#nextInode(), names: this.#newNames(), refusal: null, volume };
  }

  /** What the volume makes of names. */
  get names(): FakeVolume {
    return this.#names;
  }

  /** Makes it another kind of volume; to be done before anything is in it, or while nothing runs. */
  useNames(names: FakeVolume): void {
    this.#names = names;
    this.#refold(this.top);
  }

  #refold(folder: FakeFolder): void {
    const inside = [...folder.names];
    folder.names = this.#newNames();
    for (const [name, node] of inside) {
      folder.names.set(name, node);
      if (node.kind === 'folder') this.#refold(node);
    }
  }

  #newNames(): Map<string, FakeNode> {
    const isFolding = this.#names.foldsCase || this.#names.foldsUnicode === true;
    return isFolding ? new FoldedNames(this.#names) : new Map();
  }

  /** The name of a path as it is written in its folder; the last one as given when nothing is there. */
  nameAt(path: string): string {
    const folder = this.find(parentOf(path));
    const names = folder?.kind === 'folder' ? folder.names : null;
    return names instanceof FoldedNames ? names.asWritten(nameOf(path)) : nameOf(path);
  }

  /** Counts a change; the number serves as ctime. */
  changed(): number {
    this.changeCount += 1;
    return this.changeCount;
  }

  #noteChange(file: FakeFile): void {
    file.change = this.changed();
    file.changedMs = this.#nowMs();
  }

  #put<N extends FakeNode>(path: string, node: N): N {
    this.#parentOf(path).names.set(nameOf(path), node);
    this.#touch(path);
    return node;
  }

  #unlink(path: string): void {
    const node = this.find(path);
    if (node === null) return;
    this.#parentOf(path).names.delete(nameOf(path));
    if (node.kind === 'file') {
      node.links -= 1;
      if (node.links === 0) this.#freeInodes.push(node.inode);
      this.#noteChange(node);
    }
    this.#touch(path);
  }

  #parentOf(path: string): FakeFolder {
    return this.folderAt(parentOf(path));
  }

  #touch(path: string): void {
    this.changed();
    this.onTouch(parentOf(path));
  }

  #nextInode(): number {
    const free = this.reusesInodes ? this.#freeInodes.pop() : undefined;
    if (free !== undefined) return free;
    this.#lastInode += 1;
    return this.#lastInode;
  }
}

/** The path without its last name; empty for the top. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** The last name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function namesOf(path: string): string[] {
  return path.split('/').filter(name => name !== '');
}

function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

function collect(folder: FakeFolder, inside: string, found: [string, string][]): void {
  for (const [name, node] of folder.names) {
    if (inside === '' && name === '.benchtop') continue;
    if (node.kind === 'folder') collect(node, `${inside}${name}/`, found);
    if (node.kind === 'file') found.push([inside + name, new TextDecoder().decode(node.bytes)]);
  }
}
