import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { requirePresent } from '../../../shared/assert.ts';
import { startChromium } from '../../setup/browser/chromium.ts';
import { startGallery } from '../build.ts';
import { lookout } from '../gallery-page.ts';
import { idOf } from '../scene.ts';
import { SCENES } from '../scenes.ts';
import { GUIDE_PICTURES, MOST_BYTES } from './pictures.ts';

/** Draws the pictures of the guide again: `node test/gallery/guide/draw.ts [FOLDER]`, into `assets/guide/pictures` when none is named. */
const folder = process.argv[2] ?? fileURLToPath(new URL('../../../assets/guide/pictures', import.meta.url));
await mkdir(folder, { recursive: true });

const [gallery, browser] = await Promise.all([startGallery(), startChromium()]);
const at = await lookout(browser, gallery);
for (const { name, scene: id, window, part } of GUIDE_PICTURES) {
  const scene = requirePresent(
    SCENES.find(each => idOf(each) === id),
    `a scene called ${id}`,
  );
  await at.page.setViewportSize(window);
  await at.open(scene);
  // A hint of what has the focus would cover what is shown.
  await at.page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
  );
  const bytes = await (part === undefined ? at.page : at.page.locator(part).first()).screenshot();
  await writeFile(join(folder, `${name}.png`), bytes);
  process.stdout.write(`${name}.png: ${bytes.length} bytes${bytes.length > MOST_BYTES ? ', which is too many' : ''}\n`);
}
await browser.close();
await gallery.close();
