import type { Screen, State } from './scene.ts';

/** States that make no sense on a screen, and why. What is neither shown nor here fails a test. */
export const EXCUSES: { readonly [screen in Screen]?: { readonly [state in State]?: string } } = {};

/** Why there is no such scene; null when there should be one. */
export function excuseOf(screen: Screen, state: State): string | null {
  return EXCUSES[screen]?.[state] ?? null;
}
