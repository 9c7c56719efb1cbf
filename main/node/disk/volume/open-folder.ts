import { type BigIntStats, closeSync, fstatSync, openSync, readlinkSync, statSync } from 'node:fs';

import { HOLD_FLAGS } from './open-flags.ts';

/** Where Linux shows the open files of a program: a path below one of them begins at the very folder that was opened. */
const OPENED = '/proc/self/fd/';

/** A folder that is held open: though its path may lead elsewhere by now, names in it are looked for in this folder. */
export interface HeldFolder {
  /** Stands for it in paths until it is closed. */
  readonly path: string;
  readonly stats: BigIntStats;
  close(): void;
}

/** Holds a folder; a link in the last place is not followed. Only where `canHold`. @throws system errors, ENOTDIR for links. */
export function holdFolder(path: string): HeldFolder {
  const file = openSync(path, HOLD_FLAGS);
  try {
    const stats = fstatSync(file, { bigint: true });
    return { path: `${OPENED}${file}`, stats, close: () => closeSync(file) };
  } catch (thrown) {
    closeSync(file);
    throw thrown;
  }
}

/** Where a held folder is now; any other path stays as it is. @throws system errors. */
export function realPlaceOf(path: string): string {
  const [, file, rest = ''] = /^\/proc\/self\/fd\/(\d+)(\/.*)?$/.exec(path) ?? [];
  return file === undefined ? path : readlinkSync(OPENED + file) + rest;
}

let isAble: boolean | null = null;

/** Whether this system lets folders be held: Linux with its `/proc`, which a container may lack. */
export function canHold(): boolean {
  isAble ??= process.platform === 'linux' && leadsBack('/');
  return isAble;
}

function leadsBack(path: string): boolean {
  try {
    const held = holdFolder(path);
    const there = statSync(`${held.path}/.`, { bigint: true });
    held.close();
    return there.ino === held.stats.ino && there.dev === held.stats.dev;
  } catch {
    return false;
  }
}
