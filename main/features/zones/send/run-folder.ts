import type { OperatorRule, ZoneWish } from '../../../../shared/features/zones/model.ts';
import { isoTime } from '../../../core/calendar.ts';
import { toRemoteName } from '../../../core/names/local-names.ts';
import { EXACT_NAMES } from '../../../core/names/volume-names.ts';
import type { Run } from '../records/run-records.ts';

/** Values for the placeholders of a template. */
interface LayoutFacts {
  readonly instrument: string;
  readonly location: string;
  readonly operator: string | null;
  /** The label given at the instrument; null: none. */
  readonly label: string | null;
  readonly zone: string;
  readonly computer: string;
  readonly run: string;
  /** The dataset's path inside the zone's folder. */
  readonly key: string;
  /** Time of the run, ms since the epoch, and the local offset east of UTC at that time, in minutes. */
  readonly atMs: number;
  readonly minutesEast: number;
}

const WORDS = [
  'instrument',
  'location',
  'operator',
  'label',
  'zone',
  'computer',
  'run',
  'folder',
  'yyyy',
  'mm',
  'dd',
  'hh',
  'min',
] as const;
type Word = (typeof WORDS)[number];

/** The placeholders of a template that do not exist. */
export function unknownWords(template: string): readonly string[] {
  const used = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, word = '']) => word);
  return used.filter(word => !isWord(word));
}

function isWord(word: string): word is Word {
  return WORDS.some(each => each === word);
}

/** The folder names below the destination. Parts without a value are left out, so that no name is empty. */
export function layoutFolders(template: string, facts: LayoutFacts): readonly string[] {
  return template
    .split('/')
    .flatMap(part => (part.trim() === '{folder}' ? facts.key.split('/').slice(0, -1) : [fillTemplate(part, facts)]))
    .map(part => part.trim())
    .filter(part => part !== '' && !/^[-_\s.]+$/.test(part))
    .map(part => toRemoteName(part, EXACT_NAMES));
}

/** Fills in a template; values are kept on one line. */
export function fillTemplate(template: string, facts: LayoutFacts): string {
  const values = valuesOf(facts);
  return template.replaceAll(/\{([^{}]*)\}/g, (whole, word: string) => (isWord(word) ? oneName(values[word]) : whole));
}

function valuesOf(facts: LayoutFacts): { readonly [W in Word]: string } {
  const local = isoTime(facts.atMs + facts.minutesEast * 60_000);
  return {
    instrument: facts.instrument,
    location: facts.location,
    operator: facts.operator ?? '',
    label: facts.label ?? '',
    zone: facts.zone,
    computer: facts.computer,
    run: facts.run,
    folder: facts.key.split('/').slice(0, -1).join(' '),
    yyyy: local.slice(0, 4),
    mm: local.slice(5, 7),
    dd: local.slice(8, 10),
    hh: local.slice(11, 13),
    min: local.slice(14, 16),
  };
}

/** Replaces separators and control characters, so that a value never adds a folder. */
function oneName(value: string): string {
  // oxlint-disable-next-line no-control-regex
  return value.replaceAll(/[/\\\u0000-\u001f]/g, '-');
}

/** What a run's folder and labels are made from. */
interface RunFacts {
  readonly wish: ZoneWish;
  readonly run: Pick<Run, 'key' | 'name' | 'operator' | 'label'>;
  readonly computer: string;
  /** Earliest modification time of its files, ms since the epoch. */
  readonly atMs: number;
  readonly minutesEast: number;
}

/** The destination folder of a run, and its operator. */
export function runFolderOf(facts: RunFacts): { folder: readonly string[]; operator: string | null } {
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
  return runFolderOf({ wish: { ...wish, layout: constant }, run, computer, atMs: 0, minutesEast: 0 }).folder;
}

/** Tags and description of a file; empty where the zone defines none. */
interface Labels {
  readonly tags: readonly string[];
  readonly description: string | null;
}

/** The operator by the zone's rule; null: not known. @param path of the dataset inside the zone's folder. */
export function operatorOf(rule: OperatorRule, path: string): string | null {
  if (rule.kind === 'none') return null;
  if (rule.kind === 'fixed') return rule.name;
  const found = patternOf(rule.pattern)?.exec(path);
  const name = (found?.groups?.['operator'] ?? found?.[1] ?? '').trim();
  return name === '' ? null : name;
}

/** Compiles a pattern typed by a person; null when it is invalid. */
export function patternOf(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return null;
  }
}

/** Tags and description for the files of a run. */
export function labelsOf({ tags, instrument, description }: ZoneWish, facts: LayoutFacts): Labels {
  const named = facts.label === null ? [] : [facts.label];
  const all = [...tags, ...(tags.length > 0 && instrument !== '' ? [instrument] : []), ...named];
  const text = fillTemplate(description, facts).trim();
  return { tags: [...new Set(all)], description: text === '' ? null : text };
}
