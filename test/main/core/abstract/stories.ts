import fc from 'fast-check';

import type { MirrorMode } from '../../../../shared/features/mirrors/model.ts';
import { converge } from './converge.ts';
import type { Course } from './converge.ts';
import { doDeed, NASTY_NAMES, settle, VERBS } from './people.ts';
import type { Deed } from './people.ts';
import { World } from './world.ts';
import type { Side } from './world.ts';
import { type VolumeNames, WINDOWS_NAMES } from '../../../../main/core/names/volume-names.ts';

/** One run: an agreed tree, what people do on each side, and the failures during it. */
export interface Story {
  readonly base: readonly { isFolder: boolean; parent: number; name: number }[];
  readonly here: readonly Deed[];
  readonly there: readonly Deed[];
  readonly luck: readonly number[];
  readonly later: readonly { round: number; side: Side; deed: Deed }[];
  /** What the volume here makes of names; the usual one when it is left out. */
  readonly volume?: VolumeNames;
}

const VOLUMES: readonly VolumeNames[] = [
  { foldsCase: true, refusesWindowsNames: false },
  { foldsCase: false, refusesWindowsNames: true },
  WINDOWS_NAMES,
];

const small = fc.nat({ max: 23 });
const name = fc.nat({ max: NASTY_NAMES.length - 1 });
const deed: fc.Arbitrary<Deed> = fc.record({ verb: fc.constantFrom(...VERBS), item: small, other: small, name });

/** Random stories with at most so many deeds a side. */
export function stories(sides: { here: number; there: number; later: readonly Side[] }): fc.Arbitrary<Story> {
  return fc.record({
    base: fc.array(fc.record({ isFolder: fc.boolean(), parent: small, name }), { maxLength: 12 }),
    here: fc.array(deed, { maxLength: sides.here }),
    there: fc.array(deed, { maxLength: sides.there }),
    luck: fc.array(fc.nat({ max: 99 }), { maxLength: 40 }),
    later: fc.array(fc.record({ round: fc.integer({ min: 2, max: 8 }), side: fc.constantFrom(...sides.later), deed }), {
      maxLength: sides.later.length === 0 ? 0 : 3,
    }),
  });
}

/** The same on any volume, with names that some volumes take for one another or refuse. */
export function onVolumes(all: fc.Arbitrary<Story>): fc.Arbitrary<Story> {
  return fc.tuple(all, fc.constantFrom(...VOLUMES)).map(([story, volume]) => ({ ...story, volume }));
}

/** Both sides agree on the base; then people do their deeds on each. */
function worldOf(story: Story): World {
  const world = new World(story.volume);
  settle(world, story.base);
  converge(world, { mode: 'two-way', luck: [], later: [] });
  for (const each of story.here) doDeed(world, 'here', each);
  for (const each of story.there) doDeed(world, 'there', each);
  return world;
}

/** Plays a story to its end. */
export function tell(
  story: Story,
  mode: MirrorMode,
  more: Pick<Course, 'forbidden' | 'plan'> = {},
): { world: World; log: readonly string[] } {
  const world = worldOf(story);
  const log = converge(world, { mode, luck: story.luck, later: story.later, ...more });
  return { world, log };
}
