import { expect, test } from 'vitest';

import { decode } from '../../../shared/preview/encoding.ts';
import { findEncoding } from '../../../shared/preview/find-encoding.ts';
import { endingOf } from '../../../shared/name-ending.ts';
import { decideTable } from '../../../shared/preview/table-decision.ts';
import { TableText } from '../../../shared/preview/table-text.ts';
import { chromatography } from './chromatography.ts';
import type { Export } from './export.ts';
import { others } from './other-exports.ts';
import { plateReaders } from './plate-readers.ts';
import { qpcr } from './qpcr.ts';

const ALL: readonly Export[] = [...plateReaders, ...qpcr, ...chromatography, ...others];

/** What is seen of a file, in the words of what is expected. */
function seen({ name, bytes }: Export): Export['expected'] {
  const { encoding } = findEncoding(bytes);
  if (encoding === 'binary') throw new Error('it is taken for no text');
  const text = decode(bytes, encoding);
  const decision = decideTable(text, endingOf(name));
  const table = new TableText(text, decision);
  const { separator, decimal, isTold, preamble, hasHeader } = decision;
  const header = hasHeader ? table.columns.map(column => column.name ?? '') : null;
  const rows = Array.from({ length: table.count }, (_, at) => table.row(at).slice(0, table.columns.length));
  return { encoding, separator, decimal, isTold, preamble, header, rows };
}

test('there are at least sixty exports, each with a name of its own', () => {
  expect(ALL.length).toBeGreaterThanOrEqual(60);
  expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length);
});

test.each(ALL.map(each => [each.name, each] as const))('%s is seen as the table it is', (_, each) =>
  expect(seen(each)).toEqual(each.expected),
);
