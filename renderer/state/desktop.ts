import type { DesktopBridge } from '../../shared/desktop/bridge.ts';
import { type Fault, FaultError } from '../../shared/fault.ts';
import type { FileRow } from '../../shared/features/browse/file-row-model.ts';
import { performDeed } from './edit.ts';
import { tellFault } from './toast.ts';

declare global {
  interface Window {
    readonly benchtop?: DesktopBridge;
  }
}

/** The desktop app around this window; null in a browser. */
export const desktop: DesktopBridge | null = globalThis.window?.benchtop ?? null;

/**
 * Opens a file in its program, or shows it in the system's file manager. When that is done, it is to be seen; when not,
 * the reason is said.
 */
export function lookAtHere(how: 'openHere' | 'reveal', { id }: FileRow): Promise<Fault | null> {
  return performDeed(async () => {
    const wished = await (how === 'openHere' ? desktop?.openItem(id) : desktop?.showItem(id));
    const reason = wished?.reason ?? null;
    if (reason !== null) throw new FaultError({ kind: 'bad-request', detail: reason });
    return { text: '' };
  });
}

/** Lets files go where the mouse takes them, outside of the window. */
export async function dragOut(rows: readonly FileRow[]): Promise<void> {
  const reason = (await desktop?.dragOut(rows.map(({ id }) => id).slice(0, MOST_DRAGGED)))?.reason ?? null;
  if (reason !== null) tellFault({ kind: 'bad-request', detail: reason });
}

/** As many as the desktop app takes at once. */
const MOST_DRAGGED = 100;
