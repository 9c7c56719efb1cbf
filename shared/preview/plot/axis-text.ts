/** Milliseconds. */
const [SECOND, MINUTE, DAY] = [1000, 60_000, 86_400_000];

/** A number as it stands at an axis or beside a point: at most six digits, tiny and huge ones with an exponent. */
export function valueText(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) return exponentText(value);
  return String(Number(value.toPrecision(6))).replace('-', '−');
}

function exponentText(value: number): string {
  const [digits = '', power = ''] = value.toExponential(5).split('e');
  return `${Number(digits)}e${Number(power)}`.replaceAll('-', '−');
}

/**
 * A moment, as exact as the distance to the next one needs. Files say moments without a zone, so they are kept and told in
 * UTC, as they are written. @param atMs since 1970 in UTC. @param stepMs between two ticks.
 */
export function timeText(atMs: number, stepMs: number): string {
  const moment = new Date(atMs);
  if (Number.isNaN(moment.getTime())) return '–';
  const [day = '', time = ''] = moment.toISOString().split('T');
  if (stepMs >= 28 * DAY) return day.slice(0, 7);
  if (stepMs >= DAY) return day;
  const clock = time.slice(0, stepMs >= MINUTE ? 5 : stepMs >= SECOND ? 8 : 12);
  return clock.startsWith('00:00') && Number(clock.replaceAll(/\D/g, '')) === 0 ? day : clock;
}

/** A moment told whole: day and time, without what is zero at its end. */
export function momentText(atMs: number): string {
  const moment = new Date(atMs);
  if (Number.isNaN(moment.getTime())) return '–';
  return moment
    .toISOString()
    .replace('T', ' ')
    .replace(/(?:\.000)?Z$/, '')
    .replace(/ 00:00:00$/, '')
    .replace(/(:\d\d):00$/, '$1');
}

/** Round numbers from one up to another: about so many, each a step of 1, 2 or 5 from the next. */
export function ticksBetween(low: number, high: number, about: number): readonly number[] {
  if (!(high > low) || about < 1) return Number.isFinite(low) ? [low] : [];
  const rough = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find(each => each * power >= rough) ?? 10) * power;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  // Multiplied, not added up: 0.30000000000000004 is no round number.
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
}

/** The powers of ten from one number up to another, both above 0; where there are few, 2 and 5 times each as well. */
export function logTicksBetween(low: number, high: number): readonly number[] {
  const from = Math.floor(Math.log10(low));
  const to = Math.ceil(Math.log10(high));
  const every = Math.max(1, Math.ceil((to - from) / 8));
  const times = to - from <= 2 ? [1, 2, 5] : [1];
  const all: number[] = [];
  for (let power = from; power <= to; power += every) for (const each of times) all.push(Number(`${each}e${power}`));
  return all.filter(value => value >= low * 0.999 && value <= high * 1.001);
}

/** Steps of moments that people read, in milliseconds. */
const TIME_STEPS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map(seconds => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map(minutes => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map(hours => hours * 60 * MINUTE),
  ...[1, 2, 7, 14, 30, 61, 91, 183, 365, 730, 1826, 3652].map(days => days * DAY),
];

/** Moments from one up to another, about so many, and how far they are apart, in milliseconds. */
export function timeTicksBetween(
  lowMs: number,
  highMs: number,
  about: number,
): { readonly ticks: readonly number[]; readonly stepMs: number } {
  const rough = (highMs - lowMs) / Math.max(1, about);
  const stepMs = TIME_STEPS.find(step => step >= rough) ?? Math.ceil(rough / (3652 * DAY)) * 3652 * DAY;
  if (!(highMs > lowMs)) return { ticks: [lowMs], stepMs };
  const first = Math.ceil(lowMs / stepMs);
  const last = Math.floor(highMs / stepMs);
  return { ticks: Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => (first + at) * stepMs), stepMs };
}
