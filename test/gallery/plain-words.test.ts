import { expect, test } from 'vitest';

import { strangeWords } from './plain-words.ts';

test.each([
  ['File 4d028b64-a53a-4cf7-b826-45609ab09160', 'a UUID: 4d028b64-a53a-4cf7-b826-45609ab09160'],
  ['Ada did setMemberRole', 'a name in camelCase: setMemberRole'],
  ['Made undefined', 'a missing value: undefined'],
  ['Size NaN', 'a missing value: NaN'],
  ['by person 3', 'a person by number: person 3'],
  ['No command fits ‘x’', 'another kind of quotation mark: ‘'],
])('“%s” is strange to read', (text, strange) => {
  expect(strangeWords(text)).toEqual([strange]);
});

test.each(['Plate 7 of mRNA, pH 7', 'run_null-control.csv', 'RNA-seq 2026', '24-well plate'])(
  '“%s” is what people write',
  text => {
    expect(strangeWords(text)).toEqual([]);
  },
);
