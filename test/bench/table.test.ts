import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';

import { expect, test } from 'vitest';

import { finding, notMeasured } from './findings.ts';
import { machineAt } from './machine.ts';
import { withResult } from './table.ts';

const TEXT = `before
<!-- the table begins: \`npm run bench\` writes it -->

|    | What   | Ours   | Peer or limit | Ratio | Target         | Verdict | Before |
| -- | ------ | ------ | ------------- | ----- | -------------- | ------- | ------ |
| G1 | a look | 500 ms | find 100 ms   | 5     | at most 1.2 x  | missed  | 7      |
| G1 | gone   | 1 ms   |               |       | at most 2 ms   | reached |        |
| G3 | cold   | 9 ms   |               |       | at most 0.9 ms | missed  | 3      |

On an older machine.

<!-- the table ends -->
after`;

function kept(ours: number) {
  const peer = { name: 'find', samples: [100] };
  const findings = [
    finding({ what: 'a look', unit: 'ms', ours: [ours], peer, target: { atMost: 1.2 } }),
    finding({ what: 'of that', unit: 'ms', ours: [1] }),
    notMeasured('against rclone', 'not installed: rclone'),
  ];
  const at = '2026-11-23T08:00:00.000Z';
  const run = { row: 'g1', what: 'a look', at, revision: 'abc', isQuick: false, rounds: 1, peers: {}, findings };
  return { ...run, machine: machineAt(tmpdir()) };
}

test('a measured row takes the place of its older lines and keeps what it was before; other rows stay', () => {
  const text = withResult(TEXT, kept(110));
  const lines = text.split('\n').map(line => line.replaceAll(/ +/g, ' '));
  expect(lines.filter(line => line.startsWith('| G'))).toEqual([
    '| G1 | a look | 110 ms | find 100 ms | 1.1 | at most 1.2 x | reached | 7 |',
    '| G1 | against rclone | | | | | not measured: not installed: rclone | |',
    '| G3 | cold | 9 ms | | | at most 0.9 ms | missed | 3 |',
  ]);
  expect(text).toMatch(/^before\n/);
  expect(text).toMatch(/\nafter$/);
  expect(text).toContain('On an older machine; ');
  expect(withResult(text, kept(110))).toBe(text);
});

test('a page without a table is refused', () => {
  expect(() => withResult('no marks', kept(1))).toThrow('no place');
});

test('the table of the page can be read, line by line', () => {
  const page = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const count = (text: string): number => text.split('\n').filter(line => line.startsWith('| G')).length;
  const text = withResult(page, { ...kept(110), row: 'g2' });
  expect(count(text)).toBe(count(page) + 1);
  expect(text).toMatch(/\| G18 +\| from the command until/);
});
