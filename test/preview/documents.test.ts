import { CFB } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';

import { documentLines } from '../../shared/preview/plain/document-lines.ts';
import { unpackRichText } from '../../shared/preview/documents/compressed-rich-text.ts';
import { readTextDocument } from '../../shared/preview/documents/read-document.ts';
import { openText, slides } from './files/documents.ts';
import { office } from './files/office.ts';

const lines = (bytes: Uint8Array, name: string): readonly string[] =>
  documentLines(readTextDocument(bytes, name).blocks);
const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1');

test('slides are read in the order in which they are shown, with titles, points, tables and notes', () => {
  expect(lines(slides(), 'talk.pptx')).toEqual([
    '## Slide 1: Dosing in mice',
    '## Slide 2: Results',
    'Survival at day 30',
    '  • all groups',
    'Dose\tn',
    '5 mg\t12',
    '### Notes',
    'Say that two were excluded',
  ]);
});

describe('a text of LibreOffice', () => {
  test('says its headings, lists, tables, spaces and notes', () => {
    const body =
      '<office:text><text:h text:outline-level="2">Lysis <text:span text:style-name="T1">buffer</text:span></text:h>' +
      '<text:p>Keep<text:s text:c="3"/>cold.<text:note><text:note-body><text:p>on ice</text:p></text:note-body></text:note></text:p>' +
      '<text:list><text:list-item><text:p>Wash</text:p><text:list><text:list-item><text:p>twice</text:p></text:list-item></text:list></text:list-item></text:list>' +
      '<table:table><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>Mix</text:p><text:p>well</text:p></table:table-cell><table:covered-table-cell/></table:table-row>' +
      '<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell table:number-columns-repeated="2"/></table:table-row></table:table>' +
      '</office:text>';
    const bytes = openText(
      body,
      '<style:style style:name="T1"><style:text-properties fo:font-weight="bold"/></style:style>',
    );
    expect(lines(bytes, 'a.odt')).toEqual([
      '## Lysis buffer',
      'Keep   cold.on ice ',
      '• Wash',
      '  • twice',
      'Mix well\t',
      'a\t\t',
    ]);
    expect(readTextDocument(bytes, 'a.odt').blocks[0]).toMatchObject({ runs: [{}, { text: 'buffer', isBold: true }] });
  });

  test('passes by what was taken out', () => {
    const body =
      '<office:text><text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:p>kept</text:p></office:text>';
    expect(lines(openText(body), 'a.odt')).toEqual(['kept']);
  });

  test('has slides with their notes', () => {
    const body =
      '<office:presentation><draw:page><draw:frame><draw:text-box><text:p>Aim</text:p></draw:text-box></draw:frame><presentation:notes><text:p>slowly</text:p></presentation:notes></draw:page></office:presentation>';
    expect(lines(openText(body), 'a.odp')).toEqual(['## Slide 1', 'Aim', '### Notes', 'slowly']);
  });

  test('that repeats a cell a thousand million times ends all the same', () => {
    const row = '<table:table-row><table:table-cell table:number-columns-repeated="1000000000"/></table:table-row>';
    const bytes = openText(`<office:text><table:table>${row.repeat(10_000)}</table:table></office:text>`);
    expect(readTextDocument(bytes, 'a.odt').isCut).toBe(true);
  });
});

