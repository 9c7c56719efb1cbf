import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { icnsOf, icoOf, sizeOfPng, sizesInIcns, sizesInIco } from './icons/formats.ts';
import { drawings, hashOfDrawings, ICO_SIZES, ICON_SIZES } from './icons/pictures.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const asset = (path: string): Buffer => readFileSync(join(root, 'assets', path));

test('the pictures were made from the drawings as they are now (node test/packaging/icons/render.ts)', () => {
  expect(asset('icons/made-from.txt').toString().trim()).toBe(hashOfDrawings(root));
});

test('each picture has the size its name says', () => {
  const all = drawings(root);
  expect(all.map(({ file }) => [file, sizeOfPng(asset(file))])).toEqual(all.map(({ file, size }) => [file, size]));
});

test('each state of the tray is a drawing of its own, in each colour', () => {
  const trays = drawings(root).filter(({ file }) => file.startsWith('tray/'));
  expect(new Set(trays.map(({ svg, size }) => `${size} ${svg}`)).size).toBe(trays.length);
  expect(trays.filter(({ svg }) => svg.includes('currentColor'))).toEqual([]);
});

test('the icons of Windows and macOS hold all sizes, and are what their pictures give', () => {
  const [ico, icns] = [asset('icons/icon.ico'), asset('icons/icon.icns')];
  expect(sizesInIco(ico)).toEqual(ICO_SIZES);
  expect([...new Set(sizesInIcns(icns))].toSorted((one, other) => one - other)).toEqual([
    16, 32, 64, 128, 256, 512, 1024,
  ]);
  const pictures = ICON_SIZES.map(size => ({ size, png: asset(`icons/${size}x${size}.png`), pixels: Buffer.alloc(0) }));
  expect(icnsOf(pictures).equals(icns)).toBe(true);
});

test('a bitmap of an icon lies upside down, blue first, with a mask that hides nothing', () => {
  const pixels = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
  const icon = icoOf([{ size: 2, pixels, png: Buffer.alloc(0) }]);
  expect(icon.length).toBe(6 + 16 + 40 + 16 + 8);
  expect([...icon.subarray(6 + 16 + 40)]).toEqual([
    11, 10, 9, 12, 15, 14, 13, 16, 3, 2, 1, 4, 7, 6, 5, 8, 0, 0, 0, 0, 0, 0, 0, 0,
  ]);
});
