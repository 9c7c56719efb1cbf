/** What an SVG is, before a browser draws it. `heavy`: it repeats itself too often. `outside`: it defines text of its own. */
export type DrawingLook =
  | { readonly is: 'fine'; readonly width: number | null; readonly height: number | null }
  | { readonly is: 'heavy' | 'outside' | 'none' };

/** Parts that a browser would draw, repeated ones counted each time. */
const MOST_PARTS = 200_000;

/**
 * Looks at an SVG without drawing it. Parts that use each other in turn double with each step, and no browser ends that by
 * itself, so what would be drawn is counted first; text that it defines for itself is not drawn at all.
 */
export function lookAtDrawing(text: string): DrawingLook {
  if (/<!ENTITY/i.test(text)) return { is: 'outside' };
  const parts = partsOf(text);
  const [root] = parts;
  if (root === undefined || root.name.replace(/^.*:/, '') !== 'svg') return { is: 'none' };
  if (weigh(parts) > MOST_PARTS) return { is: 'heavy' };
  const box = /\bviewBox\s*=\s*["']\s*[-\d.eE]+[\s,]+[-\d.eE]+[\s,]+([\d.eE]+)[\s,]+([\d.eE]+)/.exec(root.more);
  return {
    is: 'fine',
    width: lengthIn(root.more, 'width') ?? numberOrNull(box?.[1]),
    height: lengthIn(root.more, 'height') ?? numberOrNull(box?.[2]),
  };
}

interface Part {
  readonly name: string;
  /** Its attributes, as they are written. */
  readonly more: string;
  readonly inside: number[];
}

/** All parts, and which are in which; the first is the one around all. */
function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  const around: number[] = [];
  for (const { name, more, is } of tagsIn(text)) {
    if (is === 'end') {
      around.pop();
      continue;
    }
    const index = parts.length;
    if (index > MOST_PARTS * 2) break;
    parts.push({ name, more, inside: [] });
    parts[around.at(-1) ?? -1]?.inside.push(index);
    if (is === 'begin') around.push(index);
  }
  return parts;
}

interface Tag {
  readonly name: string;
  readonly more: string;
  readonly is: 'begin' | 'end' | 'alone';
}

/** What is written between tags and never drawn, by how it begins and ends. */
const ASIDE = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const;

/**
 * All tags in turn. Each character is looked at a few times at most, also in broken texts: patterns would start over at
 * each.
 */
function* tagsIn(text: string): Generator<Tag> {
  for (let at = text.indexOf('<'); at >= 0;) {
    const aside = ASIDE.find(([begin]) => text.startsWith(begin, at));
    const end = aside === undefined ? endOfTag(text, at) : text.indexOf(aside[1], at);
    if (end < 0) return;
    if (aside === undefined && text[end] === '>') yield* tagOf(text.slice(at + 1, end));
    // A tag that was never closed ends where the next one begins.
    at = text.indexOf('<', text[end] === '<' ? end : end + 1);
  }
}

/** Where a tag is closed, or the next one begins before that; below 0 when neither comes. */
function endOfTag(text: string, begin: number): number {
  const stop = /[<>"']/g;
  stop.lastIndex = begin + 1;
  for (let found = stop.exec(text); found !== null; found = stop.exec(text)) {
    const [sign] = found;
    if (sign === '<' || sign === '>') return found.index;
    const closing = text.indexOf(sign, found.index + 1);
    if (closing < 0) return -1;
    stop.lastIndex = closing + 1;
  }
  return -1;
}

/** @param inner what stands between the brackets. */
function* tagOf(inner: string): Generator<Tag> {
  const isEnd = inner.startsWith('/');
  const isAlone = inner.endsWith('/');
  const name = /^[a-zA-Z][\w:.-]*/.exec(isEnd ? inner.slice(1, 1000) : inner.slice(0, 1000))?.[0];
  if (name === undefined) return;
  const more = inner.slice(name.length, isAlone ? -1 : undefined);
  yield { name, more, is: isEnd ? 'end' : isAlone ? 'alone' : 'begin' };
}

/** How many parts would be drawn. From the last part up: what is inside another comes after it. */
function weigh(parts: readonly Part[]): number {
  const byId = new Map<string, number>();
  for (const [index, { more }] of parts.entries()) {
    const id = /\bid\s*=\s*["']([^"']*)["']/.exec(more)?.[1];
    if (id !== undefined) byId.set(id, index);
  }
  const weights = parts.map(() => 0);
  // Each turn follows the uses one step further; what doubles each time is too heavy long before the last.
  for (let turn = 0; turn < 40; turn++) {
    let isSame = true;
    for (let index = parts.length - 1; index >= 0; index--) {
      const { more, inside, name } = parts[index] ?? { more: '', inside: [], name: '' };
      const used = /use$/i.test(name) ? byId.get(/href\s*=\s*["']#([^"']*)["']/.exec(more)?.[1] ?? '') : undefined;
      let weight = 1 + (used === undefined ? 0 : (weights[used] ?? 0));
      for (const child of inside) weight += weights[child] ?? 0;
      if (weight > MOST_PARTS) return weight;
      isSame &&= weight === weights[index];
      weights[index] = weight;
    }
    if (isSame) break;
  }
  return weights[0] ?? 0;
}

function lengthIn(attributes: string, name: string): number | null {
  return numberOrNull(new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']\\s*([\\d.]+)(?:px)?\\s*["']`).exec(attributes)?.[1]);
}

function numberOrNull(text: string | undefined): number | null {
  const value = Number(text ?? 'none');
  return Number.isFinite(value) && value > 0 ? value : null;
}
