import { describe, expect, test } from 'vitest';

import type { DocumentBlock } from '../../shared/preview/office/document.ts';
import { documentAsks } from '../../renderer/features/preview/document/document-requests.ts';
import { documentOf, office, plateWorkbook, protocolDocument } from './files/office.ts';

const said = (block: DocumentBlock): string => {
  const text = (runs: readonly { text: string }[]): string => runs.map(run => run.text).join('');
  if (block.is === 'picture') return `[${block.text}]`;
  if (block.is === 'table') return block.rows.map(row => row.map(cell => text(cell.runs)).join('|')).join('/');
  return `${block.is === 'heading' ? `${'#'.repeat(block.level)} ` : block.is === 'point' ? `${block.mark} ` : ''}${text(block.runs)}`;
};

test('what stands before and behind a text box in its paragraph is kept, and the box follows', () => {
  const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
  const box = `<w:r><w:pict><w:txbxContent><w:p>${run('Wear gloves')}</w:p></w:txbxContent></w:pict><w:t>!</w:t></w:r>`;
  const bytes = documentOf(`<w:p>${run('Dose 5 mg.')}${box}${run(' Daily.')}</w:p>`);
  expect(documentAsks.open({ bytes, name: 'a.docx' }).blocks.map(said)).toEqual(['Dose 5 mg.! Daily.', 'Wear gloves']);
});

test('a document is read wherever its archive says that it is, and with any prefix of its elements', () => {
  const bytes = office({
    '_rels\\.rels':
      '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="/text/main.xml"/></Relationships>',
    'text\\main.xml':
      '<n:document><n:body><n:p><n:pPr><n:pStyle n:val="Heading1"/></n:pPr><n:r><n:t>Lysis</n:t></n:r></n:p></n:body></n:document>',
  });
  expect(documentAsks.open({ bytes, name: 'a.docx' }).blocks.map(said)).toEqual(['# Lysis']);
});

test('a protocol reads as it was written, with the numbers of its steps', () => {
  const { blocks, isCut } = documentAsks.open({ name: 'a.docx', bytes: protocolDocument() });
  expect(isCut).toBe(false);
  expect(blocks.map(said)).toEqual([
    '# Lysis of HEK293 cells',
    'Keep everything on ice. Spin at 4 °C, 104 × g.',
    '## Steps',
    '1. Wash twice with cold PBS.',
    '2. Add 200 µL lysis buffer:',
    'a. scrape the cells',
    'b. rest for 15 min',
    '3. Spin, keep the supernatant.',
    '## Lysis buffer',
    'Reagent|Stock|Final/Tris pH 7.5|1 M|50 mM/NaCl|5 M|150 mM',
    '[Gel of the lysate]',
  ]);
  const spin = blocks[1];
  expect(spin?.is === 'paragraph' ? spin.runs.map(run => run.place) : []).toContain('super');
});

test('a table in a table, and tabs and line ends, are kept as text', () => {
  const inner = '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>in</w:t></w:r></w:p></w:tc></w:tr></w:tbl>';
  const bytes = documentOf(
    `<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r></w:p>${inner}</w:tc></w:tr></w:tbl>`,
  );
  expect(documentAsks.open({ bytes, name: 'a.docx' }).blocks.map(said)).toEqual(['a\tb\nc\nin']);
});

