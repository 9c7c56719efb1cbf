import type { Dice } from './dice.ts';

/** Values that fit nowhere, or only by luck. */
const ODD_VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e21, -0, 2 ** 31, 2 ** 53, 1.7e308],
  ...['', ' ', 'null', 'undefined', 'NaN', '0', '\u0000', 'a\u0000b', '\uD800', 'x\uDFFFy', '\u202Etxt.exe', '\uFEFF'],
  ...['../../etc/shadow', '..\\..\\boot.ini', '/', 'C:\\x', 'CON', 'a/b', '.', '..', '~', 'x.exe', 'y.sh '],
  ...["'; DROP TABLE file; --", '" OR 1=1', '%00', '%', '{{7*7}}', '${7}', '<script>1</script>', 'a* NEAR "'],
  ...[[], [[]], {}, { id: {} }, [null], ['x'], { length: 1e9 }, { toString: 1 }],
];

/** Ids that look like ids and are none, or name nothing. */
const ODD_IDS: readonly string[] = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '7f0c1c52-3f0e-4b1d-9a6e-1d2f5a7b9cff',
  '7F0C1C53-3F0E-4B1D-9A6E-1D2F5A7B9C01',
  '7f0c1c53-3f0e-4b1d-9a6e-1d2f5a7b9c0',
  '{7f0c1c53-3f0e-4b1d-9a6e-1d2f5a7b9c01}',
  ...['17', '-1', 'me', 'null', '__proto__', 'constructor', '1e3', '0x10', '99999999999', 'x'.repeat(600)],
];

/** Pieces of a path that mean something to some servers. */
const ODD_SEGMENTS: readonly string[] = [
  ...['..', '.', '%2e%2e', '%2F', '..%2f..%2fetc%2fpasswd', '%00', '%', '%E0%A4%A', '%ff', '', '%20', ';a=b'],
  ...['*', '|', '%0d%0aSet-Cookie:a=b', '\\', '%5c..', '__proto__', '@example.org', '%E2%98%83', 'x'.repeat(3000)],
];

export function oddValue(dice: Dice): unknown {
  if (dice.chance(0.04)) return 'long '.repeat(1 + dice.below(20_000));
  if (dice.chance(0.03)) return deep(dice.chance(0.2) ? 3000 : 40, dice);
  if (dice.chance(0.03)) return Array.from({ length: 1 + dice.below(2000) }, () => dice.pick(ODD_VALUES));
  return dice.pick(ODD_VALUES);
}

export function oddId(dice: Dice): string {
  return dice.pick(ODD_IDS);
}

export function oddSegment(dice: Dice): string {
  return dice.pick(ODD_SEGMENTS);
}

/** Values for queries, as they are written there. */
export function oddQueryValue(dice: Dice): string {
  return dice.pick([
    '',
    '0',
    '-1',
    '101',
    '1e9',
    '99999999999999999999',
    'abc',
    '1.5',
    '%00',
    '%',
    '%F0%9F',
    '[]',
    '%22*',
    'NaN',
    '+',
  ]);
}

/** Changes one thing about an object that was right. */
export function spoil(dice: Dice, value: { [name: string]: unknown }): { [name: string]: unknown } {
  const names = Object.keys(value);
  const name = names.length === 0 ? 'name' : dice.pick(names);
  const spoilt: { [name: string]: unknown } = { ...value };
  if (dice.chance(0.25)) delete spoilt[name];
  else if (dice.chance(0.1))
    spoilt[dice.pick(['unknown', 'isAdmin', 'ownerId', 'organizationId', 'role'])] = oddValue(dice);
  else spoilt[name] = oddValue(dice);
  return spoilt;
}

/** The bytes of a body: mostly the JSON of the value, sometimes torn, doubled, or no JSON at all. */
export function bodyBytes(dice: Dice, value: unknown, wild: boolean): Buffer {
  const text = JSON.stringify(value) ?? '';
  if (!wild || dice.chance(0.4)) return Buffer.from(text);
  return dice.pick<() => Buffer>([
    () => Buffer.from(text.slice(0, dice.below(text.length + 1))),
    () => Buffer.from(text.replace('{', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}},')),
    () => Buffer.from(text.replace(/"[^"]*":/, each => `${each}1e999,${each}`)),
    () => Buffer.from(`${'['.repeat(20_000)}${']'.repeat(dice.below(20_001))}`),
    () =>
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
    () => Buffer.from(text, 'utf16le'),
    () =>
      Buffer.from(
        dice.pick(['null', '[]', '0', '"x"', 'true', '', ' ', '{', '}', 'undefined', '{"a":\u0000}', '{}{}']),
      ),
    () => Buffer.from(`{"name":"${'x'.repeat(dice.chance(0.05) ? 9_000_000 : 100_000)}","fileType":"Document"}`),
    () => Buffer.from(`{${Array.from({ length: 2000 }, (_, at) => `"k${at}":${at}`).join(',')}}`),
  ])();
}

/** Headers that the service must ignore, or that are false. */
export function oddHeaders(dice: Dice): { [name: string]: string } {
  return dice.pick<{ [name: string]: string }>([
    { 'content-type': 'text/xml' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data; boundary=' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-encoding': 'gzip' },
    { 'x-organization-id': oddId(dice).slice(0, 100) },
    { 'x-http-method-override': 'DELETE' },
    { 'x-forwarded-for': '10.0.0.1', 'x-forwarded-host': 'elsewhere.example' },
    { accept: 'text/html' },
    { range: 'bytes=0-0,5-9' },
    { 'if-none-match': '*' },
    { expect: '100-continue' },
    { 'x-long': 'y'.repeat(20_000) },
    { authorization: 'Basic eDp5' },
    { authorization: 'Bearer ' },
    { cookie: 'session=1; __proto__=2' },
  ]);
}

function deep(levels: number, dice: Dice): unknown {
  const asList = dice.chance(0.5);
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = asList ? [value] : { a: value };
  return value;
}
