import { fileURLToPath } from 'node:url';

import type { Transport } from '../shared/transport.ts';
import type { App, AppSettings } from './app/app.ts';
import type { Door, Parts } from './cli/parts.ts';
import type { World } from './ports/world.ts';

/** The window as `npm run build` makes it. */
const WINDOW_BUILD = fileURLToPath(new URL('../out/renderer', import.meta.url));

interface Compose {
  buildApp(world: World, settings: AppSettings): Promise<App>;
}
interface NodeWorld {
  makeNodeWorld(options: { readonly dataDirectory: string }): Promise<World> | World;
}
interface EngineSocket {
  listen(dataDirectory: string, welcome: (transport: Transport) => void): Promise<Door>;
  dial(dataDirectory: string): Promise<Transport | null>;
}

/** The real parts. Each is loaded when it is needed: beside a daemon a command needs no engine, and rarely a window. */
export const realParts: Parts = {
  async makeWorld(dataDirectory) {
    // @ts-expect-error The real world joins this file when its branch does.
    const { makeNodeWorld }: NodeWorld = await import('./node/node-world.ts');
    return makeNodeWorld({ dataDirectory });
  },
  async buildApp(world, settings) {
    // @ts-expect-error The engine joins this file when its branch does.
    const { buildApp }: Compose = await import('./app/compose.ts');
    return buildApp(world, settings);
  },
  async listen(dataDirectory, welcome) {
    // @ts-expect-error The socket joins this file when its branch does.
    const { listen }: EngineSocket = await import('./node/engine-socket.ts');
    return listen(dataDirectory, welcome);
  },
  async dial(dataDirectory) {
    // @ts-expect-error The socket joins this file when its branch does.
    const { dial }: EngineSocket = await import('./node/engine-socket.ts');
    return dial(dataDirectory);
  },
  async openWindow(options) {
    const { startWindowServer } = await import('./server/window-server.ts');
    return startWindowServer({ ...options, buildFolder: WINDOW_BUILD });
  },
};
