import { MIB } from '../../shared/units.ts';
import type { Transport } from '../../shared/rpc/transport.ts';

/** As much of a `ws` socket as we use. */
export interface BrowserSocket {
  readonly readyState: number;
  readonly bufferedAmount: number;
  send(text: string): void;
  close(): void;
  terminate(): void;
  on(event: 'message', listener: (message: { toString(): string }, isBinary: boolean) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The state of a socket that can send (WebSocket's OPEN). */
const OPEN = 1;

/** A page that reads nothing for this long a queue is gone or asleep; it connects again when it wakes. */
const LONGEST_QUEUE = 16 * MIB;

/** A browser's socket as a Transport. Binary messages are no sentences of ours and are passed over. */
export function websocketTransport(socket: BrowserSocket): Transport {
  // Without a listener, an error of this one socket would end the whole program. 'close' follows every error.
  socket.on('error', () => undefined);
  return {
    send(text) {
      if (socket.readyState !== OPEN) return;
      if (socket.bufferedAmount > LONGEST_QUEUE) socket.terminate();
      else socket.send(text);
    },
    onMessage(listener) {
      socket.on('message', (message, isBinary) => {
        if (!isBinary) listener(message.toString());
      });
    },
    onClose(listener) {
      if (socket.readyState > OPEN) listener();
      else socket.on('close', listener);
    },
    close: () => socket.close(),
  };
}
