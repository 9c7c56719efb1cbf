import type { DesktopBridge } from '../shared/desktop/bridge.ts';
import type { Transport } from '../shared/rpc/transport.ts';
import { SESSION_PATH, socketProtocols, type WindowSession } from '../shared/rpc/window-session.ts';
import { desktop } from './state/desktop.ts';
import { findSession, forgetSession, noteGood, withPass } from './state/window-session.ts';

/** Opens a pipe to the engine: the desktop app's, or over a WebSocket to this page's server. @throws Error when it cannot be had now. */
export async function openPipe(): Promise<Transport | 'refused'> {
  if (desktop !== null) return bridged(desktop);
  const session = await findSession();
  if (session === null) return 'refused';
  try {
    const transport = await openSocket(`${window.location.origin.replace(/^http/, 'ws')}/socket`, session);
    noteGood(true);
    transport.onClose(() => noteGood(false));
    return transport;
  } catch (error) {
    // A browser does not say why a socket failed, but an answer of 403 says that this tab is no longer known.
    const answer = await fetch(withPass(SESSION_PATH), { method: 'HEAD', cache: 'no-store' });
    if (answer.status !== 403) throw error;
    forgetSession();
    // Another tab may have been let in since.
    return (await findSession()) === null ? 'refused' : openPipe();
  }
}

function openSocket(address: string, session: WindowSession): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, socketProtocols(session));
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

/** The desktop app brings texts over by two functions; here they are the pipe they stand for. */
async function bridged(bridge: DesktopBridge): Promise<Transport> {
  const texts: ((text: string) => void)[] = [];
  const ends: (() => void)[] = [];
  let hasEnded = false;
  const { send, close } = await bridge.openPipe(
    text => texts.forEach(listener => listener(text)),
    () => {
      hasEnded = true;
      ends.forEach(listener => listener());
    },
  );
  return {
    send,
    close,
    onMessage: listener => void texts.push(listener),
    onClose: listener => {
      if (hasEnded) listener();
      else ends.push(listener);
    },
  };
}
