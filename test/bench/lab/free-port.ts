import { createServer } from 'node:net';

interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** A port of this computer that is free now, and so is the next one, which the service's storage takes. */
export async function freePort(): Promise<number> {
  const first = await listening(0);
  const second = await listening(first.port + 1).catch(() => null);
  await first.close();
  if (second === null) return freePort();
  await second.close();
  return first.port;
}

function listening(port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const close = (): Promise<void> => new Promise(done => server.close(() => done()));
      resolve({ port: typeof address === 'object' && address !== null ? address.port : 0, close });
    });
  });
}
