/** A limit that a figure is held against: on the ratio where there is a peer, else on our own figure. */
export type Target = { readonly atMost: number } | { readonly atLeast: number };

/** One figure, taken in every round. */
export interface Figures {
  readonly median: number;
  /** Round by round. */
  readonly samples: readonly number[];
}

/** Another program, or a physical limit, measured on the same data in the same rounds. */
export interface Peer extends Figures {
  readonly name: string;
}

/** What a row found. The ratio is ours divided by the peer's, in the unit of both. */
export type Finding = Measured | NotMeasured;

export interface Measured {
  readonly what: string;
  readonly unit: string;
  readonly ours: Figures;
  readonly peer: Peer | null;
  readonly ratio: number | null;
  /** Null: told for information alone. */
  readonly target: Target | null;
  readonly verdict: 'reached' | 'missed' | 'for information';
  readonly notes: readonly string[];
}

export interface NotMeasured {
  readonly what: string;
  readonly verdict: 'not measured';
  /** Such as `not installed: rclone`. */
  readonly why: string;
}

interface Taken {
  readonly what: string;
  /** `ms`, `MB`, `files/s` … */
  readonly unit: string;
  /** One per round. */
  readonly ours: readonly number[];
  readonly peer?: { readonly name: string; readonly samples: readonly number[] };
  readonly target?: Target;
  readonly notes?: readonly string[];
}

/** Draws the ratio of the medians and judges it. @throws Error when nothing was measured. */
export function finding({ what, unit, ours, peer, target, notes = [] }: Taken): Measured {
  const own = figures(ours);
  const other = peer === undefined ? null : { name: peer.name, ...figures(peer.samples) };
  const ratio = other === null ? null : own.median / other.median;
  const verdict = target === undefined ? 'for information' : keeps(ratio ?? own.median, target) ? 'reached' : 'missed';
  return { what, unit, ours: own, peer: other, ratio, target: target ?? null, verdict, notes };
}

/** A limit of memory in MB: the round that took most counts, for no other one would have been stopped. */
export function memoryFinding(taken: Omit<Taken, 'unit' | 'peer'>): Finding {
  const { ours, notes = [], ...rest } = taken;
  if (ours.every(each => each === 0)) return notMeasured(taken.what, 'this system does not tell what a process weighs');
  const all = `in each round: ${ours.map(each => `${Math.round(each)} MB`).join(', ')}`;
  return finding({ ...rest, unit: 'MB', ours: [Math.max(...ours)], notes: [...notes, all] });
}

/** Said in the place of a figure that could not be had. */
export function notMeasured(what: string, why: string): NotMeasured {
  return { what, verdict: 'not measured', why };
}

/** The middle one; of an even number the mean of the two in the middle. @throws Error for none. */
export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** Between the two nearest samples, by share. @param share from 0 to 1. @throws Error for no samples. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  const place = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (below === undefined || above === undefined) throw new Error('There is no median of no samples.');
  return below + (above - below) * (place - Math.floor(place));
}

function figures(samples: readonly number[]): Figures {
  return { median: median(samples), samples };
}

function keeps(figure: number, target: Target): boolean {
  return 'atMost' in target ? figure <= target.atMost : figure >= target.atLeast;
}
