import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { syncBadge } from '../../../shared/features/browse/file-row-model.ts';
import { syncBadgeText } from '../../../shared/features/browse/badges-text.ts';
import { idOf } from '../scene.ts';
import { SCENES } from '../scenes.ts';
import { GUIDE_PICTURES, MOST_BYTES } from './pictures.ts';

const GUIDE = fileURLToPath(new URL('../../../assets/guide/use.md', import.meta.url));
const PICTURES = join(dirname(GUIDE), 'pictures');
const text = readFileSync(GUIDE, 'utf8');

test('every picture of the guide is drawn from a scene, stands in the guide with words for who cannot see it, and is small', () => {
  const names = GUIDE_PICTURES.map(({ name }) => `${name}.png`).toSorted();
  expect(readdirSync(PICTURES).toSorted()).toEqual(names);
  const shown = [...text.matchAll(/!\[[^\]]{20,}\]\(pictures\/([\w-]+\.png)\)/g)].map(([, name]) => name ?? '');
  expect(shown.toSorted()).toEqual(names);
  const scenes = new Set(SCENES.map(idOf));
  expect(GUIDE_PICTURES.filter(({ scene }) => !scenes.has(scene))).toEqual([]);
  expect(names.filter(name => statSync(join(PICTURES, name)).size > MOST_BYTES)).toEqual([]);
});

test('the guide explains every sign that a file can have', () => {
  const labels = syncBadge.options.map(
    badge => syncBadgeText(badge, { note: null, serviceName: null, percent: null }).label,
  );
  expect(labels.filter(label => !text.includes(label))).toEqual([]);
});
