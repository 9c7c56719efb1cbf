import { describe, expect, test } from 'vitest';

import type { DocumentBlock } from '../../shared/preview/office/document.ts';
import { documentAsks } from '../../renderer/views/preview/document/document-asks.ts';
import { documentOf, office, plateWorkbook, protocolDocument } from './files/office.ts';

const said = (block: DocumentBlock): string => {
  const text = (runs: readonly { text: string }[]): string => runs.map(run => run.text).join('');
  if (block.is === 'picture') return `[${block.text}]`;
  if (block.is === 'table') return block.rows.map(row => row.map(text).join('|')).join('/');
  return `${block.is === 'heading' ? `${'#'.repeat(block.level)} ` : block.is === 'point' ? `${block.mark} ` : ''}${text(block.runs)}`;
};

test('a protocol reads as it was written, with the numbers of its steps', () => {
  const { blocks, isCut } = documentAsks.open({ bytes: protocolDocument() });
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
  expect(documentAsks.open({ bytes }).blocks.map(said)).toEqual(['a\tb\nc\nin']);
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
  ])('%s', (_, bytes, sentence) => expect(() => documentAsks.open({ bytes })).toThrow(sentence));

  test('a very long one is cut, and says so', () => {
    const bytes = documentOf('<w:p><w:r><w:t>x</w:t></w:r></w:p>'.repeat(30_000));
    const { blocks, isCut } = documentAsks.open({ bytes });
    expect([blocks.length, isCut]).toEqual([20_001, true]);
  });
});
