import { createServer } from 'node:net';

const HOST = '127.0.0.1';
const ATTEMPTS = 50;

interface Listening {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/**
 * A port of this computer that is free now, as is the next one: a service that is started again at the same port finds
 * both, since no other program that takes free ports was given one of them.
 * @throws Error where there are no such ports.
 */
export async function freePortPair(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const first = await listening(0);
    const second = await listening(first.port + 1).catch(() => null);
    await Promise.all([first.close(), second?.close()]);
    if (second !== null) return first.port;
  }
  throw new Error('There are no two free ports side by side.');
}

function listening(port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, HOST, () => {
      const address = server.address();
      const close = (): Promise<void> => new Promise(done => server.close(() => done()));
      resolve({ port: typeof address === 'object' && address !== null ? address.port : 0, close });
    });
  });
}
