import type { ZoneWish } from '../../../../shared/features/zones/model.ts';
import { labelsOf, operatorOf } from './labels.ts';
import type { Labels } from './labels.ts';
import { layoutFolders } from './layout.ts';
import type { LayoutFacts } from './layout.ts';
import type { Run } from '../records/run-records.ts';

/** What a run's folder and labels are made from. */
export interface RunFacts {
  readonly wish: ZoneWish;
  readonly run: Pick<Run, 'key' | 'name' | 'operator' | 'label'>;
  readonly computer: string;
  /** Earliest modification time of its files, ms since the epoch. */
  readonly atMs: number;
  readonly minutesEast: number;
}

/** The destination folder of a run, and its operator. */
export function folderOf(facts: RunFacts): { folder: readonly string[]; operator: string | null } {
  const words = wordsOf(facts);
  return { folder: layoutFolders(facts.wish.layout, words), operator: words.operator };
}

/** Tags and description of its files. */
export function labelsFor(facts: RunFacts): Labels {
  return labelsOf(facts.wish, wordsOf(facts));
}

function wordsOf({ wish, run, computer, atMs, minutesEast }: RunFacts): LayoutFacts {
  return {
    instrument: wish.instrument,
    location: wish.location,
    operator: run.operator ?? operatorOf(wish.operator, run.key),
    label: run.label,
    zone: wish.name,
    computer,
    run: run.name,
    key: run.key,
    atMs,
    minutesEast,
  };
}

/** The leading folders of a layout that are the same for every run; existing files are searched below them. */
export function constantFolders(wish: ZoneWish, computer: string): readonly string[] {
  const parts = wish.layout.split('/');
  const end = parts.findIndex(part => /\{(?!instrument\}|location\}|zone\}|computer\})[^}]*\}/.test(part));
  const constant = parts.slice(0, end === -1 ? parts.length : end).join('/');
  const run = { key: '', name: '', operator: null, label: null };
  return folderOf({ wish: { ...wish, layout: constant }, run, computer, atMs: 0, minutesEast: 0 }).folder;
}
