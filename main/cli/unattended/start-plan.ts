/** How a computer keeps Benchtop running without a person signed in to it. */
export interface StartPlan {
  /** Node and the script, absolute paths; options of both are added. */
  readonly program: readonly string[];
  /** The data directory, absolute. */
  readonly data: string;
  /** The account of the computer that it runs as. */
  readonly user: string;
  /** Folders that it may write into besides its records; null: wherever that account may. */
  readonly confinedTo: readonly string[] | null;
  /** Where figures are served on the loopback; null: nowhere. */
  readonly metricsPort: number | null;
}

/** For how long a stop is waited for; the daemon itself gives up after five. */
export const STOP_SECONDS = 20;
/** How long after an end that was not asked for it is started again. */
export const RESTART_SECONDS = 10;

/**
 * What Node is told so that an idle program holds little: memory that is used no more goes back to the system at rest (see
 * the Machine port), and one thread beside ours collects garbage and compiles, where Node starts four.
 */
export const SPARING = ['--expose-gc', '--v8-pool-size=1'] as const;
/** Likewise what the C library of Linux is told: what threads have used and is free again is shared. */
export const SPARING_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' } as const;

/** The whole command, word by word. */
export function startWords({ program, data, metricsPort }: StartPlan): readonly string[] {
  const metrics = metricsPort === null ? [] : ['--metrics-port', String(metricsPort)];
  const [node = '', ...script] = program;
  return [node, ...SPARING, ...script, '--data', data, 'daemon', ...metrics];
}
