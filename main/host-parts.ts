import { fileURLToPath } from 'node:url';

import type { Parts } from './cli/runner/engine-parts.ts';

/** The window as `npm run build` makes it. */
const WINDOW_BUILD = fileURLToPath(new URL('../out/renderer', import.meta.url));

/** The real parts. Each is loaded when it is needed: beside a daemon a command needs no engine, and rarely a window. */
export const realParts: Parts = {
  async makeWorld(dataDirectory) {
    const { makeNodeWorld } = await import('./node/node-world.ts');
    return makeNodeWorld({ dataDirectory });
  },
  async buildApp(world, settings) {
    const { buildApp } = await import('./app/compose.ts');
    return buildApp(world, settings);
  },
  async readManaged() {
    const { readManaged } = await import('./node/files/managed-file.ts');
    return readManaged();
  },
  async listen(dataDirectory, welcome) {
    const { listenForClients } = await import('./node/net/engine-socket.ts');
    return listenForClients(dataDirectory, welcome);
  },
  async dial(dataDirectory) {
    const { connectToEngine } = await import('./node/net/engine-socket.ts');
    return connectToEngine(dataDirectory);
  },
  async openMetrics(port, read) {
    const { openMetrics } = await import('./server/metrics-door.ts');
    return openMetrics(port, read);
  },
  async openWindow(options) {
    const { startWindowServer } = await import('./server/window-server.ts');
    return startWindowServer({ ...options, buildFolder: WINDOW_BUILD });
  },
};
