import { stackTexts } from '../../shared/features/preview/files-text.ts';
import { zlibSync } from 'fflate';
import { describe, expect, test } from 'vitest';

import { stackAsks } from '../../renderer/features/preview/stack/stack-requests.ts';
import { planeWords } from '../../shared/preview/tiff/stack-axes.ts';
import { readTiff } from '../../shared/preview/tiff/tiff-directory.ts';
import { decodePlane } from '../../shared/preview/tiff/tiff-plane.ts';
import type { PieceDrawer } from '../../shared/preview/tiff/tiff-drawn.ts';
import { cellStack, type PlaneToWrite, tiffOf } from './files/tiff.ts';

const samplesOf = async (bytes: Uint8Array, at = 0, draw?: PieceDrawer): Promise<readonly number[]> => {
  const tiff = readTiff(bytes);
  const plane = tiff.planes[at];
  return plane === undefined ? [] : Array.from(await decodePlane(bytes, tiff, plane, draw), Number);
};
const own = (bytes: Uint8Array): { bytes: Uint8Array<ArrayBuffer> } => ({ bytes: Uint8Array.from(bytes) });
const bytesOf = (numbers: ArrayLike<number> & { buffer: ArrayBufferLike }): Uint8Array =>
  new Uint8Array(numbers.buffer);
const four = { width: 2, height: 2 };

const CASES: [what: string, plane: PlaneToWrite, samples: readonly number[], isLittle?: boolean][] = [
  ['8 bits', { ...four, bits: 8, pieces: [Uint8Array.of(1, 2, 3, 250)] }, [1, 2, 3, 250]],
  ['in two strips', { ...four, bits: 8, pieces: [Uint8Array.of(1, 2), Uint8Array.of(3, 4)] }, [1, 2, 3, 4]],
  ['16 bits', { ...four, bits: 16, pieces: [bytesOf(Uint16Array.of(1, 256, 65535, 7))] }, [1, 256, 65535, 7]],
  [
    '16 bits, high byte first',
    { ...four, bits: 16, pieces: [Uint8Array.of(0, 1, 1, 0, 255, 255, 0, 7)] },
    [1, 256, 65535, 7],
    false,
  ],
  [
    '16 bits with a sign',
    { ...four, bits: 16, format: 2, pieces: [bytesOf(Int16Array.of(-1, 2, -300, 4))] },
    [-1, 2, -300, 4],
  ],
  [
    '32 bits',
    { ...four, bits: 32, pieces: [bytesOf(Uint32Array.of(1, 4_000_000_000, 3, 4))] },
    [1, 4_000_000_000, 3, 4],
  ],
  [
    '32 bits floating',
    { ...four, bits: 32, format: 3, pieces: [bytesOf(Float32Array.of(0.5, -1.25, 1e9, 4))] },
    [0.5, -1.25, 1e9, 4],
  ],
  [
    '16 bits floating',
    { ...four, bits: 16, format: 3, pieces: [bytesOf(Uint16Array.of(0x3c00, 0xc100, 0x0001, 0x7c00))] },
    [1, -2.5, 2 ** -24, Infinity],
  ],
  [
    '1 bit, the lowest first',
    { width: 3, height: 2, bits: 1, pieces: [Uint8Array.of(0b101, 0b010)], tags: new Map([[266, 2]]) },
    [1, 0, 1, 0, 1, 0],
  ],
  ['1 bit', { width: 3, height: 2, bits: 1, pieces: [Uint8Array.of(0b101_00000, 0b010_00000)] }, [1, 0, 1, 0, 1, 0]],
  [
    '12 bits',
    { ...four, bits: 12, pieces: [Uint8Array.of(0x12, 0x3a, 0xbc, 0x00, 0x1f, 0xff)] },
    [0x123, 0xabc, 1, 0xfff],
  ],
  [
    'packed by deflate',
    { ...four, bits: 8, compression: 8, pieces: [zlibSync(Uint8Array.of(9, 8, 7, 6))] },
    [9, 8, 7, 6],
  ],
  ['packed in runs', { ...four, bits: 8, compression: 32773, pieces: [Uint8Array.of(254, 5, 0, 9)] }, [5, 5, 5, 9]],
  [
    'packed by LZW',
    { width: 4, height: 1, bits: 8, compression: 5, pieces: [Uint8Array.of(0x80, 0x01, 0xe0, 0x50, 0x38, 0x08)] },
    [7, 7, 7, 7],
  ],
  [
    'packed by LZW as before version 6',
    { width: 4, height: 1, bits: 8, compression: 5, pieces: [Uint8Array.of(0x00, 0x0f, 0x08, 0x3c, 0x10, 0x10)] },
    [7, 7, 7, 7],
  ],
  ['as differences', { ...four, bits: 8, predictor: 2, pieces: [Uint8Array.of(10, 5, 20, 251)] }, [10, 15, 20, 15]],
  [
    'in tiles that reach over the edge',
    { width: 3, height: 1, bits: 8, tile: [2, 2], pieces: [Uint8Array.of(1, 2, 0, 0), Uint8Array.of(3, 0, 0, 0)] },
    [1, 2, 3],
  ],
];

