import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { build, defaultClientConditions, type InlineConfig, type Plugin } from 'vite';

import { readBuild } from '../../main/server/build-files.ts';
import { contentHeaders, partOf } from '../../main/server/content-door.ts';
import { COMMON_HEADERS, contentSecurityPolicy, fileHeaders } from '../../main/server/page-headers.ts';
import { NONCE_PLACEHOLDER } from '../../shared/rpc/window-nonce.ts';
import { contentAt } from './lab/contents.ts';
import { drawnNotes } from './plugins/drawn.ts';
import { freshModules, remembers } from './plugins/fresh-modules.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** How the page is made; never a part of the window's own build. */
export function galleryConfig(): InlineConfig {
  return {
    configFile: false,
    root: here('.'),
    base: './',
    publicDir: false,
    logLevel: 'warn',
    plugins: [react(), contentsOfGallery, freshModules],
    html: { cspNonce: NONCE_PLACEHOLDER },
    // React says what is wrong with a page while it is developed only; said by tests themselves, `test` would have lists draw
    // all of their lines.
    define: { 'process.env.NODE_ENV': '"development"' },
    // As in the window's own build.
    resolve: { conditions: ['worker', ...defaultClientConditions] },
    worker: { format: 'es' },
    build: {
      outDir: here('../../out/gallery'),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 3000,
      cssCodeSplit: false,
      rolldownOptions: {
        input: { index: here('index.html'), visit: here('visit.ts') },
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: ({ name }) => (name === 'visit' ? 'assets/visit.js' : 'assets/[name]-[hash].js'),
          // What all visits to a page share.
          codeSplitting: { groups: [{ name: 'steady', test: id => !remembers(id) }] },
        },
      },
    },
  };
}

/** The contents of files, while the gallery is drawn again with every change. */
const contentsOfGallery: Plugin = {
  name: 'benchtop-gallery-contents',
  configureServer: ({ middlewares }) =>
    void middlewares.use((request, response, next) => {
      const content = contentAt(new URL(request.url ?? '/', 'http://gallery').pathname);
      if (content === null) next();
      else sendContent(content, request, response);
    }),
};

/** As the window's server hands out the bytes of files. */
function sendContent(
  content: { name: string; bytes: Uint8Array },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const part = partOf(request.headers.range, content.bytes.byteLength);
  const { from, to } = part === null || part === 'none' ? { from: 0, to: content.bytes.byteLength } : part;
  response.writeHead(part === null || part === 'none' ? 200 : 206, contentHeaders(content));
  response.end(content.bytes.subarray(from, to));
}

/** A gallery that is built and served on 127.0.0.1, under the same policy as the window. */
export interface Gallery {
  /** Ends with a slash. */
  readonly url: string;
  /** Every component of the window, as `renderer/features/browse/toolbar.tsx Toolbar`. */
  readonly components: ReadonlySet<string>;
  close(): Promise<void>;
}

/** Builds and serves it. */
export async function startGallery(): Promise<Gallery> {
  const notes = drawnNotes();
  const config = galleryConfig();
  await build({ ...config, plugins: [notes.plugin, config.plugins] });
  const made = await readBuild(here('../../out/gallery'));
  const server: Server = createServer((request, response) => {
    // What is dropped in the gallery stays on its way.
    if (request.method !== 'GET') return;
    const path = new URL(request.url ?? '/', 'http://gallery').pathname;
    const nonce = randomBytes(18).toString('base64url');
    const file = made.files.get(path);
    const content = contentAt(path);
    const policy = { 'Content-Security-Policy': contentSecurityPolicy(nonce, request.headers.host ?? '') };
    if (path === '/') {
      response.writeHead(200, { ...COMMON_HEADERS, ...policy, 'Content-Type': 'text/html; charset=utf-8' });
      response.end(made.page.replaceAll(NONCE_PLACEHOLDER, nonce));
    } else if (content !== null) {
      sendContent(content, request, response);
    } else if (file === undefined) {
      response.writeHead(404, COMMON_HEADERS).end();
    } else {
      // As the window's server does.
      const kept = { 'Cache-Control': 'private, max-age=31536000, immutable' };
      response.writeHead(200, { ...fileHeaders(path), ...kept, 'Content-Type': file.type }).end(file.bytes);
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    components: notes.all,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
