import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { createServer } from 'vite';

import { galleryConfig } from './build.ts';

/** `npm run gallery [-- --port 4910]`: the gallery in a browser, drawn again as soon as a source of the window changes. */
const { values } = parseArgs({ options: { port: { type: 'string', default: '4910' } } });
const root = fileURLToPath(new URL('../..', import.meta.url));

const server = await createServer({
  ...galleryConfig(),
  // Only a page under the window's policy needs a nonce.
  html: {},
  cacheDir: `${root}/out/gallery-cache`,
  server: { host: '127.0.0.1', port: Number(values.port), strictPort: true, fs: { allow: [root] } },
});
await server.listen();
process.stdout.write(`The gallery: http://127.0.0.1:${values.port}/\n`);
