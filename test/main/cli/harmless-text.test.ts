import fc from 'fast-check';
import { expect, test } from 'vitest';

import { jsonText, escapeControls, visibleInTerminal } from '../../../main/cli/output/harmless-text.ts';
import { runs } from '../../setup/run/effort.ts';
import { run } from './run-here.ts';

/** Acts on a terminal, cannot be seen, or turns what follows around; also a format character that takes two units. */
const HOSTILE = 'a\u001b[2J\u0085\u009b31m\u200b\u202egpj\u2066x\u2028\u{e0041}.exe';
const ACTING = /(?![\r\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

test('a name in JSON acts on no terminal, and is the same name when it is read [S28]', async () => {
  const conflict = { id: 'c1', mirror: 'm1', path: HOSTILE, copyPath: 'b', fileId: null, at: 1_795_000_000_000 };
  const { stdout } = await run(['conflicts', 'list', '--json'], { 'conflicts.list': { gives: [conflict] } });
  expect(stdout).not.toMatch(ACTING);
  expect(stdout).toContain('\\u009b31m\\u200b\\u202egpj\\u2066x\\u2028\\udb40\\udc41.exe');
  expect(JSON.parse(stdout)).toMatchObject({ conflicts: [{ path: HOSTILE }] });
});

test('whatever is printed as JSON reads back as it was, and acts on no terminal', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.constant(HOSTILE));
  const value = fc.oneof(fc.dictionary(text, text), fc.array(text));
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 2), (each, indent) => {
      const printed = jsonText(each, indent);
      expect(printed).not.toMatch(ACTING);
      expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify(each)));
    }),
    { seed: 20261129, numRuns: runs(500) },
  );
});

test('lines for people, and tables in a terminal, show what would act as its code; tables keep their tabs and line ends', () => {
  expect(escapeControls(`${HOSTILE}\n`)).toBe(
    'a\\u{1b}[2J\\u{85}\\u{9b}31m\\u{200b}\\u{202e}gpj\\u{2066}x\\u{2028}\\u{e0041}.exe\n',
  );
  expect(visibleInTerminal('a\tb\r\nc\rd\u009b')).toBe('a\tb\r\nc\\u{d}d\\u{9b}');
});
