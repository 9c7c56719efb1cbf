import { expect, test } from 'vitest';
import { z } from 'zod';

import { calls } from '../../../shared/contract.ts';
import { fieldPath, inputLine, inputWords } from '../../../shared/text/input-words.ts';
import { SCHEMA_WORDS } from '../schema-words.ts';

const words = (schema: z.ZodType, value: unknown): string => {
  const read = schema.safeParse(value, { error: inputWords });
  return read.success ? '' : inputLine(read.error.issues);
};

test.each([
  [z.number().int().min(1), 0, "'a' must be at least 1."],
  [z.number().int(), 1.5, "'a' must be a whole number."],
  [z.number(), null, "'a' must be a number."],
  [z.string().min(1).max(3), '', "'a' must have at least 1 character."],
  [z.string().max(3), 'long', "'a' must have at most 3 characters."],
  [z.string(), undefined, "'a' is missing: it must be text."],
  [z.array(z.string()).max(1), ['x', 'y'], "'a' must have at most 1 entry."],
  [z.array(z.object({ b: z.boolean() })), [{ b: 1 }], "'a[0].b' must be true or false."],
  [z.enum(['x', 'y']), 'z', "'a' must be one of: x, y."],
  [z.literal(1), 2, "'a' must be 1."],
  [z.union([z.string(), z.number()]), null, "'a' must be text. Or: It must be a number."],
  [z.uuid(), 'x', "'a' must be an id such as 0190b0aa-0000-7000-8000-000000000001."],
  [z.string().regex(/x/, 'Write x.'), 'y', "'a': Write x."],
  [z.number().refine(() => false), 1, "'a' cannot be taken as it is."],
  [z.strictObject({}), { q: 1 }, "'a' has fields that are not known here: q."],
])('%#: what is allowed is said with the name of the field', (schema, value, line) => {
  expect(words(z.object({ a: schema }), { a: value })).toBe(line);
});

test('a way into a file is written as people write it', () => {
  expect(fieldPath(['mirrors', 0, 'local'])).toBe('mirrors[0].local');
});

/** Values that fit hardly anywhere. */
const ODD: readonly unknown[] = [
  null,
  undefined,
  '',
  -1,
  1.5,
  Number.NaN,
  1e300,
  true,
  [],
  {},
  [null],
  { kind: 'none such', q: 1 },
  'x'.repeat(100_001),
];

/** The same value in every field, and in every field of those. */
function filled(schema: z.ZodType, value: unknown, depth: number): unknown {
  if (depth === 0) return value;
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, each]) => [name, filled(each, value, depth - 1)]),
    );
  if (schema instanceof z.ZodArray) return [filled(schema.element as z.ZodType, value, depth - 1)];
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return filled(schema.unwrap() as z.ZodType, value, depth);
  return value;
}

test.each(Object.entries(calls))('%s refuses odd input in plain words', (_, { input }) => {
  for (const value of ODD)
    for (const depth of [0, 1, 2, 3]) {
      const line = words(input, filled(input, value, depth));
      expect(line).not.toMatch(SCHEMA_WORDS);
      expect(line).not.toContain('has to be');
      expect(line).toMatch(/^$|^['A-Z].*\.$/);
    }
});