describe('rich text', () => {
  test('says its text with signs of all kinds, and passes by fonts, pictures and hidden text', () => {
    const text =
      String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\*\generator Word;}\pard Keep at 4 \'b0C, \u956?M {\b now}\par` +
      String.raw`{\pict 00ff}{\v secret}second\tab line \{ok\}\par}`;
    expect(lines(ascii(text), 'a.rtf')).toEqual(['Keep at 4 °C, μM now', 'second\tline {ok}']);
    expect(readTextDocument(ascii(text), 'a.rtf').blocks[0]).toMatchObject({
      is: 'paragraph',
      runs: expect.arrayContaining([expect.objectContaining({ text: 'now', isBold: true })]),
    });
  });

  test('reads the code page that it names', () => {
    expect(lines(ascii(String.raw`{\rtf1\ansicpg932 \'8e\'8e\'97\'bf\par}`), 'a.rtf')).toEqual(['試料']);
  });

  test('has tables, and text behind a table stands below it', () => {
    const text = String.raw`{\rtf1 \trowd\cellx1\cellx2 Dose\cell n\cell\row \trowd\cellx1\cellx2 5 mg\cell 12\cell\row \pard Done.\par}`;
    expect(lines(ascii(text), 'a.rtf')).toEqual(['Dose\tn', '5 mg\t12', 'Done.']);
  });

  test('under the name of a Word document is read as what it is', () => {
    expect(lines(ascii(String.raw`{\rtf1 Hello\par}`), 'a.docx')).toEqual(['Hello']);
  });

  test('with endless groups is refused with a sentence', () => {
    expect(() => readTextDocument(ascii(`{\\rtf1 ${'{'.repeat(100_000)}`), 'a.rtf')).toThrow(/damaged/);
  });
});

describe('a mail of Outlook', () => {
  const wide = (text: string): Uint8Array => Buffer.from(text, 'utf16le');
  const mail = (parts: Readonly<Record<string, Uint8Array>>): Uint8Array => {
    const container = CFB.utils.cfb_new();
    for (const [name, bytes] of Object.entries(parts)) CFB.utils.cfb_add(container, name, bytes);
    return Uint8Array.from(CFB.write(container, { type: 'buffer' }));
  };
  const FACTS = {
    '/__substg1.0_0037001F': wide('Sequencing results'),
    '/__substg1.0_0C1A001F': wide('Core facility'),
    '/__substg1.0_5D01001F': wide('core@example.org'),
    '/__substg1.0_0E04001F': wide('Ada'),
    '/__attach_version1.0_#00000000/__substg1.0_3707001F': wide('run 12.fastq'),
    '/__attach_version1.0_#00000000/__substg1.0_37010102': new Uint8Array(2048),
  };

  test('says who wrote what to whom, and what is attached', () => {
    const bytes = mail({ ...FACTS, '/__substg1.0_1000001F': wide('All well.\r\nBest, Core') });
    expect(lines(bytes, 'a.msg')).toEqual([
      '# Sequencing results',
      'From: Core facility <core@example.org>',
      'To: Ada',
      expect.stringMatching(
        /^Attachments: run 12\.fastq \(2(\.0)?\skB\)$|^Attachments: run 12\.fastq \(2(\.0)?\sKB\)$/,
      ),
      'All well.',
      'Best, Core',
    ]);
  });

  test('whose text is only there as packed rich text is unpacked', () => {
    // The example of the format's own description: `{\rtf1\ansi\ansicpg1252\pard hello world}`.
    const packed = Buffer.from(
      '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0',
      'hex',
    );
    expect(Buffer.from(unpackRichText(packed)).toString('latin1')).toBe(
      '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n',
    );
    expect(lines(mail({ ...FACTS, '/__substg1.0_10090102': packed }), 'a.msg').at(-1)).toBe('hello world');
  });

  test('that is damaged, or says that it unpacks to gigabytes, is refused with a sentence', () => {
    const bytes = mail(FACTS);
    expect(() => readTextDocument(bytes.subarray(0, 700), 'a.msg')).toThrow(/damaged/);
    const bomb = Buffer.from('2d000000ffffffff4c5a4675000000000000', 'hex');
    expect(() => unpackRichText(bomb)).toThrow(/unpacks to far more/);
  });
});

test.each(['a.pptx', 'a.odt', 'a.rtf', 'a.msg'])('what is no %s is refused with a sentence', name => {
  expect(() => readTextDocument(ascii('no such file at all'), name)).toThrow(/another kind of file/);
  expect(() => readTextDocument(office({ 'x.xml': '<a/>' }), name)).toThrow(/another kind of file/);
});
