/** So far at most a row is seen to move, in pixels: what came further is seen to come from there. */
const FURTHEST = 40;
/** What is new comes from so far above, in pixels. */
const NEAR = 4;

/** Whether rows may move at all: not where the person's system asks for less movement. */
export function mayMove(): boolean {
  return durationMs() > 0;
}

/** Lets a row be seen to come from where it was. @param by how far below its present place that is, in pixels. */
export function slideFrom(row: Element, by: number): void {
  const far = Math.min(FURTHEST, Math.max(-FURTHEST, by));
  play(row, [{ transform: `translateY(${far}px)` }, { transform: 'none' }]);
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
