import { zipSync } from 'fflate';

import { chromatography } from '../../preview/csv/chromatography.ts';
import { plateReaders } from '../../preview/csv/plate-readers.ts';
import { qpcr } from '../../preview/csv/qpcr.ts';
import { plateWorkbook, protocolDocument, titledWorkbook } from '../../preview/files/office.ts';
import { reportPdf, scannedPdf } from '../../preview/files/pdf.ts';
import { numpyFile } from '../../preview/files/arrays.ts';
import { slides } from '../../preview/files/documents.ts';
import { cytometry, massSpectra, reads, trace } from './measurements.ts';
import { cellStack } from '../../preview/files/tiff.ts';

/** Files that the gallery looks into. */
export interface GalleryContent {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const PREFIX = '/content/';

/** What is at an address of the gallery; null: nothing of this. */
export function contentAt(path: string): GalleryContent | null {
  if (!path.startsWith(PREFIX)) return null;
  return contentNamed(decodeURIComponent(path.slice(PREFIX.length)));
}

/** Where the gallery serves a file. */
export function addressOfContent(name: string): string {
  return `${PREFIX}${encodeURIComponent(name)}`;
}

/** A file by its name; null: there is none. */
export function contentNamed(name: string): GalleryContent | null {
  const known = made.get(name);
  const make = CONTENTS.find(content => content.name === name)?.make;
  if (known !== undefined || make === undefined) return known ?? null;
  const content = { name, bytes: make() };
  made.set(name, content);
  return content;
}

/** Makes a content on demand: each page of the gallery is loaded separately and needs only what it shows. */
interface Recipe {
  readonly name: string;
  readonly make: () => Uint8Array;
}

const made = new Map<string, GalleryContent>();

function text(name: string, lines: readonly string[]): Recipe {
  return { name, make: () => new TextEncoder().encode(lines.join('\n')) };
}

/** An export as an instrument wrote it, under a name that a person gave it. */
function exported(name: string, from: readonly GalleryContent[], at: string): Recipe {
  return { name, make: () => from.find(each => each.name === at)?.bytes ?? new Uint8Array() };
}

/** A picture of so many pixels, as plain as they come. */
function picture(width: number, height: number): Uint8Array {
  const line = Math.ceil((width * 3) / 4) * 4;
  const view = new DataView(new ArrayBuffer(54 + line * height));
  view.setUint16(0, 0x424d);
  view.setUint32(2, view.byteLength, true);
  view.setUint32(10, 54, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  view.setInt32(22, height, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const far = Math.hypot(x - width / 2, y - height / 2);
      const light = Math.max(0, 200 - far * 1.1 + 40 * Math.sin(far / 6));
      view.setUint8(54 + y * line + x * 3 + 1, Math.min(255, light));
      view.setUint8(54 + y * line + x * 3, (x * y) % 50);
    }
  return new Uint8Array(view.buffer);
}

/** Planes of an array, as a model of a picture writes them. */
function waves(planes: number, side: number): Uint8Array {
  const values = Float64Array.from({ length: planes * side * side }, (_, at) => {
    const [x, y] = [at % side, Math.floor(at / side) % side];
    return Math.sin(Math.hypot(x - side / 2, y - side / 3) / 5) * Math.exp(-x / side);
  });
  return numpyFile("'<f8'", `(${planes}, ${side}, ${side})`, new Uint8Array(values.buffer));
}

const rounded = (value: number) => value.toFixed(4);

/** Fluorescence of eight wells by cycle, as an instrument writes it. */
const AMPLIFICATION = [
  ['Cycle', ...'ABCDEFGH'].map((name, at) => (at === 0 ? name : `${name}1`)).join(','),
  ...Array.from({ length: 40 }, (_, cycle) =>
    [
      cycle + 1,
      ...Array.from({ length: 8 }, (__, well) =>
        rounded(2.4 / (1 + Math.exp((17 + well * 2.1 - cycle) * 0.7)) + 0.03 * Math.sin(cycle * 7 + well)),
      ),
    ].join(','),
  ),
];
const STANDARDS = [
  'Sample,Quantity,CT',
  ...Array.from(
    { length: 18 },
    (_, at) =>
      `Std ${Math.floor(at / 3) + 1},${10 ** (Math.floor(at / 3) + 1)},${rounded(37.4 - 3.35 * Math.floor(at / 3) + 0.15 * Math.sin(at * 5))}`,
  ),
];
const FREEZER = [
  'Time,Freezer 1 (°C),Freezer 2 (°C)',
  ...Array.from({ length: 900 }, (_, at) =>
    [
      new Date(Date.UTC(2026, 10, 16) + at * 300_000).toISOString().slice(0, 19).replace('T', ' '),
      rounded(-80 + Math.sin(at / 9) + (at > 520 && at < 560 ? (at - 520) / 3 : 0)),
      rounded(-78.5 + 0.6 * Math.cos(at / 14)),
    ].join(','),
  ),
];
const CELLS = [
  'Treatment,Area µm²,Intensity',
  ...Array.from({ length: 600 }, (_, at) => {
    const arm = at % 4;
    const noise = Math.sin(at * 12.9898) * 43_758.5453;
    const share = noise - Math.floor(noise);
    return [
      `${['DMSO', 'Drug 1 µM', 'Drug 5 µM', 'Drug 10 µM'][arm] ?? ''}`,
      rounded(180 + arm * 40 + share * 160),
      rounded(20 + share * share * 300 * (arm + 1)),
    ].join(',');
  }),
];
const WELLS = [
  'Well,OD450,OD570',
  ...Array.from({ length: 96 }, (_, at) =>
    [
      `${'ABCDEFGH'[Math.floor(at / 12)] ?? ''}${(at % 12) + 1}`,
      at === 40 ? '3.9000' : at === 95 ? 'OVER' : rounded(0.2 + (at % 12) * 0.09 + Math.sin(at * 3) * 0.05),
      rounded(0.05 + Math.abs(Math.sin(at)) * 0.02),
    ].join(','),
  ),
];

function rawData(): Uint8Array {
  const bytes = (words: string): Uint8Array => new TextEncoder().encode(words);
  return zipSync({
    'raw/plate7.csv': bytes('Well,OD\nA1,0.2\n'),
    'raw/plate8.csv': bytes('Well,OD\n'),
    'notes.md': bytes('# Day 2'),
  });
}

/** A colour for each place, as a small picture. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAH0lEQVR42gXBAQEAMAzDoMi5iIqYHOQfSk8nKnt2xj5LkgaRJqe8BAAAAABJRU5ErkJggg==';
const NOTEBOOK = {
  cells: [
    { cell_type: 'markdown', metadata: {}, source: ['# A fit of plate 7'] },
    {
      cell_type: 'code',
      execution_count: 3,
      metadata: {},
      source: ['fit(plate)'],
      outputs: [
        { output_type: 'stream', name: 'stdout', text: ['2 outliers\n'] },
        { output_type: 'display_data', data: { 'image/png': PNG }, metadata: {} },
      ],
    },
  ],
  metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } },
  nbformat: 4,
  nbformat_minor: 5,
};

const CONTENTS: readonly Recipe[] = [
  text('IL6 amplification.csv', AMPLIFICATION),
  text('IL6 standards.csv', STANDARDS),
  text('Freezer log.csv', FREEZER),
  text('Cells by treatment.csv', CELLS),
  text('ELISA of day 3.csv', WELLS),
  exported('Plate 7 OD450.csv', plateReaders, 'absorbance-96-grid.csv'),
  exported('IL6 qPCR.csv', qpcr, 'results-with-block.csv'),
  exported('Caffeine peaks.csv', chromatography, 'peak-table-comma.csv'),
  text('MTT viability.md', [
    '# MTT viability',
    '',
    'Reads *metabolic activity* at **562 nm**, after [the method](https://example.org/mtt). CO<sub>2</sub> at 5 %.',
    '',
    '| Reagent | Stock | Final |',
    '|---|--:|--:|',
    '| MTT | 5 mg/mL | 0.5 mg/mL |',
    '',
    '- [x] Seed 10,000 cells per well',
    '- [ ] Incubate 24 h at 37 °C',
    '',
    'Viability is $V = \\frac{A_s - A_b}{A_c - A_b}$.',
    '',
    '```python',
    'print(plate.mean())',
    '```',
    '',
    '> Keep in the dark.',
    '',
    '![gel of day 2](https://evil.example.org/gel.png)',
  ]),
  text('run.json', [
    '{ "run": "R-17", "instrument": { "name": "Cycler 3", "channels": ["FAM", "ROX"] }, "passed": true, "note": null,',
    '  "cycles": 40, "threshold": 0.250 }',
  ]),
  text('broken.json', ['{ "run": "R-17",', '  "cycles": }']),
  text('analyse.py', [
    '"""Fits a dose response curve."""',
    'import numpy as np',
    '',
    'PLATE = 96  # wells',
    '',
    'def fit(dose: list[float]) -> float:',
    '    return float(np.mean(dose)) if dose else 0.5',
  ]),
  text(
    'instrument.log',
    Array.from({ length: 400 }, (_, at) => `14:0${at % 10}:11 lamp ${at} steady, ratio ${(at / 7).toFixed(3)}`),
  ),
  { name: 'colony.bmp', make: () => picture(320, 220) },
  text('gel.svg', [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 120"><rect width="200" height="120" fill="#223"/>',
    '<rect x="20" y="30" width="26" height="5" fill="#eee"/><rect x="70" y="60" width="26" height="5" fill="#ccc"/></svg>',
  ]),
  { name: 'Plate 7 analysis.xlsx', make: () => plateWorkbook() },
  { name: 'Plate 8 ELISA.xlsx', make: () => titledWorkbook() },
  { name: 'Signed notebook page.pdf', make: scannedPdf },
  { name: 'HeLa DAPI z-stack.tif', make: () => cellStack() },
  { name: 'Raw data.zip', make: () => rawData() },
  text('Fit of plate 7.ipynb', [JSON.stringify(NOTEBOOK)]),
  text('not sequences.fasta', ['There are no sequences at all in here.', 'Only a note.']),
  { name: 'Dosing talk.pptx', make: () => slides() },
  { name: 'attention map.npy', make: () => waves(3, 120) },
  { name: 'Lysis protocol.docx', make: () => protocolDocument() },
  { name: 'Thermal shift report.pdf', make: () => reportPdf() },
  { name: 'Panel A 24 h.fcs', make: cytometry },
  { name: 'Clone 7 M13F.ab1', make: trace },
  { name: 'Plasma run 12.mzML', make: massSpectra },
  { name: 'Amplicons R1.fastq', make: reads },
  { name: 'damaged.csv', make: () => Uint8Array.from({ length: 300 }, (_, at) => at % 7) },
  { name: 'traces.raw', make: () => Uint8Array.from({ length: 300 }, (_, at) => at % 7) },
];
