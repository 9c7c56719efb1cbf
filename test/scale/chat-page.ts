import type { Page } from 'playwright';

/** What scrolling took and did. */
export interface ScrollNotes {
  /** Milliseconds between frames. */
  readonly frames: readonly number[];
  /** How far from where it had to be a message in sight stood after each frame, in pixels. */
  readonly jumps: readonly number[];
}

/** Scrolls a conversation so many pixels up a frame. */
export function scrollUp(
  page: Page,
  { frames, stepPx }: { readonly frames: number; readonly stepPx: number },
): Promise<ScrollNotes> {
  return page.evaluate(
    async ([count, step]) => {
      const log = document.querySelector<HTMLElement>('[role="log"]');
      if (log === null) return { frames: [], jumps: [] };
      const nextFrame = () => new Promise<number>(resolve => requestAnimationFrame(resolve));
      const [times, jumps]: [number[], number[]] = [[], []];
      let last = await nextFrame();
      for (let frame = 0; frame < count; frame += 1) {
        const middle = log.getBoundingClientRect().top + log.clientHeight / 2;
        const held = [...log.querySelectorAll('article')].find(each => each.getBoundingClientRect().bottom > middle);
        const before = held?.getBoundingClientRect().top ?? 0;
        const from = log.scrollTop;
        log.scrollTop -= step;
        const moved = from - log.scrollTop;
        const now = await nextFrame();
        times.push(now - last);
        last = now;
        if (held?.isConnected === true) jumps.push(Math.abs(held.getBoundingClientRect().top - before - moved));
      }
      return { frames: times, jumps };
    },
    [frames, stepPx] as const,
  );
}
