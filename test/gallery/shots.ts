import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { startChromium } from '../setup/browser/chromium.ts';
import { startGallery } from './build.ts';
import { LOOKS, lookout, SIZES } from './gallery-page.ts';
import { idOf } from './scene.ts';
import { SCENES } from './scenes.ts';

/**
 * Writes pictures of scenes into a folder: `node test/gallery/shots.ts FOLDER [--only TEXT] [--looks light,dark]
 * [--size usual|smallest|large] [--density compact]`.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    looks: { type: 'string', default: 'light,dark' },
    size: { type: 'string', default: 'usual' },
    density: { type: 'string', default: 'comfortable' },
  },
});
/** A large screen besides, for people to look at. */
const WINDOWS: Readonly<Record<string, { readonly width: number; readonly height: number }>> = {
  ...SIZES,
  large: { width: 1600, height: 1000 },
};
const [folder] = positionals;
if (folder === undefined) throw new Error('Name a folder for the pictures: node test/gallery/shots.ts FOLDER');
await mkdir(folder, { recursive: true });

const [gallery, browser] = await Promise.all([startGallery(), startChromium()]);
const waiting = SCENES.filter(each => idOf(each).includes(values.only));
await Promise.all(Array.from({ length: 3 }, () => takePictures(folder)));
await browser.close();
await gallery.close();

async function takePictures(into: string): Promise<void> {
  const at = await lookout(browser, gallery);
  await at.page.setViewportSize(WINDOWS[values.size] ?? SIZES.usual);
  for (let scene = waiting.shift(); scene !== undefined; scene = waiting.shift()) {
    const id = idOf(scene);
    await at.open(scene, { density: values.density }).catch((thrown: unknown) => complain(id, String(thrown)));
    for (const [look, media] of Object.entries(LOOKS)) {
      if (!values.looks.split(',').includes(look)) continue;
      await at.page.emulateMedia(media);
      await at.page.screenshot({ path: join(into, `${id} ${look}.png`) });
    }
    for (const trouble of at.takeTroubles()) complain(id, trouble);
  }
}

function complain(id: string, trouble: string): void {
  process.stderr.write(`${id}: ${trouble}\n`);
}
