import { isoTime } from '../../../core/calendar.ts';
import { toRemoteName } from '../../../core/names/local-names.ts';
import { EXACT_NAMES } from '../../../core/names/volume-names.ts';

/** Values for the placeholders of a template. */
export interface LayoutFacts {
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
    .flatMap(part => (part.trim() === '{folder}' ? facts.key.split('/').slice(0, -1) : [filled(part, facts)]))
    .map(part => part.trim())
    .filter(part => part !== '' && !/^[-_\s.]+$/.test(part))
    .map(part => toRemoteName(part, EXACT_NAMES));
}

/** Fills in a template; values are kept on one line. */
export function filled(template: string, facts: LayoutFacts): string {
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
