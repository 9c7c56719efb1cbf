import { EXACT_NAMES, WINDOWS_NAMES } from '../../../main/core/names/volume-names.ts';
import type { Pool } from './actors.ts';
import { Dice } from '../fakes/dice.ts';
import type { FakeVolume } from '../fakes/fake-tree.ts';

/** The usual volumes of Linux, of macOS, of Windows, a share on Linux that keeps to what Windows takes, and one that folds Unicode alone. */
const VOLUMES: readonly FakeVolume[] = [
  EXACT_NAMES,
  { foldsCase: true, refusesWindowsNames: false },
  WINDOWS_NAMES,
  { foldsCase: false, refusesWindowsNames: true },
  { ...EXACT_NAMES, foldsUnicode: true },
];

/** Names that some volumes take for one another, or refuse. */
const TRICKY: Pool = {
  names: [
    'plate.csv',
    'Plate.csv',
    'PLATE.CSV',
    'gel?.png',
    'run 7: raw.txt',
    'übersicht.txt',
    'U\u0308bersicht.txt',
    'Übersicht.txt',
    'con',
    'b.',
    'B',
  ],
  folders: ['run', 'Run', 'RUN', 'aux', 'pcr '],
};

/** What the volume of each computer of a run makes of names, with dice of its own; the usual where they are not drawn. */
export function drawVolumes(seed: number, areDrawn = false): () => FakeVolume | undefined {
  const dice = new Dice(seed + 3_000_003);
  return () => (areDrawn ? dice.pick(VOLUMES) : undefined);
}

/** The names that people give then. */
export function poolOf(areDrawn = false): Pool | undefined {
  return areDrawn ? TRICKY : undefined;
}
