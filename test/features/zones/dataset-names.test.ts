import fc from 'fast-check';
import { expect, test } from 'vitest';

import { FileFilter } from '../../../main/features/zones/observe/file-filter.ts';
import { datasetOf } from '../../../main/features/zones/observe/dataset.ts';
import {
  constantFolders,
  fillTemplate,
  labelsOf,
  layoutFolders,
  operatorOf,
  unknownWords,
} from '../../../main/features/zones/send/run-folder.ts';
import { type ZoneWish, zonePreset, zoneWish } from '../../../shared/features/zones/model.ts';

function wish(more: Partial<ZoneWish> = {}): ZoneWish {
  return zoneWish.parse({ name: 'z', folder: '/d', destination: 'KB', ...more });
}

test.each([
  ['everything', 'run1/a/b.dat', 'run1', 'run1', 'a/b.dat'],
  ['everything', 'lone.csv', 'lone.csv', 'lone', 'lone.csv'],
  ['agilent-bruker-d', '2026/s1.d/AcqData/x.bin', '2026/s1.d', 's1.d', 'AcqData/x.bin'],
  ['agilent-bruker-d', 's1.D/inner.d/x.bin', 's1.D', 's1.D', 'inner.d/x.bin'],
  ['waters-raw', 'day/s1.raw/_FUNC001.DAT', 'day/s1.raw', 's1.raw', '_FUNC001.DAT'],
  ['olympus-vsi', 'day/Slide 1.vsi', 'day/Slide 1.vsi', 'Slide 1', 'Slide 1.vsi'],
  ['olympus-vsi', 'day/_Slide 1_/stack1/f.ets', 'day/Slide 1.vsi', 'Slide 1', '_Slide 1_/stack1/f.ets'],
  ['tiff-series', 'exp/pos1/t0001.tif', 'exp/pos1', 'pos1', 't0001.tif'],
  ['tiff-series', 'cells_t0001.tif', 'cells*', 'cells', 'cells_t0001.tif'],
  ['tiff-series', 'cells_t0002.ome.tif', 'cells*', 'cells', 'cells_t0002.ome.tif'],
] as const)('with %s, %s is part of one dataset', (preset, path, ...expected) => {
  const { key, name, inside } = datasetOf({ preset, grouping: 'top-folder' }, path);
  expect([key, name, inside]).toEqual(expected);
});

test('each file, or each folder, may be a run of its own', () => {
  expect(datasetOf({ preset: 'everything', grouping: 'file' }, 'a/b/c.csv').key).toBe('a/b/c.csv');
  expect(datasetOf({ preset: 'everything', grouping: 'own-folder' }, 'a/b/c.csv').key).toBe('a/b');
});

const segment = fc.stringMatching(/^[A-Za-z0-9_. -]{1,8}$/).filter(text => !/^\.+$/.test(text));

test('whatever the preset, a file has a name and a place in its dataset', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zonePreset.options),
      fc.constantFrom('top-folder', 'own-folder', 'file'),
      fc.array(segment, { minLength: 1, maxLength: 5 }),
      (preset, grouping, names) => {
        const set = datasetOf({ preset, grouping }, names.join('/'));
        expect(set.key).not.toBe('');
        expect(names.join('/').endsWith(set.inside)).toBe(true);
        expect(set.inside).not.toBe('');
      },
    ),
  );
});

test.each([
  ['everything', [], 'a/b.dat', 'send'],
  ['everything', ['*.log'], 'a/B.LOG', 'excluded'],
  ['everything', ['/tmp/'], 'tmp/x', 'excluded'],
  ['everything', [], 'a/~$doc.docx', 'excluded'],
  ['everything', ['!*.tmp'], 'a/x.tmp', 'send'],
  ['zeiss-czi', [], 'a/x.CZI', 'send'],
  ['zeiss-czi', [], 'a/x.txt', 'not-included'],
  ['agilent-bruker-d', [], 'a/s.d/AcqData/MSScan.bin', 'send'],
  ['agilent-bruker-d', [], 'a/notes.txt', 'not-included'],
  ['olympus-vsi', [], '_Slide_/stack1/f.ets', 'send'],
] as const)('with %s and %j left out, %s is: %s', (preset, exclude, path, verdict) =>
  expect(new FileFilter({ preset, include: [], exclude: [...exclude] }).verdict(path)).toBe(verdict),
);

test("a person's own globs stand in place of the preset's", () => {
  const choosing = new FileFilter({ preset: 'zeiss-czi', include: ['*.txt'], exclude: [] });
  expect([choosing.verdict('a.czi'), choosing.verdict('a.txt')]).toEqual(['not-included', 'send']);
});

const FACTS = {
  instrument: 'Orbi 2',
  location: '',
  operator: null,
  label: null,
  zone: 'MS',
  computer: 'pc-1',
  run: 's1.d',
  key: 'day/s1.d',
  atMs: Date.UTC(2026, 10, 22, 23, 30),
  minutesEast: 60,
};

test('the layout is filled with local dates, and what is not known leaves no empty folder', () => {
  expect(layoutFolders('{instrument}/{yyyy}-{mm}-{dd}/{run}', FACTS)).toEqual(['Orbi 2', '2026-11-23', 's1.d']);
  expect(layoutFolders('{location}/{operator}/{folder}/{run}', FACTS)).toEqual(['day', 's1.d']);
  expect(layoutFolders('', FACTS)).toEqual([]);
});

test('no value of a layout makes a folder of its own or leads out of one', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), value => {
      const folders = layoutFolders('{instrument}/{run}', { ...FACTS, instrument: value, run: value });
      expect(folders.length).toBeLessThanOrEqual(2);
      for (const folder of folders) expect(['', '.', '..'].includes(folder) || folder.includes('/')).toBe(false);
    }),
  );
});

test('words that stand for nothing are found, and stay as they are in texts', () => {
  expect(unknownWords('{run}/{rum}/{}')).toEqual(['rum', '']);
  expect(fillTemplate('{run} by {nobody}', FACTS)).toBe('s1.d by {nobody}');
});

test('the operator is found in the path, and a broken pattern finds nobody', () => {
  expect(operatorOf({ kind: 'path', pattern: '^([^_/]+)_' }, 'mira_run7/x')).toBe('mira');
  expect(operatorOf({ kind: 'path', pattern: '^(?<operator>[a-z]+)' }, 'mira_run7/x')).toBe('mira');
  expect(operatorOf({ kind: 'path', pattern: '(' }, 'mira')).toBeNull();
  expect(operatorOf({ kind: 'fixed', name: 'Jo' }, 'x')).toBe('Jo');
});

test('files are labelled only where a zone says something of them', () => {
  expect(labelsOf(wish(), FACTS)).toEqual({ tags: [], description: null });
  const labels = labelsOf(wish({ tags: ['ms'], instrument: 'Orbi 2', description: 'Run {run}' }), FACTS);
  expect(labels).toEqual({ tags: ['ms', 'Orbi 2'], description: 'Run s1.d' });
});

test('what is at the destination is looked for below what all runs have in common', () => {
  expect(constantFolders(wish({ instrument: 'Orbi' }), 'pc')).toEqual(['Orbi']);
  expect(constantFolders(wish({ layout: 'raw/{computer}/{run}' }), 'pc')).toEqual(['raw', 'pc']);
  expect(constantFolders(wish({ layout: '{run}' }), 'pc')).toEqual([]);
});
