import { join } from 'node:path';

import { app, ipcMain, type IpcMainInvokeEvent, nativeImage, type NativeImage, type WebContents } from 'electron';
import type { z } from 'zod';

import { places } from '../app-paths.ts';
import { isOwnPage } from './requested-address.ts';
import type { Caller } from '../system/system.ts';

/** Answers one kind of wish. */
export type Answering = <T>(
  channel: string,
  input: z.ZodType<T>,
  answer: (asked: T, caller: Caller) => Promise<unknown>,
) => void;

/**
 * Answers wishes of the preload. The only place that registers any: who asks and what for is checked first, and what is
 * wrong or goes wrong is answered with null, never with words of a failure (S09, S11). @param isKnown whether a page is
 * the one of a window of ours.
 */
export function answerCallers(isKnown: (contents: WebContents) => boolean): Answering {
  return (channel, input, answer) =>
    ipcMain.handle(channel, async (event, given: unknown) => {
      const asked = input.safeParse(given);
      if (!asked.success || !mayAsk(event, isKnown)) return null;
      return answer(asked.data, callerOf(event.sender)).catch(() => null);
    });
}

/** A page of a window of ours, not a frame in it, and no other page. */
function mayAsk({ sender, senderFrame }: IpcMainInvokeEvent, isKnown: (contents: WebContents) => boolean): boolean {
  return senderFrame !== null && senderFrame === sender.mainFrame && isOwnPage(senderFrame.url) && isKnown(sender);
}

/** The system's icon for a file, or Benchtop's own: macOS refuses to drag without one. */
async function dragIcon(path: string): Promise<NativeImage> {
  const icon = await app.getFileIcon(path).catch(() => null);
  return icon === null || icon.isEmpty() ? nativeImage.createFromPath(join(places.tray, 'in-step.png')) : icon;
}

function callerOf(contents: WebContents): Caller {
  return {
    givePort: (name, message, port) => contents.postMessage(name, message, [port as never]),
    startDrag: async files => {
      contents.startDrag({ file: files[0], files: [...files], icon: await dragIcon(files[0]) });
    },
  };
}
