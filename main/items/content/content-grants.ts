import { FaultError } from '../../../shared/fault.ts';
import { contentTexts } from '../../../shared/features/preview/text.ts';
import { MINUTE } from '../../../shared/units.ts';
import type { World } from '../../ports/world.ts';
import type { Disk, Root } from '../../ports/disk.ts';

/** The bytes of a file at one moment. */
export interface Content {
  readonly name: string;
  readonly sizeBytes: number;
  /**
   * Bytes from `from` up to but excluding `to`. @throws FaultError `stale` when the file changed since it was opened;
   * earlier bytes must not be used then.
   */
  read(from: number, to: number): AsyncIterable<Uint8Array>;
}

/** Without a read, an address expires after this time. */
const GOOD_FOR_MS = 10 * MINUTE;
/** More than all windows of a person view at once. */
const MOST_KEPT = 64;

/** Opened contents under unguessable names. */
export class OpenContents {
  readonly #world: Pick<World, 'clock' | 'random'>;
  readonly #open = new Map<string, { readonly content: Content; untilMs: number }>();

  constructor(world: Pick<World, 'clock' | 'random'>) {
    this.#world = world;
  }

  /** @returns the name to read it by. */
  give(content: Content): string {
    this.#tidy();
    const id = this.#world.random.uuid();
    this.#open.set(id, { content, untilMs: this.#world.clock.elapsed() + GOOD_FOR_MS });
    return id;
  }

  /** Finds an opened content; null: unknown or expired. Extends its time. */
  find(id: string): Content | null {
    this.#tidy();
    const found = this.#open.get(id);
    if (found === undefined) return null;
    found.untilMs = this.#world.clock.elapsed() + GOOD_FOR_MS;
    // Re-insert, so that the least recently used one is dropped first.
    this.#open.delete(id);
    this.#open.set(id, found);
    return found.content;
  }

  /** @throws FaultError `gone`. */
  get(id: string): Content {
    const content = this.find(id);
    if (content === null) throw new FaultError({ kind: 'bad-request', detail: contentTexts.gone });
    return content;
  }

  close(id: string): void {
    this.#open.delete(id);
  }

  #tidy(): void {
    const now = this.#world.clock.elapsed();
    for (const [id, { untilMs }] of this.#open)
      if (untilMs <= now || this.#open.size >= MOST_KEPT) this.#open.delete(id);
  }
}

/** Reads a file of a root in the state of its fingerprint, and in no other. */
export function reader(
  disk: Disk,
  root: Root,
  { path, fingerprint }: { readonly path: string; readonly fingerprint: string },
): Content['read'] {
  return async function* (from, to) {
    const file = await disk.open(root, path);
    try {
      if (file.entry.fingerprint !== fingerprint) throw changed();
      yield* file.chunks(from, to);
      if (!(await file.unchanged())) throw changed();
    } finally {
      await file.close();
    }
  };
}

function changed(): FaultError {
  return new FaultError({ kind: 'stale', detail: contentTexts.changed });
}
