import { describe, expect, test } from 'vitest';

import { pictureAsks } from '../../renderer/features/preview/image/picture-requests.ts';
import { readYaml, treeAsks } from '../../renderer/features/preview/tree/tree-requests.ts';
import { tableAsks, AS_FOUND } from '../../renderer/features/preview/table/table-requests.ts';
import { textAsks } from '../../renderer/features/preview/text/text-requests.ts';
import { lookAtDrawing } from '../../shared/preview/drawing.ts';
import { decode } from '../../shared/preview/encoding.ts';
import { findEncoding } from '../../shared/preview/find-encoding.ts';
import { pictureSize } from '../../shared/preview/picture-size.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const hex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], each => Number.parseInt(each, 16));

describe('encodings', () => {
  test.each([
    ['plain', 'Temp 37 °C', 'utf-8'],
    ['', '', 'utf-8'],
  ] as const)('%s text', (_, text, encoding) =>
    expect(findEncoding(bytesOf(text))).toEqual({ encoding, hasMark: false }),
  );

  test('a sign that is cut at the end of a part does not make it another encoding, and is left out', () => {
    const cut = bytesOf('µ'.repeat(10)).subarray(0, 19);
    expect(findEncoding(cut, true).encoding).toBe('utf-8');
    expect(decode(cut, 'utf-8', true)).toBe('µ'.repeat(9));
    expect(findEncoding(cut).encoding).toBe('windows-1252');
  });

  test.each([
    ['bytes with zeros', Uint8Array.from({ length: 400 }, (_, at) => at % 7)],
    ['a picture', hex('89504e470d0a1a0a0000000d49484452000000')],
    ['control signs', new Uint8Array(500).fill(2)],
  ])('%s are no text', (_, bytes) => expect(findEncoding(bytes).encoding).toBe('binary'));
});

describe('texts', () => {
  test('a line of five million signs is shown in parts, all with one number', () => {
    const asks = textAsks();
    const summary = asks.open({ name: 'a.log', bytes: bytesOf('x'.repeat(5_000_000)), isCut: true, encoding: null });
    expect(summary).toMatchObject({ numbered: 1, count: 1250 });
    expect(asks.lines({ from: 0, to: 2 }).map(({ number }) => number)).toEqual([1, null]);
  });

  test('what is no text says so, and a chosen encoding shows it all the same', () => {
    const asks = textAsks();
    const binary = { name: 'a.txt', bytes: new Uint8Array(100), isCut: false };
    expect(() => asks.open({ ...binary, encoding: null })).toThrow('not the text that its name promises');
    expect(asks.open({ ...binary, encoding: 'windows-1252' }).count).toBe(1);
  });

  test('matches are found with their places, whatever their case, and counted up to an end', () => {
    const asks = textAsks();
    asks.open({ name: 'a.txt', bytes: bytesOf('one two\nTWO\n'), isCut: false, encoding: null });
    expect(asks.find({ sought: 'two' })).toEqual({
      matches: [
        { line: 0, from: 4, to: 7 },
        { line: 1, from: 0, to: 3 },
      ],
      isAll: true,
    });
    asks.open({ name: 'a.txt', bytes: bytesOf('a'.repeat(20_000)), isCut: false, encoding: null });
    expect(asks.find({ sought: 'a' })).toMatchObject({ isAll: false });
    expect(asks.find({ sought: '' }).matches).toEqual([]);
  });
});

