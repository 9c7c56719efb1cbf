import { expect, test } from 'vitest';

import { linesOf, sectionsOf } from './fixtures.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const output = (data: object): object => ({ output_type: 'execute_result', execution_count: 2, data });
const notebook = (cells: readonly object[], more: object = {}): Buffer =>
  Buffer.from(
    JSON.stringify({
      cells,
      metadata: { kernelspec: { display_name: 'Python 3' }, language_info: { name: 'python' } },
      nbformat: 4,
      nbformat_minor: 5,
      ...more,
    }),
  );
const code = (...outputs: object[]): object => ({
  cell_type: 'code',
  execution_count: 2,
  source: ['a = 1\n', 'a'],
  outputs,
});

test('cells are shown in order with their outputs as text', async () => {
  const bytes = notebook([
    { cell_type: 'markdown', source: '# Fit' },
    code(
      { output_type: 'stream', name: 'stdout', text: ['10%\r100%\n', 'done\n'] },
      output({ 'text/html': '<script>x()</script>', 'text/plain': ['   a\n', '0  1'] }),
    ),
  ]);
  expect(await linesOf('a.ipynb', bytes, {}, 100)).toEqual([
    ...['# Notebook', 'Language: python', 'Kernel: Python 3', 'Format: 4.5', 'Cells: 2', ''],
    ...['# Text', '# Fit', '', '# Code [2]', 'a = 1', 'a', ''],
    ...['# Output', '100%', 'done', '', '# Output [2]', '   a', '0  1'],
  ]);
});

test('an error is shown without the codes that colour it', async () => {
  const error = {
    output_type: 'error',
    ename: 'KeyError',
    evalue: 'x',
    traceback: ['\u001b[0;31mKeyError\u001b[0m: x'],
  };
  expect((await linesOf('a.ipynb', notebook([code(error)]), {}, 100)).slice(-2)).toEqual(['# Error', 'KeyError: x']);
});

test('a picture of an output is carried as it is, with its size', async () => {
  const { sections } = await sectionsOf(
    'a.ipynb',
    notebook([code(output({ 'image/png': PIXEL, 'text/plain': '<Figure>' }))]),
  );
  const image = sections.find(section => section.is === 'image');
  expect(image).toMatchObject({ type: 'image/png', width: 1, height: 1 });
  expect(Buffer.from(image?.bytes ?? []).toString('base64')).toBe(PIXEL);
});

test.each([
  ['HTML alone', { 'text/html': '<img src=x onerror=alert(1)>' }, 'An output of text/html, which is not drawn here.'],
  ['a drawing', { 'image/svg+xml': '<svg onload="x()"/>' }, 'An output of image/svg+xml, which is not drawn here.'],
  ['a program', { 'application/javascript': 'x()' }, 'An output of application/javascript, which is not drawn here.'],
  ['a picture that is none', { 'image/png': 'AAAA' }, 'A picture that is damaged.'],
  ['a picture of no base64', { 'image/jpeg': '%%%' }, 'A picture that is damaged.'],
])('an output of %s is named and neither drawn nor run', async (_, data, sentence) => {
  const lines = await linesOf('a.ipynb', notebook([code(output(data))]), {}, 100);
  expect(lines.at(-1)).toBe(sentence);
  expect(lines.join('\n')).not.toMatch(/onerror|onload|x\(\)/);
});

test('a notebook of version 3 is read too', async () => {
  const old = {
    nbformat: 3,
    worksheets: [
      {
        cells: [
          {
            cell_type: 'code',
            prompt_number: 4,
            input: 'b',
            outputs: [{ output_type: 'pyout', prompt_number: 4, text: '5' }],
          },
        ],
      },
    ],
  };
  expect((await linesOf('a.ipynb', Buffer.from(JSON.stringify(old)), {}, 100)).slice(-5)).toEqual([
    '# Code [4]',
    'b',
    '',
    '# Output [4]',
    '5',
  ]);
});

test('a long notebook ends where as many lines as were asked for are shown, and says so', async () => {
  const { isCut, sections } = await sectionsOf(
    'a.ipynb',
    notebook([{ cell_type: 'raw', source: 'x\n'.repeat(50) }]),
    {},
    5,
  );
  expect(isCut).toBe(true);
  expect(sections.at(-1)).toMatchObject({ lines: ['x', 'x', 'x', 'x', 'x', '… 46 more lines'] });
});

test.each(['{"cells": [', '[]', '{}', '{"cells": 5}', `${'['.repeat(200_000)}`])(
  'what begins as %.12s is refused as no notebook',
  async text => {
    await expect(sectionsOf('a.ipynb', Buffer.from(text))).rejects.toThrow('This is no notebook');
  },
);
