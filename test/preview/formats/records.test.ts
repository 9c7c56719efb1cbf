import { describe, expect, test } from 'vitest';

import { bytesInMemory } from '../../../shared/preview/formats/file-bytes.ts';
import { readSections } from '../../../shared/preview/formats/readers.ts';
import { sectionLines } from '../../../shared/preview/formats/section-lines.ts';
import type { FileSections } from '../../../shared/preview/formats/sections.ts';
import { office } from '../files/office.ts';

const read = (name: string, bytes: Uint8Array, wish = {}): Promise<FileSections> =>
  readSections(bytesInMemory(bytes), { name, wish, mostRows: 100 });
const lines = async (name: string, bytes: Uint8Array): Promise<readonly string[]> =>
  sectionLines(await read(name, bytes));
const utf8 = (text: string): Uint8Array => Buffer.from(text);

test('a Prism file says its tables column by column, with what was excluded marked', async () => {
  const subcolumn = (...values: readonly string[]): string => `<Subcolumn>${values.join('')}</Subcolumn>`;
  const file = `<?xml version="1.0"?><GraphPadPrismFile><Info><Constant><Name>Experiment</Name><Value>Dose 7</Value></Constant>
    <Notes><B>Two mice were excluded.</B></Notes></Info><Table><Title>Survival</Title>
    <XColumn><Title>Day</Title>${subcolumn('<d>0</d>', '<d>30</d>')}</XColumn>
    <YColumn><Title>Treated</Title>${subcolumn('<d>10</d>', '<d Excluded="1">8</d>')}${subcolumn('<d>9</d>')}</YColumn></Table></GraphPadPrismFile>`;
  expect(await lines('a.pzfx', utf8(file))).toEqual([
    '# Information',
    'Experiment: Dose 7',
    '',
    '# Notes',
    'Two mice were excluded.',
    '',
    '# Survival',
    'Day\tTreated 1\tTreated 2',
    '0\t10\t9',
    '30\t8*\t',
  ]);
});

test('a fact of several lines is told in lines of its own', () => {
  const fact = ['Description', 'Plane #1:\r\n Name: DAPI\r\n'] as const;
  expect(sectionLines({ sections: [{ is: 'facts', title: 'Image', facts: [fact] }], isCut: false })).toEqual([
    '# Image',
    'Description: Plane #1:',
    ' Name: DAPI',
  ]);
});

describe('a qPCR run', () => {
  const RDML =
    '<rdml version="1.2"><dateMade>2024-02-01</dateMade><sample id="S1"/><target id="GAPDH"/><experiment id="E"><run id="R">' +
    '<pcrFormat><rows>8</rows><columns>12</columns></pcrFormat><react id="14"><sample id="S1"/><data><tar id="GAPDH"/><cq>21.4</cq>' +
    '<adp><cyc>1</cyc><fluor>0.1</fluor></adp><adp><cyc>2</cyc><fluor>0.9</fluor></adp></data></react>' +
    '<react id="1"><sample id="S1"/><data><tar id="GAPDH"/><cq>-1</cq></data></react></run></experiment></rdml>';

  test('in RDML, in its zip or not, has wells, cycles and curves', async () => {
    for (const bytes of [utf8(RDML), office({ 'rdml_data.xml': RDML })])
      expect(await lines('a.rdml', bytes)).toEqual([
        '# Run',
        'Version: 1.2',
        'Made: 2024-02-01',
        'Samples: 1',
        'Targets: GAPDH',
        '',
        '# Amplification',
        'Chart of Fluorescence (a.u.) over Cycle: B2 S1 GAPDH; 2 points.',
        '',
        '# Reactions',
        'Well\tSample\tTarget\tCq',
        'B2\tS1\tGAPDH\t21.4',
        'A1\tS1\tGAPDH\t',
      ]);
    const chart = (await read('a.rdml', utf8(RDML))).sections.find(section => section.is === 'chart')?.chart;
    expect(chart?.series.map(({ ys }) => [...Array.from(ys)])).toEqual([[0.1, 0.9]]);
  });

  test('of Applied Biosystems has the results and curves of its last analysis', async () => {
    const bytes = office({
      'apldbio/sds/experiment.xml':
        '<Experiment><Name>Liver</Name><Operator>Ada</Operator><CreatedTime>1700000000000</CreatedTime></Experiment>',
      'apldbio/sds/plate_setup.xml':
        '<Plate><Rows>8</Rows><Columns>12</Columns><FeatureMap><Detector><Name>ACTB</Name></Detector></FeatureMap></Plate>',
      'apldbio/sds/analysis_result.txt':
        'Version\t1\nWell\tSample Name\tDetector\tTask\tCt\n0\tL1\tACTB\tUNKNOWN\t18.25\nRn values\t1\t2\nDelta Rn values\t0.01\t0.5\n13\tNTC\tACTB\tNTC\tUndetermined\n',
    });
    expect(await lines('a.eds', bytes)).toEqual([
      '# Run',
      'Name: Liver',
      'Operator: Ada',
      'Made: 2023-11-14T22:13:20.000Z',
      'Targets: ACTB',
      '',
      '# Amplification',
      'Chart of ΔRn over Cycle: A1 L1 ACTB; 2 points.',
      '',
      '# Reactions',
      'Well\tSample\tTarget\tCq',
      'A1\tL1\tACTB\t18.25',
      'B2\tNTC\tACTB\t',
    ]);
  });
});

