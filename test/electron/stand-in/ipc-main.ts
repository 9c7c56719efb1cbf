import { control } from './control.ts';

/** Who asks, as the shell gets to see it. */
export interface Invoking {
  readonly sender: unknown;
  readonly senderFrame: { readonly url: string } | null;
}

type Handler = (event: never, ...args: never[]) => unknown;

const handlers = new Map<string, Handler>();

export const ipcMain = {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
  /** Of the stand-in: asks as a page does. */
  async answer(channel: string, event: Invoking, args: readonly unknown[]): Promise<unknown> {
    const handler = handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    const answer: unknown = await handler(event as never, ...(args as never[]));
    return answer === undefined ? null : answer;
  },
};

control.on('channels', () => [...handlers.keys()].sort());
control.on('ask-as-stranger', ({ channel, url, args }: { channel: string; url: string | null; args: unknown[] }) => {
  const sender = { mainFrame: { url: 'app://bundle/' }, getURL: () => 'app://bundle/' };
  return ipcMain.answer(channel, { sender, senderFrame: url === null ? null : { url } }, args);
});
