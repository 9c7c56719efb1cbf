import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Page } from 'playwright';

import { startChromium } from '../../setup/browser/chromium.ts';
import { icnsOf, icoOf, type Picture } from './formats.ts';
import { type Drawing, drawings, hashOfDrawings, ICO_SIZES } from './pictures.ts';

/** `node test/packaging/icons/render.ts`: draws all pictures of `assets/icons` and `assets/tray` again. */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const assets = join(root, 'assets');

const browser = await startChromium();
const page = await browser.newPage();
const icons: Picture[] = [];
for (const drawing of drawings(root)) {
  const picture = await draw(page, drawing);
  writeFileSync(join(assets, drawing.file), picture.png);
  if (drawing.file.startsWith('icons/')) icons.push(picture);
}
await browser.close();
writeFileSync(join(assets, 'icons', 'icon.ico'), icoOf(icons.filter(({ size }) => ICO_SIZES.includes(size))));
writeFileSync(join(assets, 'icons', 'icon.icns'), icnsOf(icons));
writeFileSync(join(assets, 'icons', 'made-from.txt'), `${hashOfDrawings(root)}\n`);

async function draw(at: Page, { svg, size }: Drawing): Promise<Picture> {
  const { pixels, png } = await at.evaluate(
    async ([source, side]) => {
      const image = new Image(side, side);
      image.src = `data:image/svg+xml,${encodeURIComponent(source.replace('<svg ', `<svg width="${side}" height="${side}" `))}`;
      await image.decode();
      const canvas = new OffscreenCanvas(side, side);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('There is nothing to draw on.');
      context.drawImage(image, 0, 0, side, side);
      const blob = await canvas.convertToBlob({ type: 'image/png' });
      return {
        pixels: [...context.getImageData(0, 0, side, side).data],
        png: [...new Uint8Array(await blob.arrayBuffer())],
      };
    },
    [svg, size] as const,
  );
  return { size, pixels: Buffer.from(pixels), png: Buffer.from(png) };
}