describe('trees', () => {
  test('a laugh repeated a billion times is ten lines [S22]', () => {
    const laughs = [
      'a: &a ["lol","lol","lol","lol","lol"]',
      ...'bcdefghi'.split('').map((name, at) => {
        const before = 'abcdefghi'[at] ?? '';
        return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(',')}]`;
      }),
    ].join('\n');
    const tree = readYaml(laughs);
    expect(tree.size).toBeLessThan(100);
    tree.openAll();
    expect(
      Array.from({ length: tree.count }, (_, at) => tree.line(at)).filter(line => line.kind === 'alias').length,
    ).toBe(72);
  });

  test('YAML keeps what is written: digits, words, names that come twice', () => {
    const tree = readYaml('v: 1.50\nid: 007\non: yes\nnone: ~\nv: again\n');
    tree.openAll();
    expect(Array.from({ length: tree.count }, (_, at) => tree.line(at)).map(({ key, text }) => [key, text])).toEqual([
      [null, ''],
      ['v', '1.50'],
      ['id', '007'],
      ['on', 'yes'],
      ['none', '~'],
      ['v', 'again'],
    ]);
  });

  test.each([
    ['deep.json', '['.repeat(200_000) + ']'.repeat(200_000), { size: 200_000 }],
    ['deep.yaml', `${'['.repeat(5000)}${']'.repeat(5000)}`, { why: expect.stringContaining('shown as text') }],
    ['broken.json', '{"a": 1,\n "b": }', { why: expect.stringContaining('Line 2, column 7') }],
    ['broken.yaml', 'a: [1, 2\nb: }', { why: expect.stringContaining('Line 2') }],
    ['cut.json', '{"a": [1, 2', { why: expect.stringContaining('Line 1') }],
    ['many.json', `[${'0,'.repeat(600_000)}0]`, { why: expect.stringContaining('500,000') }],
  ])('%s ends in a tree or a sentence', (name, text, expected) => {
    const begin = performance.now();
    expect(treeAsks().open({ name, bytes: bytesOf(text) })).toMatchObject(expected);
    expect(performance.now() - begin).toBeLessThan(10_000);
  });
});

describe('tables', () => {
  test.each([
    ['one line without end', 'x'.repeat(4_000_000)],
    ['a quote that never ends', `a,b\n"${'x\n'.repeat(500_000)}`],
    ['a hundred thousand columns', `${'1,'.repeat(100_000)}\n`],
    ['only separators', ';\n'.repeat(100_000)],
  ])('%s is read in a moment', (_, text) => {
    const begin = performance.now();
    const asks = tableAsks();
    const summary = asks.open({ name: 'a.csv', bytes: bytesOf(text), isCut: false, choice: AS_FOUND });
    expect(summary.columns.length).toBeLessThanOrEqual(2000);
    expect(asks.rows({ from: 0, to: 100 }).length).toBe(Math.min(100, summary.total));
    expect(performance.now() - begin).toBeLessThan(10_000);
  });

  test('a choice is kept to, and the half row at the end of a part is left out', () => {
    const asks = tableAsks();
    const bytes = bytesOf('a;b\n1,5;2\n3;4');
    const summary = asks.open({
      name: 'a.csv',
      bytes,
      isCut: true,
      choice: { ...AS_FOUND, hasHeader: false, decimal: '.' },
    });
    expect(summary).toMatchObject({ total: 2, decision: { hasHeader: false, decimal: '.' } });
  });
});

describe('pictures', () => {
  const PNG = '89504e470d0a1a0a0000000d49484452';
  test.each([
    ['png', hex(`${PNG}000002800000019008060000`), { width: 640, height: 400 }],
    ['gif', hex('474946383961400020000000'), { width: 64, height: 32 }],
    ['jpeg', hex('ffd8ffe000104a46494600010100000100010000ffc0001108012c019003'), { width: 400, height: 300 }],
    ['webp', hex(`52494646000000005745425056503820000000000000009d012a${'40012001'}`), { width: 320, height: 288 }],
    ['bmp', hex('424d000000000000000000000000280000004000000020000000'), { width: 64, height: 32 }],
    ['a bmp of OS/2', hex('424d0000000000000000000000000c000000400020000100080000'), { width: 64, height: 32 }],
    [
      'a jpeg with bytes between two segments',
      hex('ffd8ffee0004414412ff0013ffc0001108012c019003'),
      { width: 400, height: 300 },
    ],
    ['nothing', hex(''), null],
    ['a cut png', hex(PNG), null],
    ['a cut jpeg', hex('ffd8ffe0001000'), null],
    ['text', bytesOf('not a picture at all, but long enough'), null],
  ])('the size of %s', (_, bytes, size) => expect(pictureSize(bytes)).toEqual(size));

  test('a picture with more pixels than any memory has is not drawn', () => {
    const bytes = hex(`${PNG}7fffffff7fffffff08060000`);
    expect(() => pictureAsks.look({ name: 'a.png', bytes })).toThrow('100 million');
  });

  test('what is no picture says so', () =>
    expect(() => pictureAsks.look({ name: 'a.png', bytes: bytesOf('<html>') })).toThrow('damaged'));
});

describe('drawings', () => {
  const svg = (inside: string, more = ''): string => `<?xml version="1.0"?><svg xmlns="x" ${more}>${inside}</svg>`;

  test.each([
    ['a plain one', svg('<g><path d="M0 0"/></g>', 'viewBox="0 0 40 20"'), { is: 'fine', width: 40, height: 20 }],
    ['with a size', svg('', 'width="12px" height="8"'), { is: 'fine', width: 12, height: 8 }],
    ['a script in it, which never runs', svg('<script>1</script>'), { is: 'fine', width: null, height: null }],
    ['text of its own', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, { is: 'outside' }],
    ['no drawing', '<html></html>', { is: 'none' }],
    ['nothing', '', { is: 'none' }],
  ])('%s', (_, text, look) => expect(lookAtDrawing(text)).toEqual(look));

  test('parts that double twenty times are too heavy, and are not drawn', () => {
    const parts = Array.from(
      { length: 20 },
      (_, at) => `<g id="a${at + 1}"><use href="#a${at}"/><use xlink:href="#a${at}"/></g>`,
    );
    expect(lookAtDrawing(svg(`<g id="a0"><path/></g>${parts.join('')}`))).toEqual({ is: 'heavy' });
  });

  test('parts that use each other in a ring end the look', () =>
    expect(['fine', 'heavy']).toContain(
      lookAtDrawing(svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/><use href="#a"/></g>')).is,
    ));

  test('megabytes of a tag that never ends are looked through in a moment', () => {
    const begin = performance.now();
    lookAtDrawing(svg(`<path d="${'M0 0 '.repeat(400_000)}`));
    lookAtDrawing('<'.repeat(1_000_000));
    lookAtDrawing(`<svg ${'a="'.repeat(300_000)}`);
    expect(performance.now() - begin).toBeLessThan(8000);
  });
});
