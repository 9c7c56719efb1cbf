import type { Transport } from './transport.ts';
import { MIB } from '../units.ts';

/** As much of a MessagePort as we use: Electron's MessagePortMain, or Node's. */
export interface TextPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  /** Messages wait until then. */
  start(): void;
  close(): void;
}

/** Longest text that is taken, in UTF-16 units: the same as the browser's door takes. */
const LONGEST_TEXT = 8 * MIB;

/** A MessagePort as a Transport. What is no text, or too long, is no sentence of ours and is passed over. */
export function portTransport(port: TextPort): Transport {
  const listeners: ((text: string) => void)[] = [];
  const closing: (() => void)[] = [];
  let isClosed = false;
  const end = (): void => {
    if (isClosed) return;
    isClosed = true;
    for (const listener of closing.splice(0)) listener();
  };
  port.on('message', ({ data }) => {
    if (isClosed || typeof data !== 'string' || data.length > LONGEST_TEXT) return;
    for (const listener of listeners) listener(data);
  });
  port.on('close', end);
  return {
    send: text => {
      if (!isClosed) port.postMessage(text);
    },
    onMessage: listener => {
      listeners.push(listener);
      if (listeners.length === 1) port.start();
    },
    onClose: listener => {
      if (isClosed) listener();
      else closing.push(listener);
    },
    close: () => {
      if (isClosed) return;
      port.close();
      end();
    },
  };
}
