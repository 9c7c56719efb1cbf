import type { Moment } from '../fakes/scheduler.ts';

/** FNV-1a over a moment's words, on top of all before. */
export function sumOf(before: number, { device, label, when }: Moment): number {
  let sum = before ^ 0x811c9dc5;
  for (const text of [device, when, label])
    for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  return sum >>> 0;
}
