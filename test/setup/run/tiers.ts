/**
 * When a test file runs. `everyday`: with every `npm test`, which answers within five minutes; what it draws at random is a
 * tenth of what a proof draws (`effort.ts`). `proof`: only with `npm run proof`, which runs everything there is in full.
 */
export type Tier = 'everyday' | 'proof';

export interface TierRow {
  /** Folders and files below the root, with `/`. */
  readonly tests: readonly string[];
  readonly tier: Tier;
  readonly why: string;
}

/** The one table. Of the rows that name a file or a folder above it, the longest name counts. */
export const TIERS: readonly TierRow[] = [
  {
    tests: [
      'test/shared',
      'test/renderer',
      'test/main',
      'test/features',
      'test/server',
      'test/preview',
      'test/policy',
      'test/cli-reference',
      'test/guide-formats',
    ],
    tier: 'everyday',
    why: 'each file takes moments, in the process of the test',
  },
  {
    tests: [
      'test/architecture.test.ts',
      'test/architecture',
      'test/hazards.test.ts',
      'test/security.test.ts',
      'test/security',
      'test/mutants',
    ],
    tier: 'everyday',
    why: 'read the sources and the tables, run nothing',
  },
  { tests: ['test/ports', 'test/service'], tier: 'everyday', why: 'real disks, sockets and one service, for seconds' },
  {
    tests: ['test/bench/run.test.ts', 'test/service/openapi/generated-client.test.ts', 'test/service/scale.test.ts'],
    tier: 'proof',
    why: 'build a product, a client or a knowledge base of thousands of files first; their parts have quick tests',
  },
  { tests: ['test/setup', 'test/hunt', 'test/packaging', 'test/bench'], tier: 'everyday', why: 'what runs the tests' },
  {
    tests: ['test/sim', 'test/crash', 'test/instruments'],
    tier: 'everyday',
    why: 'named scenarios, hazards and mended seeds in simulated time; of what is drawn, a share',
  },
  {
    tests: [
      'test/end-to-end/two-computers.test.ts',
      'test/end-to-end/kills/kill.test.ts',
      'test/end-to-end/window/by-keyboard.test.ts',
      'test/end-to-end/window/session.test.ts',
    ],
    tier: 'everyday',
    why: 'real processes, disks and a browser, once each: two people, a death, a window without a mouse, and a thief of one',
  },
  { tests: ['test/gallery'], tier: 'everyday', why: 'every screen in one look; in a proof every state in every look' },
  { tests: ['test/end-to-end'], tier: 'proof', why: 'services, daemons and browsers of their own, half a minute each' },
  {
    tests: ['test/electron/declarations.test.ts'],
    tier: 'everyday',
    why: "reads Electron's declarations and the sources, starts nothing",
  },
  {
    tests: ['test/electron', 'test/packaging/headless'],
    tier: 'proof',
    why: 'the whole desktop app, built and started',
  },
  {
    tests: ['test/windows'],
    tier: 'proof',
    why: 'a Windows under Wine, where that is installed: its programs, and the suites once more in it',
  },
  { tests: ['test/histories'], tier: 'proof', why: 'daemons that are killed at random, a minute for each history' },
];

/** The tier of a test file, as a path below the root; null when no row names it. */
export function tierOf(path: string, table: readonly TierRow[] = TIERS): Tier | null {
  let best: { readonly length: number; readonly tier: Tier } | null = null;
  for (const { tests, tier } of table)
    for (const place of tests)
      if (isIn(path, place) && place.length > (best?.length ?? 0)) best = { length: place.length, tier };
  return best?.tier ?? null;
}

/** Whether a path is this file or folder, or lies in it. */
export function isIn(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}
