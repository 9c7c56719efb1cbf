import { describe, expect, test } from 'vitest';

import { pdfAsks } from '../../renderer/features/preview/pdf/pdf-requests.ts';
import { isNoText, linesOf, missingIn, openPdf, pageOf } from '../../shared/preview/pdf/pdf-document.ts';
import { pdfLines } from '../../shared/preview/pdf/pdf-lines.ts';
import { lockedPdf, pdfOf, reportPdf, scannedPdf } from './files/pdf.ts';

// Drawing needs a browser, and is tested in one; what comes before it is not.

test('a report says how many pages it has, and how large they are', async () => {
  expect(await pdfAsks().open({ bytes: reportPdf(40) })).toEqual({
    pages: 40,
    size: { width: 595, height: 842 },
    title: '',
  });
});

test('a picture that is packed in a way that is not unpacked here is known to be missing', async () => {
  const missing = async (bytes: Uint8Array): Promise<number> => {
    const page = await pageOf(await openPdf(bytes), 0);
    await page.getOperatorList();
    return missingIn(page);
  };
  expect([await missing(scannedPdf()), await missing(reportPdf())]).toEqual([1, 0]);
});

test('the text of a page is told in lines; letters without a meaning are none', async () => {
  const lines = async (text: string): Promise<readonly string[]> =>
    linesOf(await pageOf(await openPdf(pdfOf([{ lines: [text, 'end'] }])), 0));
  expect(await lines('Tm: 64.2')).toEqual(['Tm: 64.2', 'end']);
  expect(isNoText('\x01\x02 \x03\x04\x05 a')).toBe(true);
});

describe('bad PDFs end in a sentence', () => {
  const good = reportPdf();
  test.each([
    ['one with a password', lockedPdf(), 'protected with a password'],
    ['a text', new TextEncoder().encode('no document'), 'no PDF document'],
    ['nothing', new Uint8Array(), 'no PDF document'],
    ['only a head', good.slice(0, 40), 'damaged'],
    ['no pages', pdfOf([]), 'damaged'],
  ])('%s', async (_, bytes, sentence) => {
    await expect(pdfAsks().open({ bytes })).rejects.toThrow(sentence);
  });

  test('whatever stands in any byte, it opens or ends in a sentence [S23]', async () => {
    const ends = await Promise.all(
      Array.from({ length: 60 }, (_, seed) => {
        const bytes = good.slice();
        for (let step = 0; step < 6; step++)
          bytes[20 + ((seed * 7919 + step * 104_729) % (bytes.length - 20))] = (seed * 31 + step) % 256;
        return pdfAsks()
          .open({ bytes })
          .then(
            () => 'opened',
            (thrown: unknown) => (thrown instanceof Error ? thrown.name : String(thrown)),
          );
      }),
    );
    expect([...new Set(ends)].filter(end => end !== 'opened' && end !== 'UnreadableError')).toEqual([]);
  });
});

test('what a form was filled with and what notes say is part of the text, in its line and for comparisons', async () => {
  const field = (rect: string, more: string): string => `<< /Type /Annot /Subtype /Widget /Rect [${rect}] ${more} >>`;
  const bytes = pdfOf(
    [
      {
        lines: ['Dose:', 'Washed:'],
        notes: [
          field('110 768 200 786', '/FT /Tx /T (dose) /V (50 ug)'),
          field('130 748 150 766', '/FT /Btn /T (washed) /V /Yes /AS /Yes'),
          field('160 748 180 766', '/FT /Btn /T (dried) /V /Off /AS /Off'),
          '<< /Type /Annot /Subtype /Text /Rect [300 500 320 520] /Contents (Check the lot) >>',
          '<< /Type /Annot /Subtype /Text /F 2 /Rect [300 500 320 520] /Contents (hidden) >>',
          '<< /Type /Annot /Subtype /Link /Rect [300 400 320 420] /Contents (a link) /A << /S /URI /URI (http://a.example) >> >>',
        ],
      },
    ],
    { catalog: '/AcroForm << /Fields [] >>' },
  );
  expect((await pdfLines(bytes.slice())).lines).toEqual(['— 1 —', 'Dose: 50 ug', 'Washed: Yes', 'Check the lot']);
});
