import { WebSocket } from 'undici';

import type { Transport } from '../../shared/rpc/transport.ts';
import { socketProtocols, type WindowSession } from '../../shared/rpc/window-session.ts';

/** Opens the window's socket on 127.0.0.1 as a page with this session would. @throws Error when it is refused. */
export function socketTransport(port: number, session: WindowSession): Promise<Transport> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, {
    protocols: socketProtocols(session),
    headers: { Origin: `http://127.0.0.1:${port}` },
  });
  const transport: Transport = {
    send: text => socket.send(text),
    onMessage: listener => socket.addEventListener('message', event => listener(String(event.data))),
    onClose: listener => socket.addEventListener('close', () => listener()),
    close: () => socket.close(),
  };
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(transport));
    socket.addEventListener('error', () => reject(new Error('The socket was refused')));
  });
}
