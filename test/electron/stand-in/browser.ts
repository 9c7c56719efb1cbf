import { z } from 'zod';

import type { Addresses } from './addresses.ts';
import { Cdp } from './cdp.ts';
import { control } from './control.ts';
import { SchemeServer } from './server.ts';

/** The Chromium behind all windows, which the test has started; its pages are in a context of this process alone. */
class Browser {
  readonly cdp: Cdp;
  readonly server: SchemeServer;
  #context: Promise<string> | null = null;
  readonly #gone = new Map<string, () => void>();

  private constructor(cdp: Cdp, server: SchemeServer) {
    this.cdp = cdp;
    this.server = server;
    cdp.on('Target.targetDestroyed', z.object({ targetId: z.string() }), ({ targetId }) =>
      this.#gone.get(targetId)?.(),
    );
    control.on('strangers', () => server.strangers);
  }

  static async start(): Promise<Browser> {
    const endpoint = process.env['STAND_IN_CHROMIUM'] ?? '';
    const [cdp, server] = await Promise.all([Cdp.connect(endpoint), SchemeServer.start()]);
    return new Browser(cdp, server);
  }

  get addresses(): Addresses {
    return this.server.addresses;
  }

  /** Goes with this process. All but the loopback is asked of our own server, which refuses and remembers it. */
  context(): Promise<string> {
    const made = z.object({ browserContextId: z.string() });
    const wish = { disposeOnDetach: true, proxyServer: this.server.url };
    return (this.#context ??= this.cdp
      .send('Target.createBrowserContext', wish, made)
      .then(({ browserContextId }) => browserContextId));
  }

  onDestroyed(target: string, listener: () => void): void {
    this.#gone.set(target, listener);
  }
}

export const browser = await Browser.start();
