import type { DesktopBridge } from '../../shared/desktop-bridge.ts';

declare global {
  interface Window {
    readonly benchtop?: DesktopBridge;
  }
}

/** The desktop app around this window; null in a browser. */
export const desktop: DesktopBridge | null = globalThis.window?.benchtop ?? null;
