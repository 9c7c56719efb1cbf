import { afterEach, beforeEach, vi } from 'vitest';

import type { Handlers } from '../../shared/contract.ts';
import { handlersWith } from '../shared/scripted-handlers.ts';
import { type FarSide, farSide } from './pipes.ts';

/** Each test of a file has a window of its own, whose clock stands still until a test lets time pass. */
export function stillWindows(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.resetModules();
  });
  afterEach(() => vi.useRealTimers());
}

/** Starts the window before an engine that answers like this. */
export async function started(handlers: Partial<Handlers>): Promise<FarSide> {
  const far = farSide(handlersWith(handlers));
  const { engine } = await import('../../renderer/state/engine.ts');
  engine.start(far.open);
  await settle();
  return far;
}

/** Lets what is under way come to rest. */
export function settle(): Promise<unknown> {
  return vi.advanceTimersByTimeAsync(100);
}
