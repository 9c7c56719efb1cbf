import { expect, test } from 'vitest';

import { bundleOf } from '../../../../main/core/scan/run-bundles.ts';

test.each([
  ['run 7.d/AcqData/MSScan.bin', 'run 7.d'],
  ['raw/run 7.D/a.bin', 'raw/run 7.D'],
  ['run.raw/inner.d/a.bin', 'run.raw'],
  ['image.zarr/0/0.0', 'image.zarr'],
  ['run 7.d', null],
  ['raw/a.csv', null],
  ['.d/a.csv', '.d'],
  ['a.csv', null],
])('%j lies in the bundle %j', (path, bundle) => {
  expect(bundleOf(path)).toBe(bundle);
});