describe('samples are read as they were written', () => {
  test.each(CASES)('%s', async (_, plane, samples, isLittle = true) =>
    expect(await samplesOf(tiffOf([plane], isLittle))).toEqual(samples),
  );

  test('floating numbers whose bytes stand apart', async () =>
    expect(
      await samplesOf(
        tiffOf([
          {
            width: 2,
            height: 1,
            bits: 32,
            format: 3,
            predictor: 3,
            pieces: [Uint8Array.of(0x3f, 1, 0x40, 0x80, 0, 0, 0, 0)],
          },
        ]),
      ),
    ).toEqual([1, 2]));
});

describe('a stack', () => {
  test('says its planes, channels, bits and the size of its pixels, and how it is best seen', async () => {
    const asks = stackAsks();
    expect(asks.open(own(cellStack()))).toEqual({
      planes: 12,
      hasMore: false,
      axes: [
        { of: 'channel', count: 2, names: [] },
        { of: 'slice', count: 6, names: [] },
        { of: 'frame', count: 1, names: [] },
      ],
      pixelSize: 1 / 3,
    });
    const plane = await asks.plane({ at: 5 });
    expect(plane).toMatchObject({ width: 160, height: 160, bits: 16, format: 'unsigned', least: 96 });
    expect(plane.usual.low).toBeLessThan(130);
    expect(plane.usual.high).toBeGreaterThan(500);
    const drawn = asks.draw({ low: plane.least, high: plane.most, longest: 80 });
    expect([drawn.width, drawn.height, drawn.pixels.length]).toEqual([80, 80, 25_600]);
  });

  test('of one plane by ImageJ has the others behind it', () => {
    const bytes = tiffOf([
      { ...four, bits: 8, pieces: [Uint8Array.of(1, 1, 1, 1)], description: 'ImageJ=1.5\nimages=3\nslices=3\n' },
    ]);
    expect(readTiff(bytes).planes.length).toBe(3);
  });

  test('by OME says in which order its planes come, what its channels are called, and how large a pixel is', () => {
    const plane = { ...four, bits: 8, pieces: [Uint8Array.of(1, 2, 3, 4)] };
    const pixels =
      '<Pixels DimensionOrder="XYZCT" SizeC="2" SizeZ="3" SizeT="1" PhysicalSizeX="325" PhysicalSizeXUnit="nm">';
    const description = `<?xml version="1.0"?><OME><Image>${pixels}<Channel Name="DAPI"/><Channel Name="GFP"/></Pixels></Image></OME>`;
    const { planes, axes, pixelSize } = stackAsks().open(
      own(tiffOf([{ ...plane, description }, ...Array.from({ length: 5 }, () => plane)])),
    );
    expect(planeWords(4, { planes, axes })).toBe('5 of 6 (slice 2/3, channel 2/2 (GFP))');
    expect(pixelSize).toBeCloseTo(0.325);
  });

  test('grey pictures that share their pixels are seen one by one', async () => {
    const pieces = [Uint8Array.of(1, 50, 2, 60)];
    const asks = stackAsks();
    const { planes, axes } = asks.open(own(tiffOf([{ width: 2, height: 1, bits: 8, samples: 2, pieces }])));
    expect([planes, planeWords(1, { planes, axes })]).toEqual([2, '2 of 2 (channel 2/2)']);
    expect(await asks.plane({ at: 1 })).toMatchObject({ least: 50, most: 60 });
    expect([...asks.draw({ low: 0, high: 255, longest: 9 }).pixels]).toEqual([50, 50, 50, 255, 60, 60, 60, 255]);
  });

  test('inks become colours', async () => {
    const asks = stackAsks();
    const pieces = [Uint8Array.of(0, 255, 255, 0, 0, 0, 0, 255)];
    asks.open(own(tiffOf([{ width: 2, height: 1, bits: 8, samples: 4, photometric: 5, pieces }])));
    expect((await asks.plane({ at: 0 })).isColoured).toBe(true);
    expect([...asks.draw({ low: 0, high: 255, longest: 9 }).pixels]).toEqual([255, 0, 0, 255, 0, 0, 0, 255]);
  });

  test('contrast makes low samples black and high ones white, and the other way round where white is 0', async () => {
    const shades = async (photometric: number): Promise<readonly number[]> => {
      const asks = stackAsks();
      asks.open(own(tiffOf([{ width: 3, height: 1, bits: 8, photometric, pieces: [Uint8Array.of(10, 20, 30)] }])));
      await asks.plane({ at: 0 });
      const { pixels } = asks.draw({ low: 10, high: 30, longest: 100 });
      return [0, 4, 8].map(at => pixels[at] ?? -1);
    };
    expect(await shades(1)).toEqual([0, 128, 255]);
    expect(await shades(0)).toEqual([255, 128, 0]);
  });
});

