import type { Handlers } from '../../../../shared/contract.ts';
import { pdfTexts } from '../../../../shared/features/preview/files-text.ts';
import { compareTexts } from '../../../../shared/features/versions/compare-text.ts';
import { versionWindowWords as words } from '../../../../shared/features/versions/window-text.ts';
import { documentOf, titledWorkbook } from '../../../preview/files/office.ts';
import { lockedPdf, pdfOf } from '../../../preview/files/pdf.ts';
import { cellStack } from '../../../preview/files/tiff.ts';
import type { Hand } from '../../hand.ts';
import type { Scene } from '../../scene.ts';
import { FILES, HEAD, listed, ofRow, oldest } from './versions.ts';

/** An older and the current version of a file that is no text. */
function held(name: string, older: () => Uint8Array, current: () => Uint8Array): Partial<Handlers> {
  return {
    ...listed({ name, hasMore: false }),
    'versions.bytes': async ({ version }) => {
      const bytes = version === HEAD ? current() : older();
      const text = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
      return { name, sizeBytes: bytes.length, bytes: btoa(text) };
    },
  };
}

async function compareWithCurrent(hand: Hand): Promise<void> {
  await ofRow(hand, oldest, words.compareWith);
  await hand.see(words.comparing('').slice(0, 20));
}

const inHistory = { screen: 'comparison', route: FILES, steps: compareWithCurrent } as const;

const paragraphs = (...lines: readonly string[]): Uint8Array =>
  documentOf(lines.map(line => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`).join(''));
const BUFFER = ['Lysis of HEK293 cells', 'Keep everything on ice.', 'Wash twice with cold PBS.'];
const REPORT = ['Thermal shift assay, plate 7', 'Protein: carbonic anhydrase II, 2 µM'];

/** Versions of files that are read before they are compared. */
export const comparedFileScenes: readonly Scene[] = [
  {
    ...inHistory,
    state: 'full',
    name: 'sheets',
    answers: held(
      'Plate 8 ELISA.xlsx',
      () => titledWorkbook(0),
      () => titledWorkbook(0.02),
    ),
    shows: [words.sheets(1, 2)],
  },
  {
    ...inHistory,
    state: 'full',
    name: 'text of documents',
    answers: held(
      'Lysis protocol.docx',
      () => paragraphs(...BUFFER, 'Add 200 µL lysis buffer.', 'Spin, keep the supernatant.'),
      () => paragraphs(...BUFFER, 'Add 150 µL lysis buffer with inhibitor.', 'Spin, keep the supernatant.'),
    ),
    shows: [words.ofText, '150 µL'],
  },
  {
    ...inHistory,
    state: 'full',
    name: 'text of PDFs',
    answers: held(
      'Thermal shift report.pdf',
      () => pdfOf([{ lines: [...REPORT, 'Melting temperature: 64.2 °C'] }]),
      () => pdfOf([{ lines: [...REPORT, 'Melting temperature: 64.9 °C'] }]),
    ),
    shows: [words.ofText, pdfTexts.pageMark(1), '64.9'],
  },
  {
    ...inHistory,
    state: 'full',
    name: 'stacks',
    answers: held(
      'HeLa DAPI z-stack.tif',
      () => cellStack(12, 160),
      () => cellStack(10, 160),
    ),
    shows: [words.images.swipe, '160 × 160 pixels', '1 of 12'],
  },
  {
    ...inHistory,
    state: 'partial',
    name: 'hashes',
    answers: held('Report.pdf', () => pdfOf([{ lines: REPORT }]), lockedPdf),
    shows: [compareTexts.why.unreadable, 'SHA-256'],
  },
];
