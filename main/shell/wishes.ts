import { stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';

import { app, dialog, nativeImage, shell, type WebContents } from 'electron';
import { z } from 'zod';

import type { Wished } from '../../shared/desktop-bridge.ts';
import { desktopText } from '../../shared/text/desktop.ts';
import { answerCallers, type IsKnown } from './callers.ts';
import type { EngineFacts } from './engine-facts.ts';
import type { EngineProcess } from './engine-process.ts';
import type { HandedOverFiles } from './handed-over.ts';
import { markOrigin } from './origin-mark.ts';
import { couldRun, outsideAddress } from './outside.ts';

const texts = desktopText.open;
const DONE: Wished = { done: true, reason: null };
const not = (reason: string | null): Wished => ({ done: false, reason });
const itemId = z.string().min(1).max(100);

/** What windows may wish for. */
export interface Granting {
  readonly isKnown: IsKnown;
  readonly engine: EngineProcess;
  readonly facts: EngineFacts;
  readonly handedOver: HandedOverFiles;
}

/** Answers what the preload asks; each name once, each input checked (S09). */
export function grantWishes({ isKnown, engine, facts, handedOver }: Granting): void {
  answerCallers('open-pipe', { isKnown, input: z.number().int().min(1) }, async (number, contents) => {
    const port = engine.openPipe();
    if (port !== null) contents.postMessage('pipe', number, [port]);
    return port !== null;
  });
  const path = z.string().min(1).max(32_000).refine(isAbsolute);
  answerCallers('hand-over', { isKnown, input: path }, async at => handedOver.keep(at));
  answerCallers('open-item', { isKnown, input: itemId }, async id => openHere(await whereIs(facts, id)));
  answerCallers('show-item', { isKnown, input: itemId }, async id => {
    const at = await whereIs(facts, id);
    return at === null ? not(texts.notHere) : showHere(at);
  });
  const ids = z.array(itemId).min(1).max(100);
  answerCallers('drag-out', { isKnown, input: ids }, async (wanted, contents) => dragOut(facts, wanted, contents));
  answerCallers('open-outside', { isKnown, input: z.string().max(4000) }, url => openExternalSafe(url));
}

let isAsking = false;

/** Opens a web page or a mail outside, once somebody saw where it leads. The only way out (S06). */
export async function openExternalSafe(text: string): Promise<Wished> {
  const address = outsideAddress(text);
  if (address === null) return not(texts.refused);
  // A page that asks again and again gets one question at a time.
  if (isAsking) return not(null);
  isAsking = true;
  try {
    const message = address.host === null ? texts.askMail : texts.ask(address.host);
    const buttons = [texts.no, texts.yes];
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message,
      detail: address.url,
      buttons,
      cancelId: 0,
    });
    if (response !== 1) return not(null);
    await shell.openExternal(address.url);
    return DONE;
  } finally {
    isAsking = false;
  }
}

/** Opens a file in its program, or a folder; nothing that could run (S27). */
export async function openHere(at: string | null): Promise<Wished> {
  if (at === null) return not(texts.notHere);
  const stats = await stat(at).catch(() => null);
  if (stats === null) return not(texts.gone);
  const name = basename(at);
  const isProgram = stats.isFile() && process.platform !== 'win32' && (stats.mode & 0o111) !== 0 && !name.includes('.');
  if (couldRun(at) || isProgram) return not(texts.blocked(name));
  if (stats.isFile()) await markOrigin(at, process.platform, Date.now());
  return (await shell.openPath(at)) === '' ? DONE : not(texts.failed(name));
}

/** Shows it in its folder. */
export async function showHere(at: string): Promise<Wished> {
  if ((await stat(at).catch(() => null)) === null) return not(texts.gone);
  shell.showItemInFolder(at);
  return DONE;
}

async function dragOut(facts: EngineFacts, ids: readonly string[], contents: WebContents): Promise<Wished> {
  const found = await Promise.all(ids.map(id => whereIs(facts, id)));
  const files = found.filter(at => at !== null);
  const [file] = files;
  if (file === undefined || files.length < found.length) return not(texts.notHere);
  const icon = await app.getFileIcon(file).catch(() => nativeImage.createEmpty());
  contents.startDrag({ file, files, icon });
  return DONE;
}

/** Where the engine says that a thing is; the page never names a path. */
async function whereIs({ engine }: EngineFacts, id: string): Promise<string | null> {
  return (await engine?.call('files.details', { id }).catch(() => null))?.path ?? null;
}
