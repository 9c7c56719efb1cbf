import { hash } from 'node:crypto';

import type { Item } from '../../main/core/item.ts';
import type { ItemId } from '../../shared/ids.ts';
import type { MirrorMode } from '../../shared/features/mirrors/model.ts';
import type { Computer } from '../sim/world/computer.ts';
import { FOLDER } from '../sim/world/computer.ts';
import { serviceFiles } from '../sim/judges/invariants.ts';
import { Ledger } from '../sim/world/ledger.ts';
import type { QuietLab } from '../sim/lab/quiet-lab.ts';
import type { Colleague } from '../sim/service/colleague.ts';
import type { TreeEntry } from '../sim/service/service-tree.ts';

const STAGE = `${FOLDER}/.benchtop/stage`;

/**
 * One computer, one service and a colleague, with a ledger of every text that was written. People act on the items that
 * are there: what they save over or remove, they give up.
 */
export class CrashStage {
  readonly lab: QuietLab;
  readonly ada: Computer;
  readonly mode: MirrorMode;
  readonly ledger = new Ledger();
  readonly #colleague: Colleague;

  constructor(lab: QuietLab, ada: Computer, mode: MirrorMode) {
    this.lab = lab;
    this.ada = ada;
    this.mode = mode;
    this.#colleague = lab.service.colleague(0);
  }

  /** Ada saves a file; `text` gives it the bytes that another file has too. */
  save(path: string, { text, over = false }: { text?: string; over?: boolean } = {}): string {
    const { tree } = this.ada.disk;
    const at = `${FOLDER}/${path}`;
    const written = text ?? this.ledger.write('Ada');
    if (tree.read(at) !== written) this.ledger.giveUp(tree.read(at));
    if (over) tree.save(at, written);
    else tree.write(at, written);
    return written;
  }

  /** A program that has the file open writes into it while it is being replaced. */
  writeLate(): void {
    const { tree } = this.ada.disk;
    const stage = tree.find(STAGE);
    const old = stage?.kind === 'folder' ? [...stage.names.keys()].find(name => name.endsWith('.old')) : undefined;
    if (old === undefined) return;
    this.ledger.giveUp(tree.read(`${STAGE}/${old}`));
    const text = this.ledger.write('Ada');
    tree.write(`${STAGE}/${old}`, text);
    // For that instant only this is promised: the bytes stay within reach, beside the file or in the trash.
    this.ledger.giveUp(text);
    this.ledger.settle(text);
  }

  makeFolder(path: string): void {
    this.ada.disk.tree.mkdir(`${FOLDER}/${path}`);
  }

  rename(from: string, to: string): void {
    this.ada.disk.tree.rename(`${FOLDER}/${from}`, `${FOLDER}/${to}`);
  }

  /** Ada removes a file or a folder with everything in it. */
  remove(path: string): void {
    for (const [file, text] of Object.entries(this.ada.texts()))
      if (file === path || file.startsWith(`${path}/`)) this.ledger.giveUp(text);
    this.ada.disk.tree.remove(`${FOLDER}/${path}`);
  }

  isHere(path: string): boolean {
    return this.ada.disk.tree.find(`${FOLDER}/${path}`) !== null;
  }

  isThere(path: string): boolean {
    return this.findThere(path) !== null;
  }

  findThere(path: string): TreeEntry | null {
    return this.#entries().find(entry => entry.path === path) ?? null;
  }

  /** A person asks for something that puts older bytes above what the service has: those stay within reach. */
  mayCoverThere(): void {
    for (const [, text] of serviceFiles(this.lab.service, this.lab.root)) {
      this.ledger.giveUp(text);
      this.ledger.settle(text);
    }
  }

  /** The colleague adds a file in a folder that is there, or at the top. */
  addThere(path: string, text: string = this.ledger.write('colleague')): string {
    const [parent, name] = split(path);
    const folder = parent === '' || !this.isThere(parent) ? this.lab.root : this.#at(parent).id;
    this.#colleague.createFile(folder, name, encode(text));
    return text;
  }

