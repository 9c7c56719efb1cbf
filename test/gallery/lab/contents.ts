import { chromatography } from '../../preview/csv/chromatography.ts';
import { plateReaders } from '../../preview/csv/plate-readers.ts';
import { qpcr } from '../../preview/csv/qpcr.ts';
import { plateWorkbook, protocolDocument, titledWorkbook } from '../../preview/files/office.ts';
import { reportPdf, scannedPdf } from '../../preview/files/pdf.ts';
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

const CONTENTS: readonly Recipe[] = [
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
  { name: 'Lysis protocol.docx', make: () => protocolDocument() },
  { name: 'Thermal shift report.pdf', make: () => reportPdf() },
  { name: 'damaged.csv', make: () => Uint8Array.from({ length: 300 }, (_, at) => at % 7) },
  { name: 'traces.raw', make: () => Uint8Array.from({ length: 300 }, (_, at) => at % 7) },
];
