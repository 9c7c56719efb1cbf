import { deflateRawSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { dicomEncoding, dicomText } from '../../../shared/preview/formats/images/dicom-text.ts';
import type { PictureSection } from '../../../shared/preview/formats/sections.ts';
import { linesOf, sectionsOf } from './fixtures.ts';
import { joined } from './made/bytes.ts';
import { BIG, DEFLATED, type DicomElement, dicomElement, dicomFile, dicomHead, PLAIN, UNNAMED } from './made/dicom.ts';

const PATIENT: DicomElement = [0x00100010, 'PN', 'Doe^Jane'];
const CUT = 'This file ends too early or is damaged; what stands before that place is shown.';

/** An image of two rows of two pixels. A later element takes the place of an earlier one. */
function imageOf(pixels: Uint8Array, others: readonly DicomElement[] = []): readonly DicomElement[] {
  const usual: readonly DicomElement[] = [
    [0x00080060, 'CS', 'CT'],
    PATIENT,
    [0x00280002, 'US', [1]],
    [0x00280004, 'CS', 'MONOCHROME2'],
    [0x00280010, 'US', [2]],
    [0x00280011, 'US', [2]],
    [0x00280100, 'US', [16]],
    [0x7fe00010, 'OW', pixels],
  ];
  const all = new Map([...usual, ...others].map(each => [each[0], each]));
  return [...all.values()].toSorted((one, other) => one[0] - other[0]);
}

const WINDOW: readonly DicomElement[] = [
  [0x00280103, 'US', [1]],
  [0x00281050, 'DS', '40'],
  [0x00281051, 'DS', '400'],
  [0x00281052, 'DS', '-1000'],
  [0x00281053, 'DS', '1'],
];
const FRAMES: DicomElement = [0x00280008, 'IS', '2'];
const words = (...values: readonly number[]): Uint8Array => new Uint8Array(new Uint16Array(values).buffer);

async function pictureOf(file: Uint8Array, frame = '0'): Promise<PictureSection | undefined> {
  const { sections } = await sectionsOf('a.dcm', file, { frame });
  return sections.find(section => section.is === 'picture');
}

/** One of the colours of the first pixels. */
const shades = (picture: PictureSection | undefined, colour = 0): readonly (number | undefined)[] =>
  [0, 1, 2, 3].map(at => picture?.pixels[at * 4 + colour]);

/** The first pixels, each as red, green and blue. */
const colours = (picture: PictureSection | undefined): readonly (readonly number[])[] =>
  [0, 1].map(at => [...(picture?.pixels.subarray(at * 4, at * 4 + 3) ?? [])]);

describe('a medical image in shades of gray', () => {
  const values = words(0, 840, 1040, 1239, 1040, 1040, 1040, 1040);

  test('is shown in the window that it asks for, a frame at a time', async () => {
    const file = dicomFile(imageOf(values, [...WINDOW, FRAMES]));
    const picture = await pictureOf(file);
    expect(shades(picture)).toEqual([0, 0, 128, 255]);
    expect(picture?.note).toBe('Black is -160, white is 239, as the file asks for.');
    expect(shades(await pictureOf(file, '1'))).toEqual([128, 128, 128, 128]);
    expect((await sectionsOf('a.dcm', file)).sections.find(section => section.is === 'choice')).toMatchObject({
      chosen: '0',
      options: [{}, {}],
    });
    expect(await linesOf('a.dcm', file)).toContain('Patient: Doe Jane');
  });

  test('whose least value is white says which is which', async () => {
    const light: DicomElement = [0x00280004, 'CS', 'MONOCHROME1 '];
    const plain = await pictureOf(dicomFile(imageOf(words(1, 2, 3, 5), [light])));
    expect([shades(plain), plain?.note]).toEqual([[255, 191, 128, 0], 'Black is 5, white is 1.']);
    const windowed = await pictureOf(dicomFile(imageOf(values, [...WINDOW, light])));
    expect([shades(windowed), windowed?.note]).toEqual([
      [255, 255, 127, 0],
      'Black is 239, white is -160, as the file asks for.',
    ]);
  });

  test('with values of twelve bits leaves out what stands in the other four, and keeps their sign', async () => {
    const twelve: readonly DicomElement[] = [
      [0x00280101, 'US', [12]],
      [0x00280102, 'US', [11]],
      [0x00280103, 'US', [1]],
    ];
    const picture = await pictureOf(dicomFile(imageOf(words(0x0fff, 0x1000, 0x0001, 0xf002), twelve)));
    expect([shades(picture), picture?.note]).toEqual([[0, 85, 170, 255], 'Black is -1, white is 2.']);
  });

  test('with values of four bytes is drawn', async () => {
    const file = dicomFile(imageOf(words(0, 0, 0, 1, 0, 2, 0, 3), [[0x00280100, 'US', [32]]]));
    expect((await pictureOf(file))?.note).toBe('Black is 0, white is 196608.');
  });

  test('that is compressed says so', async () => {
    expect((await linesOf('a.dcm', dicomFile(imageOf(values), '1.2.840.10008.1.2.4.70'))).at(-1)).toBe(
      'The picture is compressed (1.2.840.10008.1.2.4.70) and is not drawn here.',
    );
  });

  test('with fewer pixels than it says is told as far as it goes', async () => {
    const told = await linesOf('a.dcm', dicomFile(imageOf(values.subarray(0, 6))));
    expect(told).toContain('Patient: Doe Jane');
    expect(told.at(-1)).toBe('The image in this file is not as the file says, or damaged, so it is not drawn.');
  });
});

describe('a medical image in colours', () => {
  const coloured = (said: string, bits: number): readonly DicomElement[] => [
    [0x00280002, 'US', [3]],
    [0x00280004, 'CS', said],
    [0x00280100, 'US', [bits]],
  ];

  test('is drawn in them, pixel by pixel and plane by plane', async () => {
    const pixel = Uint8Array.of(255, 1, 2, 3, 255, 4, 0, 0, 0, 0, 0, 0);
    expect(colours(await pictureOf(dicomFile(imageOf(pixel, coloured('RGB', 8)))))).toEqual([
      [255, 1, 2],
      [3, 255, 4],
    ]);
    const plane = Uint8Array.of(255, 3, 0, 0, 1, 255, 0, 0, 2, 4, 0, 0);
    const file = dicomFile(imageOf(plane, [...coloured('RGB', 8), [0x00280006, 'US', [1]]]));
    expect(colours(await pictureOf(file))).toEqual([
      [255, 1, 2],
      [3, 255, 4],
    ]);
  });

  test('of two bytes each is drawn in all their range', async () => {
    const file = dicomFile(imageOf(words(65_535, 0, 32_768, ...Array<number>(9).fill(0)), coloured('RGB', 16)));
    expect(colours(await pictureOf(file))[0]).toEqual([255, 0, 128]);
  });

  test('that are kept as brightness and differences is drawn in red, green and blue', async () => {
    const full = Uint8Array.of(76, 85, 255, 150, 44, 21, 0, 128, 128, 255, 128, 128);
    expect(colours(await pictureOf(dicomFile(imageOf(full, coloured('YBR_FULL', 8)))))).toEqual([
      [254, 0, 0],
      [0, 255, 1],
    ]);
    const halved = Uint8Array.of(76, 76, 85, 255, 0, 255, 128, 128);
    expect(colours(await pictureOf(dicomFile(imageOf(halved, coloured('YBR_FULL_422', 8)))))).toEqual([
      [254, 0, 0],
      [254, 0, 0],
    ]);
  });

  test('of a palette is drawn in these, whatever its values are', async () => {
    const ramp = (...values: readonly number[]): Uint8Array => words(...values.map(value => value * 257));
    const palette: readonly DicomElement[] = [
      [0x00280004, 'CS', 'PALETTE COLOR '],
      [0x00281101, 'US', [3, 10, 16]],
      [0x00281102, 'US', [3, 10, 16]],
      [0x00281103, 'US', [3, 10, 16]],
      [0x00281201, 'OW', ramp(1, 2, 3)],
      [0x00281202, 'OW', ramp(4, 5, 6)],
      [0x00281203, 'OW', ramp(7, 8, 9)],
    ];
    const picture = await pictureOf(dicomFile(imageOf(words(0, 11, 12, 99), palette)));
    expect([0, 1, 2].map(colour => shades(picture, colour))).toEqual([
      [1, 2, 3, 3],
      [4, 5, 6, 6],
      [7, 8, 9, 9],
    ]);
    const without = dicomFile(imageOf(words(0, 1, 2, 3), palette.slice(0, 4)));
    expect((await linesOf('a.dcm', without)).at(-1)).toContain('palette that is not read');
  });

  test('that are kept in another way says so', async () => {
    const file = dicomFile(imageOf(new Uint8Array(12), coloured('HSV', 8)));
    expect((await linesOf('a.dcm', file)).at(-1)).toContain('The colours of this picture are kept as HSV');
  });
});

describe('a file of a medical image', () => {
  test('that is packed as a whole is shown as one that is not', async () => {
    const elements = imageOf(words(0, 1, 2, 3));
    const packed = joined([dicomHead(DEFLATED), deflateRawSync(joined(elements.map(each => dicomElement(each))))]);
    expect(await linesOf('a.dcm', packed)).toEqual(await linesOf('a.dcm', dicomFile(elements, PLAIN)));
  });

  test('that ends early is shown as far as it goes, and says so', async () => {
    const elements = [PATIENT, [0x00400310, 'ST', 'Dose 1748'] as const];
    const whole = dicomFile(elements);
    expect((await linesOf('a.dcm', whole)).at(-1)).toBe('There is no image in this file.');
    const told = await linesOf('a.dcm', whole.subarray(0, -1));
    expect(told).toContain('Patient: Doe Jane');
    expect(told.at(-1)).toBe(CUT);
    const packed = joined([
      dicomHead(DEFLATED),
      deflateRawSync(joined(imageOf(words(0, 1, 2, 3)).map(each => dicomElement(each)))),
    ]);
    expect((await linesOf('a.dcm', packed.subarray(0, -12))).at(-1)).toBe(CUT);
  });
});

describe('names in a medical image', () => {
  test.each([
    ['GB18030', [0xcd, 0xf5, 0x5e, 0xd0, 0xa1, 0xb6, 0xab], '王 小东'],
    ['ISO_IR 192', [0xc3, 0x84, 0x5e, 0x4a], 'Ä J'],
    ['ISO_IR 144', [0xbb, 0xee], 'Лю'],
    ['\\ISO 2022 IR 87', [0x41, 0x3d, 0x1b, 0x24, 0x42, 0x3b, 0x33, 0x45, 0x44, 0x1b, 0x28, 0x42, 0x3d], 'A = 山田'],
    ['\\ISO 2022 IR 149', [0x48, 0x3d, 0x1b, 0x24, 0x29, 0x43, 0xb1, 0xe8], 'H = 김'],
    // Half-width katakana, then kanji, in one name.
    [
      'ISO 2022 IR 13\\ISO 2022 IR 87',
      [0xd4, 0xcf, 0xc0, 0xde, 0x3d, 0x1b, 0x24, 0x42, 0x3b, 0x33, 0x45, 0x44, 0x1b, 0x28, 0x4a],
      'ﾔﾏﾀﾞ = 山田',
    ],
    // A kanji of the supplementary set.
    ['\\ISO 2022 IR 159', [0x1b, 0x24, 0x28, 0x44, 0x30, 0x21, 0x1b, 0x28, 0x42, 0x5e, 0x41], '丂 A'],
    // Greek within Latin letters, and back at the next part of the name.
    ['ISO 2022 IR 100\\ISO 2022 IR 126', [0xe9, 0x1b, 0x2d, 0x46, 0xe1, 0x5e, 0xe9], 'éα é'],
    ['', [0xc4, 0x4a], 'ÄJ'],
  ])('in the signs of %s are read', (said, bytes, name) => {
    expect(dicomText(Uint8Array.from(bytes), dicomEncoding(said))).toBe(name);
  });
});

test.each([PLAIN, BIG, UNNAMED])('a file without the mark of DICOM is read as it is written (%s)', async syntax => {
  const pixels = syntax === BIG ? Uint8Array.of(0, 0, 0, 51, 0, 100, 0, 100) : words(0, 51, 100, 100);
  const elements = imageOf(pixels, [[0x00080005, 'CS', 'ISO_IR 100']]);
  const file = joined(elements.map(element => dicomElement(element, syntax)));
  const lines = await linesOf('a.dcm', file);
  expect(lines).toContain('Patient: Doe Jane');
  expect(shades(await pictureOf(file))).toEqual([0, 130, 255, 255]);
});

test('what only begins like a group of DICOM is another kind of file', async () => {
  for (const head of [
    [8, 0, 0x70, 0x70, 1, 1, 1, 1],
    [8, 0, 0, 0, 255, 255, 255, 255],
    [0x42, 0x4d, 8, 0, 8, 0, 8, 0],
  ])
    await expect(linesOf('a.dcm', Uint8Array.from([...head, ...Array(300).fill(7)]))).rejects.toThrow('another kind');
});

test('bytes of a picture that stand in swapped words are all there, in each of its frames of odd length', async () => {
  const small: readonly DicomElement[] = [
    [0x00280010, 'US', [1]],
    [0x00280011, 'US', [3]],
    [0x00280100, 'US', [8]],
    [0x00280101, 'US', [8]],
    [0x00280102, 'US', [7]],
    FRAMES,
  ];
  // 10, 20, 250 and 30, 40, 250: each word the other way round.
  const file = dicomFile(imageOf(Uint8Array.of(20, 10, 30, 250, 250, 40), small), BIG);
  const [first, second] = [await pictureOf(file), await pictureOf(file, '1')];
  expect(first?.note).toContain('10');
  expect(shades(first).slice(0, 3)).toEqual([0, 11, 255]);
  expect(shades(second).slice(0, 3)).toEqual([0, 12, 255]);
});