  editThere(path: string, text: string = this.ledger.write('colleague')): string {
    const file = this.#at(path);
    if (file.kind === 'file' && decode(file.bytes) !== text) this.ledger.giveUp(decode(file.bytes));
    this.#colleague.editFile(file.id, encode(text));
    return text;
  }

  /** The colleague adds a file and edits it: all of its versions are to stay within reach, also those that no computer here saw. */
  addVersionsThere(path: string, versions: number): void {
    this.ledger.settle(this.addThere(path));
    for (let made = 1; made < versions; made++) {
      this.lab.clock.advanceBy(1000);
      this.ledger.settle(this.editThere(path));
    }
  }

  makeFolderThere(path: string): void {
    const [parent, name] = split(path);
    this.#colleague.createFolder(parent === '' ? this.lab.root : this.#at(parent).id, name);
  }

  renameThere(path: string, name: string): void {
    const { id, kind } = this.#at(path);
    if (kind === 'file') this.#colleague.renameFile(id, name);
    else this.#colleague.renameFolder(id, name);
  }

  moveThere(path: string, into: string): void {
    const { id, kind } = this.#at(path);
    const folder = into === '' ? this.lab.root : this.#at(into).id;
    if (kind === 'file') this.#colleague.moveFile(id, folder);
    else this.#colleague.moveFolder(id, folder);
  }

  /** The colleague removes a file, or archives a folder with everything in it. */
  removeThere(path: string): void {
    const { id, kind } = this.#at(path);
    for (const entry of this.#entries())
      if (entry.kind === 'file' && (entry.path === path || entry.path.startsWith(`${path}/`)))
        this.ledger.giveUp(decode(entry.bytes));
    if (kind === 'file') this.#colleague.removeFile(id);
    else this.#colleague.archiveFolder(id);
  }

  textThere(path: string): string | null {
    const entry = this.#entries().find(one => one.path === path);
    return entry?.kind === 'file' ? decode(entry.bytes) : null;
  }

  /** Two equal files that both sides made are not one item yet: a rename of one of them now makes two. */
  mayBeTwo(): void {
    const here = new Set(Object.values(this.ada.texts()));
    const base = new Set<string | null | undefined>(this.#items().map(item => item.base?.sha256));
    for (const [, text] of serviceFiles(this.lab.service, this.lab.root))
      if (here.has(text) && !base.has(hash('sha256', text, 'hex'))) this.ledger.allowTwice(text);
  }

  /**
   * A colleague renames or moves a file that Ada put in the place of another one, which she removed. What stands in the place
   * of a file is its new content (S1), so the colleague's file is gone from here, and comes back from where it is now.
   */
  mayComeBack(path: string): void {
    const { id: file } = this.#at(path);
    const text = this.textThere(path);
    for (const { id, kind, remote, base } of this.#items())
      if (kind === 'file' && base !== null && remote?.id !== file && this.#textHere(id) === text)
        this.ledger.allowTwice(text);
  }

  #items(): readonly Item[] {
    const { mirrors, items } = this.ada.journal;
    return mirrors.all().flatMap(({ id, rootItem }) => [...items.tree(id, rootItem).items.values()]);
  }

  #textHere(item: ItemId): string | null {
    return this.ada.disk.tree.read(`${FOLDER}/${this.ada.journal.pathOf(item)}`);
  }

  /** From now on everything that both sides have must stay within reach. */
  settleAll(): void {
    for (const [, text] of serviceFiles(this.lab.service, this.lab.root)) this.ledger.settle(text);
    for (const text of Object.values(this.ada.texts())) this.ledger.settle(text);
  }

  #entries(): readonly TreeEntry[] {
    return this.lab.service.sights.tree(this.lab.root);
  }

  #at(path: string): TreeEntry {
    const found = this.findThere(path);
    if (found === null) throw new Error(`Nothing is at '${path}' of the service`);
    return found;
  }
}

function split(path: string): readonly [parent: string, name: string] {
  const slash = path.lastIndexOf('/');
  return [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