describe('pieces that browsers unpack', () => {
  const frame = [0xff, 0xc0, 0, 17, 8, 0, 1, 0, 2, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
  const jpeg = Uint8Array.of(0xff, 0xd8, ...frame, 0xff, 0xd9);
  const plane = { width: 2, height: 1, bits: 8, samples: 3, photometric: 2, compression: 7, pieces: [jpeg] };
  const given: Uint8Array[] = [];
  const draw: PieceDrawer = async packed => {
    given.push(packed);
    return { width: 2, height: 1, pixels: Uint8ClampedArray.of(1, 2, 3, 255, 4, 5, 6, 255) };
  };

  test('are told which colours they have, which only the TIFF file says', async () => {
    expect(await samplesOf(tiffOf([plane]), 0, draw)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await samplesOf(tiffOf([{ ...plane, photometric: 6 }]), 0, draw)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(given.map(bytes => [bytes.slice(0, 4), bytes[17]])).toEqual(
      [0, 1].map(colours => [Uint8Array.of(0xff, 0xd8, 0xff, 0xee), colours]),
    );
  });

  test.each([
    ['one that says it is larger than its place', { ...plane, width: 1 }, 'damaged'],
    ['one of inks', { ...plane, samples: 4, photometric: 5 }, 'CMYK'],
    ['one of 12 bits', { ...plane, bits: 12 }, '12 bits'],
    ['none', { ...plane, pieces: [Uint8Array.of(1, 2, 3)] }, 'damaged'],
  ])('%s ends in a sentence', async (_, bad, sentence) => {
    await expect(samplesOf(tiffOf([bad]), 0, draw)).rejects.toThrow(sentence);
  });

  test('one that breaks while it is unpacked ends in a sentence', async () => {
    const broken: PieceDrawer = () => Promise.reject(new Error('no'));
    await expect(samplesOf(tiffOf([plane]), 0, broken)).rejects.toThrow('damaged');
  });
});

describe('bad pictures end in a sentence', () => {
  const plain: PlaneToWrite = { ...four, bits: 8, pieces: [Uint8Array.of(1, 2, 3, 4)] };
  const tagged = (...tags: readonly (readonly [number, number])[]): Uint8Array =>
    tiffOf([{ ...plain, tags: new Map(tags) }]);
  test.each([
    ['2^31 pixels wide and high', tagged([256, 0x7fffffff], [257, 0x7fffffff]), '100 million'],
    ['2^31 pixels in a line', tagged([256, 0x7fffffff], [257, 1]), '100 million'],
    ['a size of nothing', tagged([256, 0]), 'damaged'],
    ['65,535 samples for each pixel', tagged([277, 65_535], [256, 50_000], [257, 1000]), '100 million'],
    ['JPEG inside', tagged([259, 7]), 'packed as JPEG'],
    ['7 bits', tagged([258, 7]), 'not drawn here'],
    ['a text', new TextEncoder().encode('no picture at all'), 'no TIFF picture'],
    ['nothing', new Uint8Array(), 'no TIFF picture'],
    ['only a head', tiffOf([plain]).subarray(0, 8), 'damaged'],
    ['a cut directory', tiffOf([plain]).subarray(0, 60), 'damaged'],
  ])('%s', (_, bytes, sentence) => expect(() => stackAsks().open(own(bytes))).toThrow(sentence));

  test.each([
    ['strips that are not there', tagged([273, 900_000])],
    ['deflate that is none', tiffOf([{ ...plain, compression: 8 }])],
    ['LZW that is none', tiffOf([{ ...plain, compression: 5, pieces: [Uint8Array.of(0x80, 0x7f, 0xff, 0xff)] }])],
  ])('%s', async (_, bytes) => {
    const asks = stackAsks();
    asks.open(own(bytes));
    await expect(asks.plane({ at: 0 })).rejects.toThrow('damaged');
  });

  test('planes that lead back to the first have an end [S22]', () => {
    const bytes = tiffOf([plain]).slice();
    const view = new DataView(bytes.buffer);
    view.setUint32(bytes.length - 4, view.getUint32(4, true), true);
    expect(() => readTiff(bytes)).toThrow('damaged');
  });

  test('whatever stands in any byte, it ends in a picture or a sentence, soon', async () => {
    const good = cellStack(2, 16);
    const began = performance.now();
    const ends = Array.from({ length: 400 }, async (_, seed) => {
      const bytes = good.slice();
      for (let step = 0; step < 4; step++)
        bytes[(seed * 7919 + step * 104_729) % bytes.length] = (seed * 31 + step * 17) % 256;
      return endOf(bytes);
    });
    expect(new Set(await Promise.all(ends))).toEqual(new Set(['drawn', 'UnreadableError']));
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

/** What comes of a file: a picture, or the name of what was thrown. */
async function endOf(bytes: Uint8Array): Promise<string> {
  try {
    const asks = stackAsks();
    asks.open(own(bytes));
    const plane = await asks.plane({ at: 0 });
    asks.draw({ ...plane.usual, longest: 64 });
    return 'drawn';
  } catch (thrown) {
    return thrown instanceof Error ? thrown.name : String(thrown);
  }
}

test('the contrast of a plane is told with all its figures', () => {
  expect(stackTexts.range(0, 65_535)).toBe('0 – 65535');
  expect(stackTexts.range(0.123_456, 12_345.6)).toBe('0.1235 – 12346');
});

describe('channels as colours', () => {
  const grey = (light: number): PlaneToWrite => ({ width: 2, height: 1, bits: 8, pieces: [Uint8Array.of(0, light)] });
  const ome = (channels: string): string =>
    `<OME><Image><Pixels DimensionOrder="XYZCT" SizeC="2" SizeZ="2" SizeT="1">${channels}</Pixels></Image></OME>`;
  const opened = (channels: string) => {
    const asks = stackAsks();
    const planes = [{ ...grey(10), description: ome(channels) }, grey(20), grey(30), grey(40)];
    asks.open({ bytes: Uint8Array.from(tiffOf(planes)) });
    return asks;
  };

  test('are the planes of one place, each with its own contrast, in the colours that the file names', async () => {
    const asks = opened('<Channel Name="DAPI" Color="65535"/><Channel Name="GFP" Color="-16776961"/>');
    const { channels, drawn } = await asks.colours({ at: 3, longest: 100 });
    expect(channels).toEqual([
      { name: 'DAPI', colour: [0, 0, 255], plane: 1 },
      { name: 'GFP', colour: [255, 0, 0], plane: 3 },
    ]);
    expect([...drawn.pixels]).toEqual([0, 0, 0, 255, 255, 0, 255, 255]);
  });

  test('are green and magenta where it names none', async () => {
    const { channels } = await opened('<Channel/><Channel/>').colours({ at: 0, longest: 100 });
    expect(channels.map(({ colour }) => colour)).toEqual([
      [0, 255, 0],
      [255, 0, 255],
    ]);
  });
});
