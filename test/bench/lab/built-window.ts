import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Page } from 'playwright';
import { z } from 'zod';

import { findChromium } from '../../setup/browser/chromium.ts';
import { startServer } from '../../setup/child.ts';
import type { Child } from '../../setup/child.ts';
import type { Ground } from '../row.ts';
import { builtProduct } from './product.ts';
import type { Product } from './product.ts';

const WINDOW = fileURLToPath(new URL('../../../out/renderer', import.meta.url));
const ready = z.object({ windowUrl: z.string() });
const READY_WITHIN_MS = 60_000;

/** What a row that looks at the window needs and does not have, in words; null when all is there. */
export function whatWindowLacks(): string | null {
  if (findChromium() === null) return 'not installed: Chromium';
  return existsSync(join(WINDOW, 'index.html')) ? null : 'the window is not built: npm run build';
}

/** The product as it is installed, with its window. */
export async function productWithWindow(ground: Ground): Promise<Product> {
  const product = await builtProduct(ground);
  cpSync(WINDOW, join(ground.run, 'product', 'renderer'), { recursive: true });
  return product;
}

/** Starts the daemon of a data directory with its window. @returns it, and the address of the window. */
export async function startWithWindow(product: Product, data: string): Promise<{ child: Child; address: string }> {
  const { program: command, args, environment = {} } = product.command(data, 'daemon', '--window-port', '0');
  const { child, ready: said } = await startServer({ command, args, folder: data, environment }, READY_WITHIN_MS);
  return { child, address: ready.parse(said).windowUrl };
}

/** The lines of the folder on show; the heads of the columns are line 0. */
export function linesOn(page: Page): ReturnType<Page['locator']> {
  return page.getByRole('grid', { name: /^Contents of / }).getByRole('row');
}
