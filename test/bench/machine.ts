import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';

import { GIB } from '../../shared/units.ts';

/** What figures depend on. Holds neither names nor places. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  /** Of the folder that was measured in, such as `ext4`. */
  readonly fileSystem: string;
  readonly node: string;
}

/** The machine, and the file system of `folder`. */
export function machineAt(folder: string): Machine {
  const all = cpus();
  return {
    processor: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memoryGb: Math.round(totalmem() / GIB),
    system: `${process.platform} ${/^\d+(?:\.\d+)*/.exec(release())?.[0] ?? ''} ${process.arch}`,
    fileSystem: fileSystemOf(folder),
    node: process.versions.node,
  };
}

/** One line of it for people. */
export function machineLine({ processor, cores, memoryGb, system, fileSystem, node }: Machine): string {
  return `${processor}, ${cores} cores, ${memoryGb} GB, ${system}, ${fileSystem}, Node ${node}`;
}

/** The revision that was measured, with `+` when the sources differ from it; `unknown` outside of a clone. */
export function revision(): string {
  try {
    const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', 'main', 'shared') === '' ? '' : '+');
  } catch {
    return 'unknown';
  }
}

/** Of the mount with the longest path that leads to it. */
function fileSystemOf(folder: string): string {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8')
      .trim()
      .split('\n')
      .map(line => line.split(' '));
    const leading = mounts.filter(
      ([, place = '']) => folder === place || folder.startsWith(place.replace(/\/?$/, '/')),
    );
    const longest = leading.toSorted(([, one = ''], [, other = '']) => other.length - one.length)[0];
    return longest?.[2] ?? 'unknown';
  } catch {
    return 'unknown';
  }
}