describe('images of microscopes', () => {
  const czi = (xml: string): Uint8Array => {
    const head = Buffer.alloc(544);
    head.write('ZISRAWFILE', 0);
    head.writeBigUInt64LE(544n, 92);
    const segment = Buffer.alloc(32 + 256);
    segment.write('ZISRAWMETADATA', 0);
    segment.writeUInt32LE(Buffer.byteLength(xml), 32);
    return Buffer.concat([head, segment, Buffer.from(xml)]);
  };

  test('of Zeiss say their size, channels and pixels', async () => {
    const xml =
      '<ImageDocument><Metadata><Information><Image><SizeX>512</SizeX><SizeY>256</SizeY><SizeC>2</SizeC><SizeZ>9</SizeZ><PixelType>Gray16</PixelType>' +
      '<Dimensions><Channels><Channel Name="DAPI"/><Channel Name="GFP"/></Channels></Dimensions></Image></Information>' +
      '<Scaling><Items><Distance Id="X"><Value>1.0e-7</Value></Distance><Distance Id="Y"><Value>1.0e-7</Value></Distance></Items></Scaling></Metadata></ImageDocument>';
    expect(await lines('a.czi', czi(xml))).toEqual([
      '# Image',
      'Width × height: 512 × 256',
      'Planes in depth: 9',
      'Channels: 2 (DAPI, GFP)',
      'Pixel size: 0.1 × 0.1 µm',
      'Pixel type: Gray16',
      '',
      'The image itself is not drawn here; open it in the program of the microscope or in ImageJ.',
    ]);
  });

  const lif = (elements: string): Uint8Array => {
    const xml = `<LMSDataContainerHeader><Element Name="Project"><Children>${elements}</Children></Element></LMSDataContainerHeader>`;
    const head = Buffer.alloc(13);
    head.writeUInt32LE(0x70, 0);
    head.writeUInt8(0x2a, 8);
    head.writeUInt32LE(xml.length, 9);
    return Buffer.concat([head, Buffer.from(xml, 'utf16le')]);
  };
  /** @param axes the numbers of its axes: 1 for x, 2 for y, 3 for z, each of 11 points over 10 µm. */
  const lifImage = (name: string, axes: readonly number[]): string => {
    const along = axes
      .map(axis => `<DimensionDescription DimID="${axis}" NumberOfElements="11" Length="1e-5"/>`)
      .join('');
    const channels = '<Channels><ChannelDescription LUTName="Green"/></Channels>';
    const description = `<ImageDescription>${channels}<Dimensions>${along}</Dimensions></ImageDescription>`;
    return `<Element Name="${name}"><Data><Image>${description}</Image></Data></Element>`;
  };

  test('of Leica are listed with the folders of their project', async () => {
    const images = `${lifImage('a', [1, 2])}${lifImage('b', [1, 2])}`;
    const said = await lines('a.lif', lif(`<Element Name="Day 1"><Children>${images}</Children></Element>`));
    expect(said).toContain('Images: 2');
    expect(said.filter(line => line.includes('11 × 11'))).toEqual([
      'Project/Day 1/a\t11 × 11\t\t\t1 (Green)\t1 × 1 µm',
      'Project/Day 1/b\t11 × 11\t\t\t1 (Green)\t1 × 1 µm',
    ]);
  });

  test.each([
    [[1, 3], 'Width × height: 11 × (the file names no height)', 'Pixel size: x 1 µm, z 1 µm'],
    [[1], 'Width × height: 11 × (the file names no height)', 'Pixel size: x 1 µm'],
    [[2, 3], 'Width × height: (the file names no width) × 11', 'Pixel size: y 1 µm, z 1 µm'],
    [[1, 2, 3], 'Width × height: 11 × 11', 'Pixel size: 1 × 1 × 1 µm'],
  ])('of Leica with the axes %j say which are missing', async (axes, size, pixel) => {
    const said = await lines('a.lif', lif(lifImage('line', axes)));
    expect(said).toContain(size);
    expect(said).toContain(pixel);
  });

  test('of Zeiss without a height say so, and to which axis a size belongs', async () => {
    const xml =
      '<ImageDocument><Metadata><Information><Image><SizeX>512</SizeX></Image></Information><Scaling><Items>' +
      '<Distance Id="X"><Value>1e-7</Value></Distance><Distance Id="Z"><Value>3e-7</Value></Distance></Items></Scaling></Metadata></ImageDocument>';
    const said = await lines('a.czi', czi(xml));
    expect(said).toContain('Width × height: 512 × (the file names no height)');
    expect(said).toContain('Pixel size: x 0.1 µm, z 0.3 µm');
  });

  const named = (type: number, name: string, value: Uint8Array): Buffer => {
    const signs = Buffer.from(`${name}\0`, 'utf16le');
    return Buffer.concat([Buffer.from([type, signs.length / 2]), signs, value]);
  };
  const uint = (value: number): Uint8Array => new Uint8Array(new Uint32Array([value]).buffer);
  const chunk = (name: string, content: Uint8Array): Buffer => {
    const head = Buffer.alloc(16);
    head.writeUInt32LE(0x0abeceda, 0);
    head.writeUInt32LE(name.length, 4);
    head.writeBigUInt64LE(BigInt(content.length), 8);
    return Buffer.concat([head, Buffer.from(name), content]);
  };
  const nd2 = (attributes: Uint8Array): Uint8Array => {
    const first = chunk('ImageAttributesLV!', attributes);
    const place = Buffer.alloc(16);
    const map = chunk(
      'ND2 FILEMAP SIGNATURE NAME 0001!',
      Buffer.concat([Buffer.from('ImageAttributesLV!'), place, Buffer.from('ND2 CHUNK MAP SIGNATURE 0000001!')]),
    );
    const end = Buffer.alloc(8);
    end.writeBigUInt64LE(BigInt(first.length));
    return Buffer.concat([first, map, Buffer.from('ND2 CHUNK MAP SIGNATURE 0000001!'), end]);
  };

  test('of Nikon say what their attributes name, however deep', async () => {
    const inner = Buffer.concat([named(3, 'uiWidth', uint(2048)), named(3, 'uiHeight', uint(1024))]);
    const head = named(11, 'SLxImageAttributes', Buffer.alloc(12));
    head.writeUInt32LE(2, head.length - 12);
    head.writeBigUInt64LE(BigInt(head.length + inner.length), head.length - 8);
    const said = await lines('a.nd2', nd2(Buffer.concat([head, inner, Buffer.alloc(16)])));
    expect(said).toContain('Width × height: 2,048 × 1,024'.replaceAll(',', ''));
  });

  test.each([
    ['a.czi', czi('<a>')],
    ['a.czi', czi('<!DOCTYPE a [<!ENTITY b "c">]><a/>')],
    ['a.lif', Buffer.from([0x70, 0, 0, 0, 0, 0, 0, 0, 0x2a, 255, 255, 255, 127])],
    ['a.nd2', nd2(Buffer.from([11, 200, 0]))],
    ['a.nd2', nd2(Buffer.concat(Array.from({ length: 200 }, () => named(11, '', Buffer.alloc(12, 1)))))],
    ['a.dcm', Buffer.concat([new Uint8Array(128), Buffer.from('DICM'), new Uint8Array(20).fill(255)])],
    ['a.rdml', utf8('<rdml><a></rdml>')],
    ['a.eds', office({ 'apldbio/sds/experiment.xml': '<a' })],
    ['a.pzfx', utf8('<GraphPadPrismFile><Table>')],
  ])('a damaged %s is refused with a sentence', async (name, bytes) => {
    await expect(read(name, bytes)).rejects.toThrow(/damaged|defines text of its own/);
  });

  test.each(['a.czi', 'a.lif', 'a.nd2', 'a.dcm', 'a.rdml', 'a.eds', 'a.pzfx'])(
    'what is no %s is refused',
    async name => {
      await expect(read(name, utf8('something else entirely, without any of their signs'.repeat(5)))).rejects.toThrow(
        /another kind of file|damaged/,
      );
    },
  );
});
