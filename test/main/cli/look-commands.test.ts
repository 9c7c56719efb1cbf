import { expect, test } from 'vitest';

import { run } from './run-here.ts';
import { AT } from './samples.ts';

const BYTES = 'Plate 7\n\nwell;od\nA1;0,5\nB1;"\u001b[31mred"\n';
const OPEN = {
  is: 'open',
  name: 'plate 7.csv',
  sizeBytes: BYTES.length,
  modifiedAt: AT,
  version: null,
  sha256: null,
  mark: '1',
  content: 'c1',
  address: '/content/c1',
  from: 'here',
};

const answers = (opened: object = OPEN, text = BYTES) => ({
  'files.identify': { gives: { id: '7', kind: 'file', name: 'plate 7.csv' } },
  'content.open': { gives: opened },
  'content.read': { gives: { base64: Buffer.from(text).toString('base64') } },
  'content.close': { gives: null },
});

test('preview --text prints a table with tabs, and no character that a terminal obeys', async () => {
  const ran = await run(['preview', '--text', 'plate 7.csv'], answers());
  expect(ran).toMatchObject({ exitCode: 0, stdout: 'well\tod\nA1\t0,5\nB1\t\\u{1b}[31mred\n', stderr: '' });
  expect(ran.events).toContain('content.close {"content":"c1"}');
});

test('preview --text says when there is more', async () => {
  const ran = await run(['preview', '--text', '--lines', '1', 'plate 7.csv'], answers());
  expect(ran.stdout).toBe('well\tod\nA1\t0,5\n');
  expect(ran.stderr).toContain('Ask for more with --lines');
});

test('preview --json says how the table is read', async () => {
  const { stdout } = await run(['preview', '--json', 'plate 7.csv'], answers());
  expect(JSON.parse(stdout)).toMatchObject({
    v: 1,
    kind: 'Table (CSV)',
    from: 'here',
    text: null,
    table: { separator: ';', decimal: ',', preamble: 2, columns: ['well', 'od'], total: 2, isCut: false },
  });
});

test('preview says what a file is, and reads nothing of it', async () => {
  const ran = await run(['preview', 'plate 7.csv'], answers());
  expect(ran.stdout).toContain('Kind: Table (CSV)\nSize: 38 bytes\nRead from: this computer');
  expect(ran.events.some(event => event.startsWith('content.read'))).toBe(false);
});

test('what is not here and not small is not downloaded unasked', async () => {
  const { content: _, address: __, from: ___, ...facts } = OPEN;
  const away = { ...facts, is: 'not-here', mayFetch: true, mostBytes: 1000 };
  const ran = await run(['preview', '--text', 'plate 7.csv'], answers(away));
  expect(ran).toMatchObject({ exitCode: 3, stdout: '' });
  expect(ran.stderr).toContain('--fetch');
});