describe('what other programs write', () => {
  const paragraph = (style: string, more = ''): string =>
    `<w:p><w:pPr><w:pStyle w:val="${style}"/>${more}</w:pPr><w:r><w:t>step</w:t></w:r></w:p>`;
  const styles = (inside: string): Record<string, string> => ({ 'word/styles.xml': `<w:styles>${inside}</w:styles>` });
  const counted =
    '<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="0"/></w:num></w:numbering>';
  const blocksOf = (body: string, parts: Record<string, string>): string[] => {
    const document = `<w:document><w:body>${body}</w:body></w:document>`;
    return documentAsks
      .open({ name: 'a.docx', bytes: office({ 'word/document.xml': document, ...parts }) })
      .blocks.map(said);
  };

  test('points of a list are counted where only their style, or what it rests on, says so', () => {
    const list =
      '<w:style w:styleId="Steps"><w:name w:val="List Number"/><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>';
    const own = '<w:style w:styleId="Own"><w:name w:val="Our steps"/><w:basedOn w:val="Steps"/></w:style>';
    const ring =
      '<w:style w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style>';
    const none = '<w:numPr><w:numId w:val="0"/></w:numPr>';
    expect(
      blocksOf(paragraph('Steps') + paragraph('Own') + paragraph('Own', none) + paragraph('A'), {
        ...styles(list + own + ring),
        'word/numbering.xml': counted,
      }),
    ).toEqual(['1. step', '2. step', 'step', 'step']);
  });

  test('a heading of a style of its own is one', () => {
    const heading = '<w:style w:styleId="H2"><w:name w:val="heading 2"/></w:style>';
    const own = '<w:style w:styleId="Ours"><w:name w:val="Chapter"/><w:basedOn w:val="H2"/></w:style>';
    expect(blocksOf(paragraph('Ours'), styles(heading + own))).toEqual(['## step']);
  });

  test('notes stand at the end, with the mark that the text has', () => {
    const body = '<w:p><w:r><w:t>Spin</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>';
    const note = (id: number, text: string): string =>
      `<w:footnote w:id="${id}"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t>${text}</w:t></w:r></w:p></w:footnote>`;
    const footnotes = `<w:footnotes>${note(0, 'a line')}${note(2, 'at 4 °C')}</w:footnotes>`;
    expect(blocksOf(body, { 'word/footnotes.xml': footnotes })).toEqual(['Spin[1]', '[1] at 4 °C']);
  });

  test('a cell that is as wide as two says so', () => {
    const body =
      '<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr></w:tbl>';
    const [block] = documentAsks.open({ name: 'a.docx', bytes: documentOf(body) }).blocks;
    expect(block?.is === 'table' ? block.rows[0]?.[0]?.across : 0).toBe(2);
  });

  test('in a formula, what stands high stays high, and a fraction is one', () => {
    const run = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
    const body = `<w:p><m:sSup><m:e>${run('c')}</m:e><m:sup>${run('2')}</m:sup></m:sSup><m:f><m:num>${run('1')}</m:num><m:den>${run('3')}</m:den></m:f></w:p>`;
    const [block] = documentAsks.open({ name: 'a.docx', bytes: documentOf(body) }).blocks;
    expect(block?.is === 'paragraph' ? block.runs.map(({ text, place }) => [text, place]) : []).toEqual([
      ['c', 'line'],
      ['2', 'super'],
      ['1', 'line'],
      ['/', 'line'],
      ['3', 'line'],
    ]);
  });
});

describe('bad documents end in a sentence', () => {
  const deep = `${'<w:tbl>'.repeat(100_000)}`;
  test.each([
    ['a workbook under another name', plateWorkbook(), 'another kind of file'],
    ['a cut one', protocolDocument().subarray(0, 300), 'ends too early'],
    ['one that goes too deep', documentOf(deep), 'damaged'],
    [
      'text of its own',
      office({ 'word/document.xml': '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><a>&a;</a>' }),
      'text of its own',
    ],
    ['no XML', office({ 'word/document.xml': 'nothing' }), 'damaged'],
  ])('%s', (_, bytes, sentence) => expect(() => documentAsks.open({ bytes, name: 'a.docx' })).toThrow(sentence));

  test('a very long one is cut, and says so', () => {
    const bytes = documentOf('<w:p><w:r><w:t>x</w:t></w:r></w:p>'.repeat(30_000));
    const { blocks, isCut } = documentAsks.open({ bytes, name: 'a.docx' });
    expect([blocks.length, isCut]).toEqual([20_001, true]);
  });
});
