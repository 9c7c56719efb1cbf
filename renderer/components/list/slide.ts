/** So far at most a row is seen to move, in pixels: what came further is seen to come from there. */
const FURTHEST = 40;
/** What is new comes from so far above, in pixels. */
const NEAR = 4;

/** Whether rows may move at all: not where the person's system asks for less movement. */
export function mayMove(): boolean {
  return durationMs() > 0;
}

/** How far a row's former place is from its present one, to the right and below, in pixels. */
export interface Way {
  readonly x: number;
  readonly y: number;
}

/** Lets a row be seen to come from where it was. */
export function slideFrom(row: Element, { x, y }: Way): void {
  play(row, [{ transform: `translate(${within(x)}px, ${within(y)}px)` }, { transform: 'none' }]);
}

function within(far: number): number {
  return Math.min(FURTHEST, Math.max(-FURTHEST, far));
}

/** Lets a row be seen to come. */
export function comeIn(row: Element): void {
  play(row, [
    { opacity: 0, transform: `translateY(-${NEAR}px)` },
    { opacity: 1, transform: 'none' },
  ]);
}

function play(row: Element, frames: Keyframe[]): void {
  row.animate(frames, { duration: durationMs(), easing: token('--ease') || 'ease-out' });
}

/** Made smaller, the style sheet says it in seconds. */
function durationMs(): number {
  const calm = token('--calm');
  return (Number.parseFloat(calm) || 0) * (calm.endsWith('ms') ? 1 : 1000);
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
