import { expect, test } from 'vitest';

import { decideContent } from '../../../../main/core/plan/content-decisions.ts';
import type { Content } from '../../../../main/core/plan/content-decisions.ts';
import { hash, version } from '../../../builders/items.ts';

const OLD: Content = { sha256: hash('old'), version: version('v1') };
const MINE: Content = { sha256: hash('mine'), version: null };
const THEIRS: Content = { sha256: null, version: version('v2') };
const HERE = { same: { ...OLD, version: null }, edited: MINE, deleted: null, freed: null };
const THERE = { same: OLD, edited: THEIRS, deleted: null };

// prettier-ignore
test.each([
  // here, at the service, then what a two-way, an upload and a download mirror do
  ['same', 'same', ['rest', 'rest', 'rest']],
  ['same', 'edited', ['download', 'rest', 'download']],
  ['same', 'deleted', ['delete-local', 'rest', 'delete-local']],
  ['edited', 'same', ['upload', 'upload', 'rest']],
  ['edited', 'edited', ['keep-both', 'upload-on-top', 'keep-both-here']],
  ['edited', 'deleted', ['upload-as-new', 'upload-as-new', 'keep-here']],
  ['deleted', 'same', ['delete-remote', 'rest', 'download']],
  ['deleted', 'edited', ['download', 'rest', 'download']],
  ['deleted', 'deleted', ['forget', 'forget', 'forget']],
  ['freed', 'same', ['rest', 'rest', 'rest']],
  ['freed', 'edited', ['rest', 'rest', 'rest']],
  ['freed', 'deleted', ['forget', 'forget', 'forget']],
] as const)('%s here and %s at the service: %j', (here, there, decisions) => {
  const sides = { local: HERE[here], remote: THERE[there], isOnlineOnly: here === 'freed' };
  const contents = { base: OLD, ...sides, movedLocally: false, movedRemotely: false };
  const modes = ['two-way', 'upload', 'download'] as const;
  expect(modes.map(mode => decideContent(mode, contents))).toEqual(decisions);
});

const NOTHING = {
  base: null,
  local: null,
  remote: null,
  isOnlineOnly: false,
  movedLocally: false,
  movedRemotely: false,
};

test('something new here goes up, something new there comes down', () => {
  expect(decideContent('two-way', { ...NOTHING, local: MINE })).toBe('upload-as-new');
  expect(decideContent('two-way', { ...NOTHING, remote: THEIRS })).toBe('download');
});

test('two new things of one name are compared', () => {
  expect(decideContent('two-way', { ...NOTHING, local: MINE, remote: THEIRS })).toBe('keep-both');
});

test('sides that hold the same bytes rest, whatever road each took', () => {
  const same: Content = { sha256: hash('mine'), version: version('v7') };
  expect(decideContent('two-way', { ...NOTHING, base: OLD, local: MINE, remote: same })).toBe('rest');
  expect(decideContent('two-way', { ...NOTHING, local: MINE, remote: same })).toBe('rest');
});

test('two files nobody has read are not taken for equal', () => {
  const unread: Content = { sha256: null, version: null };
  expect(decideContent('two-way', { ...NOTHING, local: unread, remote: unread })).toBe('keep-both');
});

test('a new version that holds the agreed bytes is no change', () => {
  const restored: Content = { sha256: hash('old'), version: version('v9') };
  expect(decideContent('two-way', { ...NOTHING, base: OLD, local: MINE, remote: restored })).toBe('upload');
  expect(decideContent('two-way', { ...NOTHING, base: OLD, local: null, remote: restored })).toBe('delete-remote');
});

test('a new version counts as an edit as long as its bytes are not known', () => {
  expect(decideContent('two-way', { ...NOTHING, base: OLD, local: null, remote: THEIRS })).toBe('download');
});

test('what was moved on one side outlives its removal on the other', () => {
  const local = HERE.same;
  expect(decideContent('two-way', { ...NOTHING, base: OLD, local, movedLocally: true })).toBe('upload-as-new');
  expect(decideContent('two-way', { ...NOTHING, base: OLD, remote: OLD, movedRemotely: true })).toBe('download');
});

test('what is here again is no longer only online, and what was let go and never agreed on is not fetched', () => {
  expect(decideContent('two-way', { ...NOTHING, base: OLD, local: MINE, remote: OLD, isOnlineOnly: true })).toBe(
    'upload',
  );
  expect(decideContent('two-way', { ...NOTHING, remote: THEIRS, isOnlineOnly: true })).toBe('rest');
});
