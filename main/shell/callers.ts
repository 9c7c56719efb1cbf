import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import type { z } from 'zod';

import { isOwnPage } from './asked.ts';

/** Whether somebody may ask: the page of a window of ours, not a frame in it, not another page (S09). */
export type IsKnown = (contents: WebContents) => boolean;

/**
 * Answers one wish of the preload. The only place that registers any: who asks and what for is checked first, and what is
 * wrong or goes wrong is answered with null, never with words of a failure (S09, S11).
 */
export function answerCallers<T>(
  channel: string,
  { isKnown, input }: { readonly isKnown: IsKnown; readonly input: z.ZodType<T> },
  answer: (asked: T, contents: WebContents) => Promise<unknown>,
): void {
  ipcMain.handle(channel, async (event, given: unknown) => {
    const asked = input.safeParse(given);
    if (!asked.success || !mayAsk(event, isKnown)) return null;
    return answer(asked.data, event.sender).catch(() => null);
  });
}

function mayAsk({ sender, senderFrame }: IpcMainInvokeEvent, isKnown: IsKnown): boolean {
  return senderFrame !== null && senderFrame === sender.mainFrame && isOwnPage(senderFrame.url) && isKnown(sender);
}
