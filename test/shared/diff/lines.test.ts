import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Choices, Take } from '../../../shared/diff/choice.ts';
import { compareLines, type Hunk, isHunk, joinLines, type LinePart, mergeLines } from '../../../shared/diff/lines.ts';

const line = fc.constantFrom('a', 'b', 'c', '', '\uFEFFx', 'wide µ', '"q;1,5"');
const end = fc.constantFrom('\n', '\r\n', '\r');
const text = fc
  .tuple(fc.array(fc.tuple(line, end), { maxLength: 12 }), line)
  .map(([lines, last]) => lines.map(([words, ending]) => words + ending).join('') + last);

function hunksOf(parts: readonly LinePart[] | null): readonly Hunk[] {
  return (parts ?? []).filter(isHunk);
}

function all(parts: readonly LinePart[] | null, take: Take): Choices {
  return new Map(hunksOf(parts).map(({ id }) => [id, take]));
}

test('taking everything from one side gives exactly the text of that side', () => {
  fc.assert(
    fc.property(text, text, text, (base, mine, theirs) => {
      for (const parts of [compareLines(mine, theirs), mergeLines(base, mine, theirs)]) {
        expect(joinLines(parts ?? [], all(parts, 'mine'))).toBe(mine);
        expect(joinLines(parts ?? [], all(parts, 'theirs'))).toBe(theirs);
      }
    }),
  );
});

test('edits that do not touch are both in the merge, and nobody has to choose', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 3, maxLength: 20 });
  fc.assert(
    fc.property(lines, fc.nat(), fc.nat(), (rows, one, other) => {
      const numbered = rows.map((row, at) => `${at} ${row}`);
      const [mineAt, theirsAt] = [one % rows.length, other % rows.length];
      fc.pre(Math.abs(mineAt - theirsAt) > 1);
      const edited = (at: number, word: string) => numbered.with(at, word).join('\n');
      const parts = mergeLines(numbered.join('\n'), edited(mineAt, 'MINE'), edited(theirsAt, 'THEIRS'));
      expect(joinLines(parts ?? [], new Map())).toBe(numbered.with(mineAt, 'MINE').with(theirsAt, 'THEIRS').join('\n'));
    }),
  );
});

test('what both changed differently is never merged without a person', () => {
  const parts = mergeLines('one\ntwo\nthree\n', 'one\nmine\nthree\n', 'one\ntheirs\nthree\n');
  expect(hunksOf(parts)).toMatchObject([
    { origin: 'conflict', base: ['two\n'], mine: ['mine\n'], theirs: ['theirs\n'], line: 2 },
  ]);
  expect(joinLines(parts ?? [], new Map())).toBeNull();
  expect(joinLines(parts ?? [], new Map([[0, 'both']]))).toBe('one\nmine\ntheirs\nthree\n');
});

test('neighbouring lines that two people changed are one question', () => {
  const parts = mergeLines('1\n2\n3\n4\n', '1\nB\n3\n4\n', '1\n2\nC\n4\n');
  expect(hunksOf(parts)).toMatchObject([{ origin: 'conflict', mine: ['B\n', '3\n'], theirs: ['2\n', 'C\n'] }]);
});

test('lines that two people added at the end can both be kept, also without a last line end', () => {
  const parts = mergeLines('a\r\n', 'a\r\nmine', 'a\r\ntheirs\r\n');
  expect(joinLines(parts ?? [], new Map([[0, 'both']]))).toBe('a\r\nmine\r\ntheirs\r\n');
});

test('the same change on both sides is no question, and a byte-order mark is a line of its own', () => {
  const parts = mergeLines('a\nb\n', '\uFEFFa\nB\n', 'a\nB\n');
  expect(hunksOf(parts).map(({ origin, mine }) => [origin, mine])).toEqual([
    ['mine', ['\uFEFF']],
    ['same', ['B\n']],
  ]);
  expect(joinLines(parts ?? [], new Map())).toBe('\uFEFFa\nB\n');
});

test('a merge of more lines than a call takes values is joined', () => {
  const many = 'A1,0.5\n'.repeat(200_000);
  const parts = mergeLines(many, many, `${many}A2,0.6\n`);
  expect(parts === null ? null : joinLines(parts, new Map())?.length).toBe(many.length + 7);
});
