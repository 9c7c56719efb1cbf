import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

const bounds = z.object({
  x: z.number().int().min(-100_000).max(100_000),
  y: z.number().int().min(-100_000).max(100_000),
  width: z.number().int().min(1).max(100_000),
  height: z.number().int().min(1).max(100_000),
});
/** A place on the screens, in the system's own pixels. */
export type Bounds = z.infer<typeof bounds>;

const state = z.object({
  bounds: bounds.nullable().default(null),
  isMaximized: z.boolean().default(false),
  /** Electron's zoom level: each step is a fifth more. */
  zoom: z.number().min(-5).max(9).default(0),
  /** The graphics card failed before. */
  drawsWithoutCard: z.boolean().default(false),
  notifies: z.boolean().default(true),
  /** Whether it was said once that closing the window ends nothing. */
  knowsClosing: z.boolean().default(false),
});
/** What the desktop app remembers of itself; nothing of what it keeps in step. */
export type DesktopState = z.infer<typeof state>;

const NAME = 'desktop.json';

/** The state in a folder. A damaged file is renamed and a new state begun; a state that cannot be written is not kept. */
export class StateFile {
  readonly #folder: string;
  #now: DesktopState;

  constructor(folder: string) {
    this.#folder = folder;
    this.#now = this.#read();
  }

  get now(): DesktopState {
    return this.#now;
  }

  change(part: Partial<DesktopState>): void {
    this.#now = { ...this.#now, ...part };
    this.#safely(() => {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      // Written under another name and renamed, so that a reader gets the old or the new state, never half of one.
      writeFileSync(this.#at(`${NAME}.new`), JSON.stringify(this.#now), { mode: 0o600 });
      renameSync(this.#at(`${NAME}.new`), this.#at(NAME));
    });
  }

  #read(): DesktopState {
    const text = this.#safely(() => readFileSync(this.#at(NAME), 'utf8'));
    if (text === null) return state.parse({});
    const known = state.safeParse(this.#safely(() => JSON.parse(text) as unknown));
    if (known.success) return known.data;
    this.#safely(() => renameSync(this.#at(NAME), this.#at(`${NAME}.damaged`)));
    return state.parse({});
  }

  #at(name: string): string {
    return join(this.#folder, name);
  }

  /** Where a window was is no reason to fail. */
  #safely<T>(work: () => T): T | null {
    try {
      return work();
    } catch {
      return null;
    }
  }
}
