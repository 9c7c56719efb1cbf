import type * as FileSystem from 'node:fs';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { beginRealDisk } from './disk-on-trial.ts';
import { type DiskOnTrial, entryOf, expectKind, fresh, stage } from './disk-trial.ts';

// The moment in a replacement after the old file got its second name and before the last look at it.

const moment = vi.hoisted((): { act: (() => void) | null } => ({ act: null }));

vi.mock('node:fs', async original => {
  const real = await original<typeof FileSystem>();
  const linkSync = (...asked: Parameters<typeof real.linkSync>): void => {
    real.linkSync(...asked);
    const { act } = moment;
    moment.act = null;
    act?.();
  };
  return { ...real, linkSync };
});

let on: DiskOnTrial;
beforeEach(async () => {
  on = await beginRealDisk();
});
afterEach(() => on.end());

test.each(['write', 'save', 'remove'] as const)(
  'what a person does in the middle of a replacement (%s) stays as it is [T13]',
  async deed => {
    for (const old of [{ to: 'nowhere' }, { to: 'store', storeName: 'kept-1' }] as const) {
      on.person.write('a.csv', 'old');
      const { stamp } = await entryOf(on, 'a.csv');
      await stage(on, 's1', 'theirs');
      moment.act = () => (deed === 'remove' ? on.person.remove('a.csv') : on.person[deed]('a.csv', 'mine'));
      await expectKind(on.disk.place(on.root, { ...fresh('s1', 'a.csv'), expected: stamp, old }), 'stale');
      expect(moment.act).toBe(null);
      expect(on.person.read('a.csv')).toBe(deed === 'remove' ? null : 'mine');
      expect([on.person.stagedNames(), on.person.storedNames()]).toEqual([['s1'], []]);
    }
  },
);
