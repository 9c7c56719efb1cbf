import { expect, test, vi } from 'vitest';

import type * as Exchanging from '../../../main/node/disk/write/atomic-exchange.ts';
import type { Placement } from '../../../main/ports/disk.ts';
import { beginFakeDisk, beginRealDisk } from './suite/disk-on-trial.ts';
import { type DiskOnTrial, entryOf, expectKind, fresh, LATE, NOWHERE, stage } from './suite/disk-trial.ts';

// The moments in a replacement after the first look at the old file: before the last look, and after it.

type Act = (() => void) | null;

const moment = vi.hoisted((): { beforeLook: Act; beforeExchange: Act; isExchanging: boolean } => ({
  beforeLook: null,
  beforeExchange: null,
  isExchanging: true,
}));

vi.mock('../../../main/node/disk/write/atomic-exchange.ts', async original => {
  const real = await original<typeof Exchanging>();
  const systemExchange = async (): Promise<Exchanging.Exchange | null> => {
    const exchange = await real.systemExchange();
    act('beforeLook');
    if (exchange === null || !moment.isExchanging) return null;
    return (one, other) => {
      act('beforeExchange');
      exchange(one, other);
    };
  };
  const act = (when: 'beforeLook' | 'beforeExchange'): void => {
    const deed = moment[when];
    moment[when] = null;
    deed?.();
  };
  return { ...real, systemExchange };
});

const STORED = { to: 'store', storeName: 'kept-1' } as const;
const SIBLING = { to: 'sibling', path: 'b.csv' } as const;

interface Moments extends DiskOnTrial {
  /** Lets a person act once, between the first look and the last one, or between the last one and the exchange. */
  atMoment(when: 'beforeLook' | 'beforeExchange', act: () => void): void;
  isOver(): boolean;
}

async function beginReal(isExchanging: boolean): Promise<Moments> {
  const on = await beginRealDisk();
  moment.isExchanging = isExchanging;
  return {
    ...on,
    atMoment: (when, act) => void (moment[when] = act),
    isOver: () => moment.beforeLook === null && moment.beforeExchange === null,
  };
}

async function beginFake(): Promise<Moments> {
  const on = await beginFakeDisk();
  let isOver = false;
  return {
    ...on,
    atMoment: (when, act) => {
      isOver = false;
      on.fake.scheduler.mischief = ({ label }) => {
        if (isOver || !label.endsWith(when === 'beforeLook' ? ': old kept' : ': exchanging')) return undefined;
        isOver = true;
        act();
        return undefined;
      };
    },
    isOver: () => isOver,
  };
}

const EXCHANGING = [
  ['real disk', () => beginReal(true)],
  ['fake disk', beginFake],
] as const;
const ALL = [...EXCHANGING, ['real disk that cannot exchange', () => beginReal(false)]] as const;

async function during<T>(begin: () => Promise<Moments>, run: (on: Moments) => Promise<T>): Promise<T> {
  const on = await begin();
  try {
    return await run(on);
  } finally {
    await on.end();
  }
}

async function prepared(on: Moments, old: Placement['old'] = NOWHERE): Promise<Placement> {
  on.person.write('a.csv', 'old');
  const { fingerprint } = await entryOf(on, 'a.csv');
  await stage(on, 's1', 'new');
  return { ...fresh('s1', 'a.csv'), expected: fingerprint, old };
}

test.each(ALL)('%s: what a person does in the middle of a replacement stays as it is [T13]', (_, begin) =>
  during(begin, async on => {
    for (const deed of ['write', 'save', 'remove'] as const) {
      for (const old of [NOWHERE, STORED, SIBLING]) {
        const placing = await prepared(on, old);
        on.atMoment('beforeLook', () =>
          deed === 'remove' ? on.person.remove('a.csv') : on.person[deed]('a.csv', 'mine'),
        );
        await expectKind(on.disk.place(on.root, placing), 'stale');
        expect(on.isOver()).toBe(true);
        expect([on.person.read('a.csv'), on.person.read('b.csv')]).toEqual([deed === 'remove' ? null : 'mine', null]);
        expect([on.person.stagedNames(), on.person.storedNames()]).toEqual([['s1'], []]);
      }
    }
  }),
);

test.each(EXCHANGING)(
  '%s: what a person saves after the last look is kept, in place or by a new file [T13]',
  (_, begin) =>
    during(begin, async on => {
      for (const deed of ['write', 'save'] as const) {
        for (const old of [NOWHERE, STORED]) {
          const placing = await prepared(on, old);
          on.atMoment('beforeExchange', () => on.person[deed]('a.csv', 'mine'));
          expect(await on.disk.place(on.root, placing)).toMatchObject({ late: true, isAsStaged: true });
          expect(on.isOver()).toBe(true);
          expect([on.person.read('a.csv'), on.person.stored(LATE)]).toEqual(['new', 'mine']);
          expect([on.person.stagedNames(), on.person.storedNames()]).toEqual([[], [LATE]]);
          await on.disk.dropStored(LATE);
        }
      }
    }),
);

