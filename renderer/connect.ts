import type { Transport } from '../shared/transport.ts';

/** Opens a pipe to the engine: this page's own server, over a WebSocket. @throws Error when it cannot be had now. */
export async function openPipe(): Promise<Transport | 'refused'> {
  try {
    return await openSocket(`${window.location.origin.replace(/^http/, 'ws')}/socket`);
  } catch (error) {
    // A browser does not say why a socket failed, but an answer of 403 says that this window is no longer known.
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' });
    if (answer.status === 403) return 'refused';
    throw error;
  }
}

function openSocket(address: string): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    const transport: Transport = {
      send: text => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      onMessage: listener => socket.addEventListener('message', event => listener(String(event.data))),
      onClose: listener => {
        if (socket.readyState > WebSocket.OPEN) listener();
        else socket.addEventListener('close', () => listener(), { once: true });
      },
      close: () => socket.close(),
    };
    socket.addEventListener('open', () => resolve(transport), { once: true });
    socket.addEventListener('close', () => reject(new Error('The socket could not be opened')), { once: true });
  });
}
