import { contextBridge, ipcRenderer, webUtils } from 'electron';

import type { BridgedPipe, DesktopBridge, PagePort, Wished } from '../../../shared/desktop/bridge.ts';

// Runs in each window before its page, in a world of its own. It is built to one CommonJS file: a sandboxed preload can load
// nothing but 'electron', so only types may be imported here.

/** What waits for its port, by the number it was asked for with. */
const waiting = new Map<number, (port: PagePort) => void>();
const open = new Set<() => void>();
let lastPipe = 0;

ipcRenderer.on('pipe', ({ ports }, number: number) => {
  const [port] = ports as readonly PagePort[];
  const take = waiting.get(number);
  waiting.delete(number);
  if (port === undefined) return;
  if (take === undefined) port.close();
  else take(port);
});
// A port does not always tell that its other end died.
ipcRenderer.on('engine-gone', () => open.forEach(end => end()));

async function openPipe(onText: (text: string) => void, onClose: () => void): Promise<BridgedPipe> {
  const number = (lastPipe += 1);
  const coming = new Promise<PagePort>(resolve => waiting.set(number, resolve));
  if ((await ipcRenderer.invoke('open-pipe', number)) !== true) {
    waiting.delete(number);
    throw new Error('The engine is not running');
  }
  const port = await coming;
  const end = (): void => {
    if (!open.delete(end)) return;
    port.close();
    onClose();
  };
  open.add(end);
  port.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') onText(data);
  });
  port.addEventListener('close', end);
  port.start();
  return { send: text => port.postMessage(String(text)), close: end };
}

async function handOver(file: unknown): Promise<string | null> {
  const path = file instanceof File ? webUtils.getPathForFile(file) : '';
  if (path === '') return null;
  const name: unknown = await ipcRenderer.invoke('hand-over', path);
  return typeof name === 'string' ? name : null;
}

async function chooseFolder(at: string): Promise<string | null> {
  const path: unknown = await ipcRenderer.invoke('choose-folder', String(at));
  return typeof path === 'string' ? path : null;
}

/** Asks the shell; of any answer, the page gets only two plain values. */
async function wish(channel: string, about: unknown): Promise<Wished> {
  const answer: unknown = await ipcRenderer.invoke(channel, about);
  const { done, reason } = (answer ?? {}) as { readonly done?: unknown; readonly reason?: unknown };
  return { done: done === true, reason: typeof reason === 'string' ? reason : null };
}

const bridge: DesktopBridge = {
  openPipe,
  handOver,
  openItem: id => wish('open-item', id),
  showItem: id => wish('show-item', id),
  dragOut: ids => wish('drag-out', ids),
  chooseFolder,
  openOutside: url => wish('open-outside', url),
};

contextBridge.exposeInMainWorld('benchtop', Object.freeze(bridge));
