import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';
import { namesBelow } from '../setup/run/test-files.ts';

// What no source may contain, because a single place of it would undo what other tests show.

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

interface Line {
  readonly path: string;
  readonly at: number;
  readonly text: string;
}

/** The lines of code of some folders, without comments that stand on lines of their own. */
function linesBelow(...folders: readonly string[]): readonly Line[] {
  return folders.flatMap(folder =>
    namesBelow(`${PROJECT}${folder}`)
      .filter(name => /\.(?:tsx?|html)$/.test(name))
      .flatMap(name => linesOf(`${folder}/${name}`)),
  );
}

function linesOf(path: string): readonly Line[] {
  const lines = readFileSync(`${PROJECT}${path}`, 'utf8').split('\n');
  return lines.flatMap((text, index) =>
    /^\s*(?:\/\/|\/?\*|\{\/\*)/.test(text) ? [] : [{ path, at: index + 1, text: text.trim() }],
  );
}

/** Where one of the patterns stands, as `file:line: text`. */
function found(lines: readonly Line[], ...patterns: readonly RegExp[]): readonly string[] {
  return lines
    .filter(({ text }) => patterns.some(pattern => pattern.test(text)))
    .map(({ path, at, text }) => `${path}:${at}: ${text}`);
}

const product = linesBelow('main', 'renderer', 'shared');
const page = linesBelow('renderer');

test('there is enough to look at', () => {
  expect(product.length).toBeGreaterThan(20_000);
  expect(page.length).toBeGreaterThan(10_000);
});

test('nothing makes code or a page out of a text [S20, S24]', () => {
  const makers = [/dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\bDOMParser\b/];
  expect(found(page, ...makers)).toEqual([]);
  expect(found(product, /\beval\(|new Function\(|setTimeout\(\s*['"`]|from 'node:vm'/)).toEqual([]);
});

test('no file is shown in a frame, so that nothing of it could be a page [S24]', () =>
  expect(found(page, /<(?:iframe|frame|object|embed|webview)\b|createElement\('(?:iframe|object|embed)/)).toEqual([]));

test('a PDF is read without code of its own, without forms that run, and with no other library than the one [S23]', () => {
  const pdf = linesBelow('shared/preview/pdf');
  expect(found(product, /\bisEvalSupported:\s*true|enableScripting:\s*true|enableXfa:\s*true|useWasm:\s*true/)).toEqual(
    [],
  );
  for (const off of [/enableXfa: false/, /useWasm: false/]) expect(found(pdf, off)).toHaveLength(1);
  expect(found(product, /from '(?:unpdf|pdfjs-dist)/).map(line => line.split(':')[0])).toEqual([
    'shared/preview/pdf/pdf-library.ts',
  ]);
});

test('what takes files apart is loaded by workers and threads, never by the engine or the page itself [S22]', () => {
  const parsers = /from '(?:yaml|fflate|unpdf[^']*|postal-mime|papaparse|@e965\/xlsx|chardet)'/;
  const allowed = /^(?:shared\/preview\/|renderer\/features\/preview\/[\w-]+\/[\w-]+-requests\.ts)/;
  // The engine writes the support bundle's zip, and imports of that library only what writes.
  const writes = /^main\/features\/diagnostics\/bundle\.ts:\d+: import \{ zipSync \} from 'fflate';$/;
  const others = found(product, parsers).filter(line => !allowed.test(line));
  expect(others.filter(line => !writes.test(line))).toEqual([]);
  expect(others).toHaveLength(1);
  // Those in turn are named by workers, by commands that end in time, and for the words of a search, which are few.
  const readers = /from '[^']*\/preview\/(?:office|pdf|tiff)\/[^']*'/;
  expect(found(linesBelow('main'), readers).filter(line => !/^main\/(?:cli|search)\//.test(line))).toEqual([]);
});

test('where somebody decides, no name stands as it came [S28]', () => {
  const deciding = new Set(page.filter(({ text }) => /<(?:Question|Dialog)\b/.test(text)).map(({ path }) => path));
  const lines = page.filter(({ path }) => deciding.has(path));
  expect(deciding.size).toBeGreaterThan(30);
  // Inside of <bdi> a name turns nothing around but itself.
  expect(found(lines, /(?<!<bdi)>\{(?:\w+\.)*(?:name|path)\}</)).toEqual([]);
  const dialog = linesOf('renderer/components/overlay/dialog.tsx');
  expect(found(dialog, /\{shownName\(title\)\}/)).toHaveLength(1);
});

test('no setting, no variable and no line of code weakens certificates [S40]', () => {
  const weaker = [
    /rejectUnauthorized(?!: true;?,?$)/,
    /NODE_TLS_|checkServerIdentity|allowInsecure|ignore-certificate|certificate-error|setCertificateVerifyProc/,
    /(?:min|max)Version: 'TLSv1(?:\.1)?'/,
  ];
  expect(found(product, ...weaker)).toEqual([]);
});

test('only one place reaches servers, so that its rules hold for all of them [S40, S42, S43]', () => {
  const others =
    /(?<![.#\w])(?<!async )fetch\(|from '(?:node:)?(?:https?|http2|dgram)'|\btls\.connect\(|\bconnect\b.*from '(?:node:)?tls'|from 'undici'|new WebSocket\(/;
  const edges = /^main\/node\/net\/(?:undici-http|loopback-door)\.ts|^main\/server\/metrics-door\.ts/;
  const main = found(linesBelow('main'), others).filter(line => !edges.test(line));
  // The desktop's own addresses are answered, not asked for; declarations run nothing.
  expect(main.filter(line => !/import type|^main\/shell\/|^[^:]*\.d\.ts:/.test(line))).toEqual([]);
});

test('the clipboard is written by the page on somebody’s word, and never read [S14]', () => {
  expect(found(product, /clipboard\.read|from 'electron\/clipboard'|\bclipboard\b.*from 'electron'/)).toEqual([]);
});
