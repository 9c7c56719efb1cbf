import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { namesBelow } from '../../setup/run/test-files.ts';

const renderer = fileURLToPath(new URL('../../../renderer', import.meta.url));

/** A colour as red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** A style sheet of the window: its path below `renderer/`, and what stands in it. */
export interface Sheet {
  readonly path: string;
  readonly text: string;
}

/** Every style sheet of the window, without comments. */
export function sheets(): readonly Sheet[] {
  return namesBelow(renderer)
    .filter(path => path.endsWith('.css'))
    .toSorted()
    .map(path => ({ path, text: readFileSync(join(renderer, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '') }));
}

/** A rule of a style sheet: what it is about, and what it says of it. */
export interface StyleRule {
  readonly path: string;
  readonly selector: string;
  readonly body: string;
}

/** Every rule of every style sheet; those within a condition like the others. */
export function rules(): readonly StyleRule[] {
  return sheets().flatMap(({ path, text }) =>
    [...text.matchAll(/([^{}]*)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
      path,
      selector: selector.trim(),
      body: body.trim(),
    })),
  );
}

/** The sheet that holds the tokens. @throws Error when it is missing. */
export function tokenSheet(): Sheet {
  const sheet = sheets().find(({ path }) => path === 'styles/tokens.css');
  if (sheet === undefined) throw new Error('There is no styles/tokens.css');
  return sheet;
}

/** The names that a sheet defines, without `--`. */
export function definedIn({ text }: Sheet): ReadonlySet<string> {
  return new Set([...text.matchAll(/--([\w-]+)\s*:/g)].map(([, name = '']) => name));
}

/** The tokens that are a pair of colours, as `light` and `dark` show them. */
export function colours(sheet: Sheet): {
  readonly light: ReadonlyMap<string, Rgb>;
  readonly dark: ReadonlyMap<string, Rgb>;
} {
  const pairs = [...sheet.text.matchAll(/--([\w-]+):\s*light-dark\(#([0-9a-f]{6}),\s*#([0-9a-f]{6})\)/g)];
  return {
    light: new Map(pairs.map(([, name = '', light = '']) => [name, rgbOf(light)])),
    dark: new Map(pairs.map(([, name = '', , dark = '']) => [name, rgbOf(dark)])),
  };
}

function rgbOf(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
}

/** How far two colours are apart, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: Rgb, other: Rgb): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map(part => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** What may stand in a sheet without a token: nothing, a hairline, the ring around what has the focus, shares of what is there. */
const FREE = /^(?:0|1px|-1px|2px|-2px|-3px|3px|0s|-?[\d.]+(?:%|fr|vh|vw|dvh|em|ch))$/;

/** Colours by name or number; `currentColor`, `transparent` and the system's own words are none. */
const RAW_COLOUR =
  /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|:\s*(?:white|black|red|green|blue|gray|grey|silver|yellow|orange)\b/gi;

/** Sizes and times, with their unit. */
const SIZE = /(?<![\w.#-])-?\d*\.?\d+(?:px|rem|em|ch|vh|vw|dvh|pt|ms|s)\b/g;

/** One sentence for each colour or size that stands in a sheet without being a token. Conditions of media queries cannot use tokens. */
export function rawValues({ path, text }: Sheet): readonly string[] {
  const outside = text.replaceAll(/@(?:media|container|supports)[^{]*\{/g, '{');
  const raw = [...(outside.match(RAW_COLOUR) ?? []), ...(outside.match(SIZE) ?? []).filter(value => !FREE.test(value))];
  return raw.map(value => `${path} says ${value.replace(/^:\s*/, '')} itself`);
}

/** One sentence for each token that a sheet uses and no sheet defines. `given`: tokens that libraries set at run time. */
export function unknownTokens(all: readonly Sheet[], given: readonly string[]): readonly string[] {
  const known = new Set([...all.flatMap(sheet => [...definedIn(sheet)]), ...given]);
  return all.flatMap(({ path, text }) =>
    [...text.matchAll(/var\(--([\w-]+)/g)]
      .map(([, name = '']) => name)
      .filter(name => !known.has(name))
      .map(name => `${path} uses --${name}, which nobody defines`),
  );
}
