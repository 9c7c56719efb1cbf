import { createHook } from 'node:async_hooks';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { ScanMoveLock } from '../../../../main/node/disk/write/scan-move-lock.ts';
import { createDirectDisk } from '../../../../main/node/disk/direct-disk.ts';
import { canHold } from '../../../../main/node/disk/volume/open-folder.ts';
import { ReadFile } from '../../../../main/node/disk/read/read-file.ts';
import { Store } from '../../../../main/node/disk/write/trash-folder.ts';
import { createNodeDisk, type NodeDiskManner } from '../../../../main/node/node-disk.ts';
import type { Disk } from '../../../../main/ports/disk.ts';
import type { Http } from '../../../../main/ports/http.ts';
import { linkFromOutside } from '../../../setup/on-posix.ts';
import { Dice } from '../../../sim/fakes/dice.ts';
import { createDiskState, createFakeDisk } from '../../../sim/fakes/fake-disk.ts';
import type { FakeDiskState } from '../../../sim/fakes/fake-disk-parts.ts';
import { FakeClock } from '../../../sim/fakes/fake-clock.ts';
import { type Device, Scheduler, keepRunning } from '../../../sim/fakes/scheduler.ts';
import type { DiskOnTrial, Person } from './disk-trial.ts';

const MARKER = '11111111-1111-4111-8111-111111111111';

/** Where a real disk is tried. */
export interface RealPlace {
  /** The folder in which everything is made; another one tries another file system. */
  readonly within?: string;
  /** The folder in which the data directory is made, when it is another. */
  readonly dataWithin?: string;
  readonly hasLinks?: boolean;
  /** Whether it works in threads of its own, as it does in the product; what a test changes of the system is not there. */
  readonly isInThreads?: boolean;
  readonly isHolding?: boolean;
  /** How it carries files; see `NodeDiskManner`. */
  readonly carrying?: Pick<NodeDiskManner, 'http' | 'few' | 'many'>;
}

/** The real disk in a fresh temporary folder. */
export async function beginRealDisk({
  within = tmpdir(),
  dataWithin = within,
  hasLinks = true,
  isInThreads = false,
  isHolding = canHold(),
  carrying = {},
}: RealPlace = {}): Promise<DiskOnTrial> {
  const base = fs.realpathSync(fs.mkdtempSync(join(within, 'benchtop-disk-')));
  const data = fs.realpathSync(fs.mkdtempSync(join(dataWithin, 'benchtop-data-')));
  const path = join(base, 'root');
  fs.mkdirSync(path);
  const disk = isInThreads ? createNodeDisk(data, { isHolding, ...carrying }) : diskHere(data, isHolding);
  await disk.mark(path, MARKER);
  const { volume } = await disk.inspect(path);
  const end = async (): Promise<void> => {
    await disk.close();
    for (const folder of [base, data]) fs.rmSync(folder, { recursive: true, force: true });
  };
  const person = realPerson({ base, root: path, store: join(data, 'store') });
  const root = { path, marker: MARKER, volume };
  return { disk, root, person, hasLinks, atTheLastInstant: lastInstantOf(path), end };
}

/** The disk as it works in its threads, in this one. */
function diskHere(data: string, isHolding: boolean): Disk {
  const direct = createDirectDisk(data, { isHolding });
  const store = new Store(join(data, 'store'));
  const scanMoveLock = new ScanMoveLock();
  return {
    ...direct,
    scan: (root, known, at) => scanMoveLock.scan(() => direct.scan(root, known, at)),
    move: (root, from, to, key) => scanMoveLock.move(() => direct.move(root, from, to, key)),
    open: async (root, path) => new ReadFile(direct.open(root, path)),
    stage: async (root, name) => direct.stage(root, name),
    sweep: (root, kept = new Set(), dropping = () => undefined) => direct.sweep(root, kept, dropping),
    stageInStore: async name => store.stage(name),
    openStored: async name => store.open(name),
    close: () => Promise.resolve(),
  };
}

/**
 * Our renames are synchronous and what comes after them waits for the disk, so the moment right after the rename is the
 * end of the piece of code that made it.
 */
function lastInstantOf(root: string): DiskOnTrial['atTheLastInstant'] {
  return async (path, act, call) => {
    const inode = (): number | null => fs.statSync(join(root, path), { throwIfNoEntry: false })?.ino ?? null;
    const before = inode();
    const refusals: unknown[] = [];
    const meeting = createHook({
      after: () => {
        if (inode() === before) return;
        meeting.disable();
        // What is thrown out of a hook ends the whole process.
        try {
          act();
        } catch (refusal) {
          refusals.push(refusal);
        }
      },
    }).enable();
    return call().finally(() => {
      meeting.disable();
      if (refusals.length > 0) throw refusals[0];
    });
  };
}

