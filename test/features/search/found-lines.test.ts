import { expect, test } from 'vitest';

import type { SearchFind } from '../../../shared/features/search/model.ts';
import type { Command } from '../../../renderer/features/search/stores/commands.ts';
import { activeOf, linesOf, lineAfter } from '../../../renderer/features/search/stores/found-lines.ts';

const find = (item: string): SearchFind => ({
  kind: 'file',
  item,
  serviceId: null,
  name: item,
  place: null,
  badge: null,
  extraction: null,
  by: 'name',
  snippet: null,
  modifiedAt: null,
});
const command: Command = { name: 'pause', label: 'Pause', keys: null, run: () => undefined };
const LINES = linesOf([find('a'), find('b')], [find('c')], [command]);
const at = { text: 'plate', isKnown: true, moved: null };

test('a line is active before any key moved, and it is the first', () => {
  expect(activeOf(LINES, at)).toBe('a');
  expect(activeOf([], at)).toBeNull();
});

test('the line that a person moved to stays active as long as it is there, and else the first is', () => {
  expect(activeOf(LINES, { ...at, moved: 'c' })).toBe('c');
  expect(activeOf(LINES, { ...at, moved: 'gone' })).toBe('a');
});

test('a command that nobody asked for is not active while finds may still come', () => {
  const only = linesOf([], [], [command]);
  expect(activeOf(only, { ...at, isKnown: false })).toBeNull();
  expect(activeOf(only, at)).toBe('> pause');
  expect(activeOf(only, { ...at, isKnown: false, text: '> pau' })).toBe('> pause');
});

test('the keys go round at both ends by single steps, and stop there by pages', () => {
  expect(lineAfter(LINES, 'a', -1)).toBe('> pause');
  expect(lineAfter(LINES, '> pause', 1)).toBe('a');
  expect(lineAfter(LINES, 'b', -8)).toBe('a');
  expect(lineAfter(LINES, 'b', 8)).toBe('> pause');
  expect(lineAfter([], null, 1)).toBeNull();
});
