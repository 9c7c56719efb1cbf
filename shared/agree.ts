import type { AgreedNow, Reader } from './model/audience.ts';

/** Agreeing to exactly what was asked. */
export function agreeTo({ folder, who }: { folder: string; who: readonly Reader[] | null }): AgreedNow {
  return { folder, who: who === null ? null : who.map(({ key }) => key) };
}
