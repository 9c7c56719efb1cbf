import type { GeneratedObject } from './generated-key.ts';

/** Every line of a generated text, table or JSON record, its end included; ASCII only, so a character is a byte. */
export const LINE_BYTES = 64;

/** Line `index` of an object, exactly `LINE_BYTES` long. */
export function lineOf({ kind, seed }: GeneratedObject, index: number): string {
  const draw = drawn(seed, index);
  const number = String(index % 10_000_000).padStart(7, '0');
  if (kind === 'table')
    return ended(index === 0 ? 'row,well,cycle,signal,baseline,flag' : tableRow(number, draw), '\r\n');
  if (kind === 'json') return ended(`{"n":"${number}","od":${(draw() * 4).toFixed(4)},"well":"${well(draw)}"}`, ',\n');
  const words = Array.from({ length: 7 }, () => WORDS[Math.floor(draw() * WORDS.length)] ?? '').join(' ');
  return ended(`${number} ${words}`, '\n');
}

function tableRow(number: string, draw: () => number): string {
  const values = [(draw() * 65_535).toFixed(2), (draw() * 120).toFixed(3), draw() < 0.02 ? 'saturated' : 'ok'];
  return [number, well(draw), 1 + Math.floor(draw() * 40), ...values].join(',');
}

function well(draw: () => number): string {
  return `${'ABCDEFGH'.charAt(Math.floor(draw() * 8))}${1 + Math.floor(draw() * 12)}`;
}

function ended(text: string, end: string): string {
  const room = LINE_BYTES - end.length;
  return text.slice(0, room).padEnd(room, ' ') + end;
}

/** Numbers in [0, 1) for one line of one object (mulberry32, started from both). */
function drawn(seed: number, index: number): () => number {
  let state = (Math.imul(index + 1, 0x9e3779b1) ^ (seed % 2 ** 32) ^ Math.floor(seed / 2 ** 32)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS: readonly string[] = [
  'buffer',
  'lysate',
  'rinse',
  'passage',
  'plate',
  'gel',
  'pellet',
  'spin',
  'assay',
  'dilute',
  'probe',
  'band',
  'signal',
  'blank',
  'medium',
  'serum',
];

/** The beginning and the end of a PDF of one page, `fillBytes` of an unused stream between them; null when it is too small. */
export function pdfFrame(
  seed: number,
  sizeBytes: number,
): { readonly head: Uint8Array; readonly fillBytes: number; readonly tail: Uint8Array } | null {
  // The numbers inside are as long as the size is, so the frame's length does not depend on the filling.
  const digits = String(sizeBytes).length;
  const frame = (fillBytes: number): { head: string; tail: string } => {
    const page = `BT /F1 14 Tf 60 760 Td (Report ${seed % 100_000}) Tj ET`;
    const objects = [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>',
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      `<</Length ${page.length}>>stream\n${page}\nendstream`,
    ];
    let head = '%PDF-1.4\n';
    const places = objects.map((object, index) => {
      const place = head.length;
      head += `${index + 1} 0 obj${object}endobj\n`;
      return place;
    });
    places.push(head.length);
    head += `6 0 obj<</Length ${String(fillBytes).padStart(digits, '0')}>>stream\n`;
    const ending = '\nendstream endobj\n';
    const table = places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
    const start = String(head.length + fillBytes + ending.length).padStart(digits, '0');
    const tail = `${ending}xref\n0 7\n0000000000 65535 f \n${table}trailer<</Size 7/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
    return { head, tail };
  };
  const empty = frame(0);
  const fillBytes = sizeBytes - empty.head.length - empty.tail.length;
  if (fillBytes < 0) return null;
  const { head, tail } = frame(fillBytes);
  return { head: Buffer.from(head, 'latin1'), fillBytes, tail: Buffer.from(tail, 'latin1') };
}

/** Tags whose values are 16 bits long; of the others, 32. */
const SHORT_TAGS: ReadonlySet<number> = new Set([258, 259, 262, 277]);
const TIFF_ENTRIES = 9;
const TIFF_HEADER_BYTES = 8 + 2 + TIFF_ENTRIES * 12 + 4;

/** The header of a grey TIFF whose pixels, 8 bits each, fill the rest of the file; null when there is no room for one. */
export function tiffHeader(sizeBytes: number): Uint8Array | null {
  const pixels = sizeBytes - TIFF_HEADER_BYTES;
  // Sizes stand in 32 bits.
  if (pixels < 1 || sizeBytes >= 2 ** 32) return null;
  const width = Math.min(pixels, Math.max(1, Math.floor(Math.sqrt(pixels))));
  const height = Math.floor(pixels / width);
  const header = Buffer.alloc(TIFF_HEADER_BYTES);
  header.write('II*\0', 'latin1');
  header.writeUInt32LE(8, 4);
  header.writeUInt16LE(TIFF_ENTRIES, 8);
  const entries = [
    [256, width],
    [257, height],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, TIFF_HEADER_BYTES],
    [277, 1],
    [278, height],
    [279, width * height],
  ] as const;
  entries.forEach(([tag, value], index) => {
    const at = 10 + index * 12;
    header.writeUInt16LE(tag, at);
    header.writeUInt16LE(SHORT_TAGS.has(tag) ? 3 : 4, at + 2);
    header.writeUInt32LE(1, at + 4);
    header.writeUInt32LE(value, at + 8);
  });
  return header;
}
