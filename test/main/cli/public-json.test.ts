import { expect, test } from 'vitest';
import { z } from 'zod';

import { allCommands, commandsFor } from '../../../main/cli/commands/table.ts';
import { madeHere, publicFields, toPublic } from '../../../main/cli/output/public-json.ts';
import { schemaOf } from '../../../main/cli/runner/command-row.ts';
import { calls, topics } from '../../../shared/contract.ts';
import { zoneWish } from '../../../shared/features/zones/model.ts';

/** Every schema of objects that is reached from one. */
function objectsIn(schema: z.core.$ZodType, found = new Set<z.core.$ZodType>()): ReadonlySet<z.core.$ZodType> {
  if (schema === madeHere || found.has(schema)) return found;
  if (schema instanceof z.ZodObject) {
    found.add(schema);
    const shape: Readonly<Record<string, z.ZodType>> = schema.shape;
    for (const field of Object.values(shape)) objectsIn(field, found);
  } else if (schema instanceof z.ZodArray) objectsIn(schema.element, found);
  else if (schema instanceof z.ZodRecord) objectsIn(schema.valueType, found);
  else if (schema instanceof z.ZodUnion) for (const option of schema.options) objectsIn(option, found);
  else if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    objectsIn(schema.def.innerType, found);
  return found;
}

const all = await allCommands();
const withJson = await Promise.all(
  all.flatMap(({ words, json }) =>
    json === undefined ? [] : schemaOf(json).then(schema => ({ words, json: schema })),
  ),
);

test('no command prints a model whole: each public object names its fields', () => {
  const models = new Set<z.core.$ZodType>();
  for (const { input, output } of Object.values(calls)) for (const each of [input, output]) objectsIn(each, models);
  for (const topic of Object.values(topics)) objectsIn(topic, models);
  // A zone is printed as a file that is read back: it has all that a zone has.
  const exempt = objectsIn(zoneWish);
  const whole = withJson.filter(({ json }) => [...objectsIn(json)].some(each => models.has(each) && !exempt.has(each)));
  expect(whole.map(({ words }) => words)).toEqual([]);
  expect(withJson.length).toBeGreaterThan(100);
});

test('only what a command puts together itself is printed without named fields', () => {
  const made = withJson.filter(({ json }) => Object.values(json.shape).includes(madeHere));
  expect(made.map(({ words }) => words)).toEqual([
    'versions diff <path> [one] [other]',
    'chat preview <task> <file>',
    'preview <path>',
  ]);
});

const model = z.object({ id: z.string(), secret: z.string(), inner: z.object({ at: z.string(), key: z.string() }) });
const shown = publicFields(model, 'id', {
  inner: publicFields(model.shape.inner, 'at').nullable(),
  many: z.array(publicFields(model, 'id')),
});

test('what a public schema does not name is not printed, at any depth', () => {
  const thing = { id: '1', secret: 's', inner: { at: 'now', key: 'k' }, extra: 1 };
  const printed = { id: '1', inner: { at: 'now' }, many: [{ id: '1' }] };
  expect(toPublic(shown, { ...thing, many: [thing] })).toEqual(printed);
  expect(toPublic(shown, { ...thing, inner: null, many: [] })).toEqual({ id: '1', inner: null, many: [] });
});

test('an object in the place of a text is not printed', () => {
  expect(toPublic(shown, { id: { secret: 's' }, inner: null, many: [] })).toEqual({ id: null, inner: null, many: [] });
});

test('of several kinds of objects the one that fits is printed', () => {
  const either = z.union([z.object({ kind: z.literal('a'), one: z.string() }), z.object({ kind: z.literal('b') })]);
  expect(toPublic(either, { kind: 'a', one: '1', more: 2 })).toEqual({ kind: 'a', one: '1' });
  expect(toPublic(either, { kind: 'b', one: '1' })).toEqual({ kind: 'b' });
  expect(toPublic(either, { kind: 'c', one: '1' })).toBeNull();
});

test('a field that the model does not have cannot be public', () => {
  expect(() => publicFields(model, 'id secrets')).toThrow("no field 'secrets'");
});

const firstWord = ({ words }: { readonly words: string }): string => words.split(' ')[0] ?? '';

test('a command that is called has all its rows, and the program is not loaded whole for it', async () => {
  const names = new Set(all.filter(({ isHidden }) => isHidden !== true).map(firstWord));
  for (const name of names) {
    const loaded = await commandsFor(['--data', 'status', name, 'add']);
    const own = all.filter(each => firstWord(each) === name);
    expect(loaded.filter(each => firstWord(each) === name)).toEqual(own);
    expect(loaded.length).toBeLessThan(all.length / 4);
  }
});

test('what is about no one command has all of them', async () => {
  for (const args of [
    [],
    ['--help'],
    ['help', 'status'],
    ['--data'],
    ['--data=x'],
    ['__complete', 'status'],
    ['statsu'],
  ])
    expect(await commandsFor(args)).toEqual(all);
});
