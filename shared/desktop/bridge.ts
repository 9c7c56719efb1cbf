/** A pipe of a window to the engine, as the preload hands it over: texts of the contract, nothing else. */
export interface BridgedPipe {
  send(text: string): void;
  close(): void;
}

/** What came of a wish about a file on this computer. `reason`: one sentence about what was not done. */
export interface Wished {
  readonly done: boolean;
  readonly reason: string | null;
}

/**
 * All that the desktop app gives to its window, as `window.benchtop`; a browser has nothing of it. No channel and no
 * event goes through it, and no path but one that a person chose.
 */
export interface DesktopBridge {
  /** @throws Error when the engine does not run now. */
  openPipe(onText: (text: string) => void, onClose: () => void): Promise<BridgedPipe>;
  /** Hands a dropped file over by where it is. @returns what to name it by, for a short while; null: it is nowhere. */
  handOver(file: unknown): Promise<string | null>;
  /** Opens a file of a row in its program. @param id as `files.details` takes it. */
  openItem(id: string): Promise<Wished>;
  /** Shows it in the system's file manager. */
  showItem(id: string): Promise<Wished>;
  /** While it is dragged out of the window. */
  dragOut(ids: readonly string[]): Promise<Wished>;
  /**
   * Has a person choose a folder in the system's dialog. @param at where to begin, absolute; another text begins at home.
   * @returns its path; null when none was chosen.
   */
  chooseFolder(at: string): Promise<string | null>;
  /** Opens an address in the browser, after its host was shown. */
  openOutside(url: string): Promise<Wished>;
}

/** The header by which a dropped file that was handed over is named. */
export const HANDED_OVER = 'X-Handed-Over';

/** As much of a page's MessagePort as the preload uses. */
export interface PagePort {
  postMessage(text: string): void;
  addEventListener(name: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(name: 'close', listener: () => void): void;
  start(): void;
  close(): void;
}
