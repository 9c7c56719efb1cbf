type Rgb = readonly [number, number, number];

/** From low to high ever lighter (viridis): told apart by people who see colours otherwise, and in grey. */
const SEQUENTIAL: readonly Rgb[] = [
  [68, 1, 84],
  [71, 44, 122],
  [59, 81, 139],
  [44, 113, 142],
  [33, 144, 141],
  [39, 173, 129],
  [92, 200, 99],
  [170, 220, 50],
  [253, 231, 37],
];
/** Blue for less, orange for more, pale for alike. */
const DIVERGING: readonly Rgb[] = [
  [5, 48, 97],
  [67, 147, 195],
  [209, 229, 240],
  [247, 247, 247],
  [253, 219, 199],
  [224, 130, 20],
  [127, 59, 8],
];

/** The colours of one well: of its ground, and of what is written on it. */
export interface WellColour {
  readonly ground: `#${string}`;
  readonly ink: '#000000' | '#ffffff';
}

/** @param share from 0, the least, to 1, the greatest. */
export function rampColour(share: number, ramp: 'sequential' | 'diverging'): WellColour {
  const stops = ramp === 'sequential' ? SEQUENTIAL : DIVERGING;
  const at = Math.min(1, Math.max(0, share)) * (stops.length - 1);
  const from = stops[Math.floor(at)] ?? [0, 0, 0];
  const to = stops[Math.ceil(at)] ?? from;
  const mixed = from.map((part, each) => Math.round(part + ((to[each] ?? 0) - part) * (at % 1)));
  const ground: `#${string}` = `#${mixed.map(part => part.toString(16).padStart(2, '0')).join('')}`;
  // White reaches 4.5 to 1 below this luminance, black above it.
  return { ground, ink: luminance(mixed) < 0.179 ? '#ffffff' : '#000000' };
}

function luminance(parts: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = parts.map(part => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Where a value lies on its ramp; one that compares has its middle where both are alike. */
export function shareOnRamp(
  value: number,
  { low, high }: { readonly low: number; readonly high: number },
  by: 'value' | 'difference' | 'ratio',
): number {
  if (by === 'value') return high > low ? (value - low) / (high - low) : 0.5;
  const far = by === 'difference' ? (each: number) => each : (each: number) => Math.log2(each);
  const most = [low, high]
    .map(each => Math.abs(far(each)))
    .reduce((greatest, each) => (Number.isFinite(each) ? Math.max(greatest, each) : greatest), 0);
  return most === 0 || !Number.isFinite(far(value)) ? 0.5 : 0.5 + far(value) / most / 2;
}
