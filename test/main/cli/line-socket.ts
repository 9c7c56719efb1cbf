import { rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { Parts } from '../../../main/cli/parts.ts';
import type { Transport } from '../../../shared/transport.ts';

/** A daemon's socket in its simplest form: one text per line over a Unix socket in the data directory. */
export const lineSocket: Pick<Parts, 'listen' | 'dial'> = {
  listen: (dataDirectory, welcome) =>
    new Promise((resolve, reject) => {
      const path = join(dataDirectory, 'engine.sock');
      rmSync(path, { force: true });
      const sockets = new Set<Socket>();
      const server = createServer(socket => {
        sockets.add(socket);
        welcome(transportOf(socket));
      });
      const close = (): Promise<void> => {
        for (const socket of sockets) socket.destroy();
        return new Promise(done => server.close(() => done()));
      };
      server.once('error', reject);
      server.listen(path, () => resolve({ close }));
    }),
  dial: dataDirectory =>
    new Promise(resolve => {
      const socket = createConnection(join(dataDirectory, 'engine.sock'));
      socket.once('connect', () => resolve(transportOf(socket)));
      socket.once('error', () => resolve(null));
    }),
};

function transportOf(socket: Socket): Transport {
  const lines = createInterface({ input: socket });
  socket.on('error', () => undefined);
  return {
    send: text => void socket.write(`${text}\n`),
    onMessage: listener => void lines.on('line', listener),
    onClose: listener => void socket.once('close', listener),
    close: () => void socket.destroy(),
  };
}