function realPerson({ base, root, store }: { base: string; root: string; store: string }): Person {
  const at = (path: string): string => (path.startsWith('/') ? join(base, path) : join(root, path));
  const read = (path: string): string | null => (fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : null);
  const namesIn = (path: string): string[] => (fs.existsSync(path) ? fs.readdirSync(path) : []);
  const stage = join(root, '.benchtop', 'stage');
  return {
    write: (path, text) => {
      fs.mkdirSync(dirname(at(path)), { recursive: true });
      fs.writeFileSync(at(path), text);
    },
    save: (path, text) => {
      fs.writeFileSync(join(base, 'saving'), text);
      fs.renameSync(join(base, 'saving'), at(path));
    },
    read: path => read(at(path)),
    rename: (from, to) => fs.renameSync(at(from), at(to)),
    remove: path => fs.rmSync(at(path), { recursive: true }),
    mkdir: path => void fs.mkdirSync(at(path), { recursive: true }),
    symlink: (path, target) => fs.symlinkSync(at(target), at(path)),
    hardLink: (from, to) => linkFromOutside(at(from), at(to)),
    holdOpen: path => {
      const file = fs.openSync(at(path), 'a');
      return { append: text => void fs.writeSync(file, text), close: () => fs.closeSync(file) };
    },
    stored: name => read(join(store, name)),
    storedNames: () => namesIn(store),
    stagedNames: () => namesIn(stage),
    leaveStaged: (name, text) => {
      fs.mkdirSync(stage, { recursive: true });
      fs.writeFileSync(join(stage, name), text);
    },
    leaveLinked: (path, name) => {
      fs.mkdirSync(stage, { recursive: true });
      linkFromOutside(at(path), join(stage, name));
    },
  };
}

/** What is behind a fake disk. */
export interface FakeBehind {
  readonly state: FakeDiskState;
  readonly device: Device;
  readonly scheduler: Scheduler;
}

/** The fake disk, with a scheduler that runs by itself until the end. @param line carries files to and from servers. */
export async function beginFakeDisk(line?: Http): Promise<DiskOnTrial & { readonly fake: FakeBehind }> {
  const scheduler = new Scheduler(new Dice(1), new FakeClock());
  const state = createDiskState(() => scheduler.clock.now());
  const root = { path: '/home/ada/root', marker: MARKER, volume: 'disk-1' };
  state.tree.mkdir(root.path);
  const device = scheduler.device('bench');
  const disk = createFakeDisk(state, device, line);
  let isOver = false;
  const running = keepRunning(scheduler, () => isOver);
  await disk.mark(root.path, MARKER);
  return {
    disk,
    root,
    fake: { state, device, scheduler },
    person: fakePerson(state, root.path),
    hasLinks: true,
    atTheLastInstant: (path, act, call) => {
      const node = (): unknown => state.tree.find(`${root.path}/${path}`);
      const before = node();
      scheduler.mischief = () => {
        if (node() === before) return undefined;
        scheduler.mischief = () => undefined;
        act();
        return undefined;
      };
      return call();
    },
    end: async () => {
      isOver = true;
      await running;
    },
  };
}

function fakePerson({ tree, stored }: FakeDiskState, root: string): Person {
  const at = (path: string): string => (path === '' ? root : path.startsWith('/') ? `/home${path}` : `${root}/${path}`);
  const stage = `${root}/.benchtop/stage`;
  const text = (bytes: Uint8Array | undefined): string | null =>
    bytes === undefined ? null : new TextDecoder().decode(bytes);
  return {
    write: (path, content) => void tree.write(at(path), content),
    save: (path, content) => void tree.save(at(path), content),
    read: path => tree.read(at(path)),
    rename: (from, to) => tree.rename(at(from), at(to)),
    remove: path => tree.remove(at(path)),
    mkdir: path => tree.mkdir(at(path)),
    symlink: path => tree.putOther(at(path)),
    hardLink: (from, to) => tree.link(at(from), at(to)),
    holdOpen: path => {
      const file = tree.find(at(path));
      if (file?.kind !== 'file') throw new Error(`No file at ${path}`);
      const append = (more: string): void => tree.setBytes(file, Buffer.concat([file.bytes, Buffer.from(more)]));
      tree.held.add(file);
      return { append, close: () => void tree.held.delete(file) };
    },
    stored: name => text(stored.get(name)),
    storedNames: () => [...stored.keys()],
    stagedNames: () => {
      const folder = tree.find(stage);
      return folder?.kind === 'folder' ? [...folder.names.keys()] : [];
    },
    leaveStaged: (name, content) => void tree.write(`${stage}/${name}`, content),
    leaveLinked: (path, name) => tree.link(at(path), `${stage}/${name}`),
  };
}
