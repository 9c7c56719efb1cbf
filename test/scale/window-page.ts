import type { Page } from 'playwright';

declare global {
  interface Window {
    benchtopTimes: number[];
    benchtopFrames: number[];
  }
}

/** Begins to write down how long each press takes until the next paint, as the browser itself reckons it (Event Timing). */
export async function watchPresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.benchtopTimes = [];
    const seen = new Map<number, number>();
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
        const id = entry.interactionId ?? 0;
        if (id === 0) continue;
        seen.set(id, Math.max(seen.get(id) ?? 0, entry.duration));
        window.benchtopTimes = [...seen.values()];
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
}

/** Milliseconds of the presses so far that took 16 or more; all others took less. */
export function pressTimes(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => window.benchtopTimes);
}

/** Scrolls the list so many pixels a frame. @returns milliseconds between frames. */
export function scrollFrames(
  page: Page,
  { frames, stepPx }: { readonly frames: number; readonly stepPx: number },
): Promise<readonly number[]> {
  return page.evaluate(
    async ([count, step]) => {
      const grid = document.querySelector('[role="grid"]');
      if (grid === null) return [];
      const times: number[] = [];
      let last = await new Promise<number>(resolve => requestAnimationFrame(resolve));
      for (let frame = 0; frame < count; frame += 1) {
        grid.scrollTop += step;
        const now = await new Promise<number>(resolve => requestAnimationFrame(resolve));
        times.push(now - last);
        last = now;
      }
      return times;
    },
    [frames, stepPx] as const,
  );
}

/** The value that so many percent of the values do not exceed; 0 of none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}
