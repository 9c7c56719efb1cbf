import { mixed } from './draws.ts';
import type { GeneratedKind } from '../storage/generated-key.ts';

/** How the files of a folder are called and what they hold. */
export interface Style {
  readonly kind: GeneratedKind;
  readonly medianBytes: number;
  readonly largestBytes: number;
  /** The name of file `index` in a folder; no two of a folder are the same. `day` is `2024-03-17`. */
  name(index: number, day: string, salt: number): string;
}

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** `index` as an instrument counts. */
function counted(index: number, digits: number): string {
  return String(index).padStart(digits, '0');
}

/** One of a list, the same for the same number and salt. */
function oneOf(list: readonly string[], index: number, salt: number): string {
  return list[mixed(index, salt) % list.length] ?? '';
}

const TOPICS: readonly string[] = [
  'Meeting notes',
  'Besprechung Puffer & Gele',
  'Überstand Proben (Käthe)',
  'Протокол опыта',
  '实验记录',
  '培養ログ',
  "résumé d'essai",
  'Δct analysis',
  'Señal de control',
  'Gelöschte Wells prüfen',
  '🧪 buffer check',
  'open questions',
  'freezer inventory',
  'weekly plan',
  'cell line log HEK293T',
  'ärgerliche Ausreißer',
];
const GENES: readonly string[] = ['GAPDH', 'TNF', 'IL6', 'RPLP0', 'ACTB', 'MYC', 'TP53', 'EGFR', 'KRAS', 'VEGFA'];
const SAMPLES: readonly string[] = ['HeLa', 'HEK293T', 'RAW 264.7', 'A549', 'THP-1', 'tissue µ-section', 'Zebrafisch'];
const READERS: readonly string[] = ['PR1', 'PR2', 'Reader-B', 'Labor 3'];
const LETTERS = 'ABCDEFGH';

function well(index: number): string {
  return `${LETTERS.charAt(index % 8)}${counted(1 + (Math.floor(index / 8) % 12), 2)}`;
}

/** Some computers write accents as characters of their own. */
function decomposed(name: string, index: number, salt: number): string {
  return mixed(index, salt + 1) % 3 === 0 ? name.normalize('NFD') : name;
}

export const STYLES: readonly Style[] = [
  {
    kind: 'table',
    medianBytes: 48 * KILOBYTE,
    largestBytes: 20 * MEGABYTE,
    name: (index, day, salt) => `${day}_${oneOf(READERS, 0, salt)}_run-${counted(index, 6)}.csv`,
  },
  {
    kind: 'tiff',
    medianBytes: 6 * MEGABYTE,
    largestBytes: 400 * MEGABYTE,
    name: (index, day, salt) =>
      `${oneOf(SAMPLES, 0, salt)}_${day}_${well(index)}_s${1 + (index % 4)}_ch${index % 3}_${counted(index, 5)}.tif`,
  },
  {
    kind: 'bytes',
    medianBytes: 90 * MEGABYTE,
    largestBytes: 6000 * MEGABYTE,
    name: (index, _day, salt) =>
      `${oneOf(GENES, 0, salt)}-S${index + 1}_L00${1 + (index % 4)}_R${1 + (index % 2)}_001.fastq.gz`,
  },
  {
    kind: 'text',
    medianBytes: 3 * KILOBYTE,
    largestBytes: 300 * KILOBYTE,
    name: (index, day, salt) => {
      const extension = index % 4 === 0 ? 'txt' : 'md';
      return decomposed(`${day} ${oneOf(TOPICS, index, salt)} ${index + 1}.${extension}`, index, salt);
    },
  },
  {
    kind: 'pdf',
    medianBytes: 350 * KILOBYTE,
    largestBytes: 60 * MEGABYTE,
    name: (index, day, salt) => `Report ${day.slice(0, 4)}-${counted(index + 1, 4)} – ${oneOf(GENES, index, salt)}.pdf`,
  },
  {
    kind: 'table',
    medianBytes: 9 * KILOBYTE,
    largestBytes: 2 * MEGABYTE,
    name: (index, day) => `Plate ${counted(index + 1, 3)} ELISA (TNF-α) ${day}.tsv`,
  },
  {
    kind: 'bytes',
    medianBytes: 800 * KILOBYTE,
    largestBytes: 900 * MEGABYTE,
    name: (index, day, salt) =>
      `HPLC_${counted(index, 4)}_PUR-05_${day.replaceAll('-', '')}_${oneOf(READERS, 0, salt)}.trc`,
  },
  {
    kind: 'json',
    medianBytes: 14 * KILOBYTE,
    largestBytes: 5 * MEGABYTE,
    name: (index, day, salt) => `qPCR ${oneOf(GENES, index, salt)} ${day} ${well(index)} #${index + 1}.json`,
  },
  {
    kind: 'bytes',
    medianBytes: 15 * MEGABYTE,
    largestBytes: 700 * MEGABYTE,
    name: (index, day) => `Specimen_${counted(index, 4)}_Tube_${counted(index % 96, 3)}_${day}.fcs`,
  },
];
