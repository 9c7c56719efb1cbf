import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

import { NONCE_PLACEHOLDER } from '../shared/rpc/window-nonce.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  // Relative, so that the desktop's own scheme can serve the same files.
  base: './',
  publicDir: false,
  plugins: [react()],
  // What reads Markdown runs in a worker, and has a variant for it; the one for pages would use innerHTML, which the policy
  // forbids.
  resolve: { conditions: ['worker', ...defaultClientConditions] },
  // A worker is one file: its own policy lets it load nothing.
  worker: { format: 'es' },
  // The window server puts a fresh nonce in its place with every answer; react-aria reads it from the page's meta tag.
  html: { cspNonce: NONCE_PLACEHOLDER },
  build: {
    outDir: here('../out/renderer'),
    emptyOutDir: true,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    // Every browser above knows module preloading.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What reads files for the preview loads when it is needed; the rest is one file, because splitting it would gain nothing.
    // `test/scale/window.ts` holds the first load to 400 kB gzip.
    chunkSizeWarningLimit: 1500,
  },
});
