import type { Nodes } from 'hast';
import { describe, expect, test } from 'vitest';

import { toTree } from '../../renderer/markdown/markdown-requests.ts';

/** Elements as `tag[attributes]`, and texts, one after the other. */
function flat(node: Nodes): string[] {
  if (node.type === 'text') return node.value.trim() === '' ? [] : [node.value];
  if (!('children' in node)) return [];
  const inside = node.children.flatMap(flat);
  if (node.type !== 'element') return inside;
  return [
    `${node.tagName}${Object.entries(node.properties)
      .map(([name, value]) => `[${name}=${String(value)}]`)
      .join('')}`,
    ...inside,
  ];
}

const shown = (text: string): string => flat(toTree(text).tree).join(' ');

test('tables, tasks, and the few marks that writers use are what they mean', () => {
  const all = shown('| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n\nCO<sub>2</sub> at 10<sup>-3</sup><br>next');
  expect(all).toContain('table thead tr th a th[align=right] b');
  expect(all).toContain('input[type=checkbox][checked=true][disabled=true]');
  expect(all).toContain('CO sub 2  at 10 sup -3 br next');
});

test('formulas are MathML, which needs no style and no script [S21]', () => {
  const all = shown('$\\frac{a}{b}$');
  expect(all).toContain('math');
  expect(all).toContain('mfrac');
  expect(all).not.toContain('style');
});

test('a file that is named by its id is only named; what is no id leads nowhere', () => {
  const id = '4d028b64-a53a-4cf7-b826-45609ab09160';
  expect(shown(`[plate 7](file:${id.toUpperCase()})`)).toBe(`p span[dataFile=${id}] plate 7`);
  expect(shown(`[x](file:${id}#row-3)`)).toBe(`p span[dataFile=${id}] x`);
  expect(shown(`[x](file:${id}/../etc)`)).not.toContain('dataFile');
  expect(shown('[x](file:///etc/passwd)')).not.toContain('dataFile');
});

test('a sign that turns text around is written out [S28]', () =>
  expect(shown('open `\u202egnp.exe` now \u2066x')).toBe('p open  code \\u202egnp.exe  now \\u2066x'));

test('what other programs write at the top is shown as what it is', () => {
  expect(shown('---\ntitle: Run 7\n---\n# Head')).toBe('pre code[className=language-yaml] title: Run 7\n h1 Head');
});

test('an address that is not opened can still be read, with the link it was written in', () => {
  const [link, text] = flat(toTree('[the method](http://example.org/mtt)').tree).slice(1);
  expect([link, text]).toEqual(['a[title=Not opened from here: http://example.org/mtt]', 'the method']);
  expect(shown('[x](https://example.org/) [y](mailto:mira@example.org) [z](protocols/lysis.md) [n](#notes)')).toBe(
    'p a[href=https://example.org/] x a[href=mailto:mira@example.org] y a[href=protocols/lysis.md] z a[href=#notes] n',
  );
});

describe('nothing of a document can run or lead anywhere unasked', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<svg onload=alert(1)>',
    '<style>body{display:none}</style>',
    '<a href="javascript:alert(1)">x</a>',
    '<meta http-equiv="refresh" content="0;url=https://evil.example.org">',
    '<sub onclick=alert(1)>x</sub>',
  ])('%s is text [S20]', text => {
    const { tree } = toTree(text);
    const tags = flat(tree).filter(
      each => /^(script|img|iframe|svg|style|meta|a)\b\[?/.test(each) && !each.includes('<'),
    );
    expect(tags).toEqual([]);
    expect(flat(tree).join(' ')).toContain('<');
  });

  test.each([
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>1</script>)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\tscript:alert(1))',
    '<javascript:alert(1)>',
    '![x](data:image/svg+xml;base64,PHN2Zz4=)',
    '![x](javascript:alert(1))',
    '![x](http://evil.example.org/x.png)',
    '[x]: javascript:alert(1)\n\n[x]',
    '[x](http://evil.example.org/)',
    'http://evil.example.org/',
    '[x](https://bank.example:pass@evil.example.org/)',
    '<https://bank.example@evil.example.org/>',
    '[x](mailto:mira@example.org?attach=/etc/passwd)',
  ])('%s leads nowhere [S20]', text => expect(shown(text)).not.toMatch(/\[(href|src)=/));

  test.each([
    '\\href{javascript:alert(1)}{x}',
    '\\includegraphics{https://evil.example.org/x.png}',
    '\\url{https://evil.example.org}',
    '\\htmlStyle{color:red}{x}',
  ])('the formula %s has no address and no style [S21]', formula =>
    expect(shown(`$${formula}$`)).not.toMatch(/\[(href|src|style)=/),
  );
});

test('a formula that grows without end is left as it is written, at once [S21]', () => {
  const begin = performance.now();
  const bomb =
    '\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b}\\def\\d{\\c\\c\\c\\c\\c\\c\\c\\c\\c\\c}\\d\\d\\d';
  expect(flat(toTree(`$${bomb}$`).tree).length).toBeLessThan(3000);
  expect(performance.now() - begin).toBeLessThan(5000);
});

test('a document of fifty thousand parts is cut, and says so', () => {
  const { tree, isCut } = toTree(`| a |\n|---|\n${'| 1 |\n'.repeat(25_000)}`);
  expect(isCut).toBe(true);
  expect(flat(tree).length).toBeLessThan(20_001);
});

test('quotes within quotes without end do not end the parser', () =>
  expect(() => toTree(`${'> '.repeat(300)}deep\n\n${'*'.repeat(2000)}`)).not.toThrow());