test.each(EXCHANGING)('%s: what a person saves after the last look is what is kept beside [T13]', (_, begin) =>
  during(begin, async on => {
    for (const deed of ['write', 'save'] as const) {
      const placing = await prepared(on, SIBLING);
      on.atMoment('beforeExchange', () => on.person[deed]('a.csv', 'mine'));
      const placed = await on.disk.place(on.root, placing);
      expect(placed).toMatchObject({ late: false, isAsStaged: true, isSiblingAsExpected: false });
      expect([on.person.read('a.csv'), on.person.read('b.csv')]).toEqual(['new', 'mine']);
      expect(placed.sibling).toEqual(await entryOf(on, 'b.csv'));
      expect([on.person.stagedNames(), on.person.storedNames()]).toEqual([[], []]);
      on.person.remove('b.csv');
    }
  }),
);

test.each(EXCHANGING)(
  '%s: what is saved after the last look is late, when something else took the name of the copy [T13]',
  (_, begin) =>
    during(begin, async on => {
      for (const deed of ['write', 'save'] as const) {
        const placing = await prepared(on, SIBLING);
        on.atMoment('beforeExchange', () => {
          on.person.rename('b.csv', `copy, ${deed}`);
          on.person.write('b.csv', 'of somebody');
          if (deed === 'write') on.person.rename('a.csv', 'moved on');
          on.person[deed]('a.csv', 'mine');
        });
        expect(await on.disk.place(on.root, placing)).toMatchObject({ late: true, sibling: null, isAsStaged: true });
        expect(on.isOver()).toBe(true);
        expect(['a.csv', 'b.csv', `copy, ${deed}`].map(path => on.person.read(path))).toEqual([
          'new',
          'of somebody',
          'old',
        ]);
        expect([on.person.stored(LATE), on.person.stagedNames()]).toEqual(['mine', []]);
        await on.disk.dropStored(LATE);
        for (const path of ['b.csv', `copy, ${deed}`]) on.person.remove(path);
      }
    }),
);

test.each(EXCHANGING)(
  '%s: what is saved after the last look is kept beside, too, when the copy moved on [T13]',
  (_, begin) =>
    during(begin, async on => {
      const placing = await prepared(on, SIBLING);
      on.atMoment('beforeExchange', () => {
        on.person.rename('b.csv', 'moved.csv');
        on.person.save('a.csv', 'mine');
      });
      expect(await on.disk.place(on.root, placing)).toMatchObject({ isAsStaged: true, isSiblingAsExpected: false });
      expect(['a.csv', 'b.csv', 'moved.csv'].map(path => on.person.read(path))).toEqual(['new', 'mine', 'old']);
      expect([on.person.stagedNames(), on.person.storedNames()]).toEqual([[], []]);
    }),
);

test.each(EXCHANGING)('%s: a file that goes after the last look is not brought back [T13]', (_, begin) =>
  during(begin, async on => {
    for (const old of [NOWHERE, STORED, SIBLING]) {
      const placing = await prepared(on, old);
      on.atMoment('beforeExchange', () => on.person.rename('a.csv', 'c.csv'));
      await expectKind(on.disk.place(on.root, placing), 'stale');
      expect(['a.csv', 'b.csv', 'c.csv'].map(path => on.person.read(path))).toEqual([null, null, 'old']);
      expect([on.person.stagedNames(), on.person.storedNames()]).toEqual([['s1'], []]);
    }
  }),
);

test.each(EXCHANGING)('%s: a folder or a link that comes after the last look stays where it is [T13]', (_, begin) =>
  during(begin, async on => {
    for (const kind of ['folder', 'other'] as const) {
      for (const old of [NOWHERE, STORED, SIBLING]) {
        const placing = await prepared(on, old);
        on.atMoment('beforeExchange', () => {
          on.person.remove('a.csv');
          if (kind === 'folder') on.person.write('a.csv/inside.csv', 'mine');
          else on.person.symlink('a.csv', 'nowhere');
        });
        await expectKind(on.disk.place(on.root, placing), 'stale');
        expect([(await entryOf(on, 'a.csv')).kind, on.person.read('b.csv')]).toEqual([kind, null]);
        expect(on.person.read('a.csv/inside.csv')).toBe(kind === 'folder' ? 'mine' : null);
        expect([on.person.stagedNames(), on.person.storedNames()]).toEqual([['s1'], []]);
        on.person.remove('a.csv');
      }
    }
  }),
);

test.each(['EINVAL', 'ENOSYS', 'ENOTSUP'])('on a volume that answers %s to an exchange, files are replaced', code =>
  during(
    () => beginReal(true),
    async on => {
      for (const old of [NOWHERE, STORED, SIBLING]) {
        const placing = await prepared(on, old);
        on.atMoment('beforeExchange', () => {
          throw Object.assign(new Error(code), { code });
        });
        expect(await on.disk.place(on.root, placing)).toMatchObject({ late: false, isSiblingAsExpected: true });
        expect([on.person.read('a.csv'), on.person.stored('kept-1'), on.person.read('b.csv')]).toEqual([
          'new',
          old === STORED ? 'old' : null,
          old === SIBLING ? 'old' : null,
        ]);
        expect(on.person.stagedNames()).toEqual([]);
        await on.disk.dropStored('kept-1');
      }
    },
  ),
);
