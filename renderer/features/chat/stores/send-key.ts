import { create } from 'zustand';

export const SEND_KEYS = ['enter', 'command'] as const;
/** `enter`: Enter sends, Shift+Enter begins a line. `command`: Enter begins a line. Ctrl+Enter always sends. */
export type SendKey = (typeof SEND_KEYS)[number];

const PLACE = 'benchtop.sendKey';

/** How messages are sent. Kept by the browser, because it belongs to who types here. */
export const useSendKey = create<{ readonly sendKey: SendKey }>(() => ({ sendKey: kept() }));

export function chooseSendKey(sendKey: SendKey): void {
  useSendKey.setState({ sendKey });
  try {
    globalThis.localStorage.setItem(PLACE, sendKey);
  } catch {
    // It holds as long as this window is open.
  }
}

/** A browser may keep nothing. */
function kept(): SendKey {
  try {
    return SEND_KEYS.find(each => each === globalThis.localStorage.getItem(PLACE)) ?? 'enter';
  } catch {
    return 'enter';
  }
}

/** Whether a press of Enter sends. One that ends the choosing of a sign never does. */
export function isSendPress(
  event: { readonly shiftKey: boolean; readonly ctrlKey: boolean; readonly metaKey: boolean },
  sendKey: SendKey,
  isComposing: boolean,
): boolean {
  if (isComposing) return false;
  if (event.ctrlKey || event.metaKey) return true;
  return sendKey === 'enter' && !event.shiftKey;
}
