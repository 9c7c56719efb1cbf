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

/** The key a person presses as the n-th who goes through a list: line by line, by pages, to both ends, some chosen with Shift. */
export function keyOf(press: number): string {
  if (press % 50 === 49) return press % 100 === 99 ? 'Home' : 'End';
  if (press % 10 === 9) return 'PageDown';
  return press % 7 === 6 ? 'Shift+ArrowDown' : 'ArrowDown';
}

/** What so many percent of all presses did not exceed. Of those under 16 ms the browser does not tell: they count as 16. */
export function percentileOfPresses(slow: readonly number[], all: number, percent: number): number {
  const quick = Array.from({ length: Math.max(0, all - slow.length) }, () => 16);
  return percentile([...slow, ...quick], percent);
}
