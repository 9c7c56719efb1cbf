import type { AgreedNow, Reader } from './features/sharing/audience-model.ts';

/** Agreeing to exactly what was asked. */
export function agreeTo({ folder, who }: { folder: string; who: readonly Reader[] | null }): AgreedNow {
  return { folder, who: who === null ? null : who.map(({ key }) => key) };
}
