import { describe, expect, test } from 'vitest';

import { pdfAsks } from '../../renderer/views/preview/pdf/pdf-asks.ts';
import { lockedPdf, pdfOf, reportPdf } from './files/pdf.ts';

// Drawing needs a browser, and is tested in one; what comes before it is not.

test('a report says how many pages it has, and how large they are', async () => {
  expect(await pdfAsks().open({ bytes: reportPdf(40) })).toEqual({
    pages: 40,
    size: { width: 595, height: 842 },
    title: '',
  });
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

  test('whatever stands in any byte, it opens or ends in a sentence', async () => {
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
