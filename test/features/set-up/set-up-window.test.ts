import { beforeEach, expect, test, vi } from 'vitest';

import type { Handlers } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { MirrorPreview, PlaceChecked } from '../../../shared/features/set-up/model.ts';
import { handlersWith } from '../../shared/scripted-handlers.ts';
import { farSide } from '../../renderer/pipes.ts';

beforeEach(() => vi.resetModules());

test('what a person types stays, also when the usual place comes late', async () => {
  const { setUp, answer, state } = await started();
  const usual = setUp.usualPlace();
  const typing = setUp.setPlace('/home/mira/Lab');
  answer('check /home/mira/Lab');
  await typing;
  answer('check /home/mira/Usual');
  answer('usual place');
  await usual;
  expect(state()).toMatchObject({ place: '/home/mira/Lab', checked: { path: '/home/mira/Lab' } });
});

test('the usual place fills in what nobody typed, and until it does nobody types', async () => {
  const { setUp, answer, state } = await started();
  const usual = setUp.usualPlace();
  expect(state().isProposing).toBe(true);
  answer('usual place');
  answer('check /home/mira/Usual');
  await usual;
  expect(state()).toMatchObject({
    place: '/home/mira/Usual',
    checked: { path: '/home/mira/Usual' },
    isProposing: false,
  });
});

test('what is found out about an earlier text says nothing about a later one, good or bad', async () => {
  const { setUp, answer, state } = await started();
  const earlier = [setUp.setPlace('Lab'), setUp.setPlace('/home/mira/L')];
  const last = setUp.setPlace('/home/mira/Lab');
  answer('check /home/mira/Lab');
  await last;
  answer('check /home/mira/L');
  answer('check Lab', new FaultError({ kind: 'bad-request', detail: 'is no whole path' }));
  await Promise.all(earlier);
  expect(state()).toMatchObject({ place: '/home/mira/Lab', checked: { path: '/home/mira/Lab' }, fault: null });
});

test('a folder that is no longer chosen does not come back with a late comparison', async () => {
  const { setUp, choosing, answer, state } = await started();
  setUp.useSetUp.setState({ place: '/home/mira/Lab' });
  choosing.chooseFolders(new Set(['f1', 'f2']));
  const comparing = choosing.comparePlans();
  await vi.waitUntil(() => state().previews.has('f1'));
  choosing.chooseFolders(new Set(['f2']));
  answer('compare f1');
  answer('compare f2');
  await comparing;
  expect([...state().previews.keys()]).toEqual([]);
});

const NONE = { files: 0, bytes: 0 };

const NOTHING_THERE: MirrorPreview = {
  local: '/home/mira/Lab',
  remotePath: 'Knowledge Base',
  exists: false,
  counts: { alike: NONE, 'only-here': NONE, 'only-there': NONE, different: NONE, 'left-out': NONE },
  rows: [],
  isWhole: true,
};

/** The store over a pipe on which each answer comes when the test says so. */
async function started(others: Partial<Handlers> = {}) {
  const waiting = new Map<string, (fault?: Error) => void>();
  const early = new Map<string, Error | undefined>();
  const turn = (name: string) =>
    new Promise<void>((resolve, reject) => {
      const end = (fault?: Error) => (fault === undefined ? resolve() : reject(fault));
      if (early.has(name)) end(early.get(name));
      else waiting.set(name, end);
    });
  const side = farSide(
    handlersWith({
      'setUp.defaultPlace': async () => {
        await turn('usual place');
        return { path: '/home/mira/Usual' };
      },
      'setUp.checkPlace': async ({ path }): Promise<PlaceChecked> => {
        await turn(`check ${path}`);
        return { path, exists: false, isEmpty: true, freeBytes: null, findings: [] };
      },
      'setUp.plan': async ({ folders }) => folders.map(folder => ({ ...folder, local: `/home/mira/Lab/${folder.id}` })),
      'setUp.preview': async ({ remote }) => {
        await turn(`compare ${remote}`);
        return NOTHING_THERE;
      },
      'setUp.makePlace': async ({ path }) => ({ path }),
      ...others,
    }),
  );
  const { engine, useConnection } = await import('../../../renderer/state/engine.ts');
  const setUp = await import('../../../renderer/features/set-up/stores/set-up.ts');
  const choosing = await import('../../../renderer/features/set-up/stores/folder-choice.ts');
  engine.start(side.open);
  await vi.waitUntil(() => useConnection.getState().connection.name === 'open');
  return {
    setUp,
    choosing,
    state: () => setUp.useSetUp.getState(),
    answer(name: string, fault?: Error) {
      const end = waiting.get(name);
      if (end === undefined) early.set(name, fault);
      else end(fault);
    },
  };
}

test('who starts once more takes over the folder that was said to be mirrored, and no other place', async () => {
  const asked: unknown[] = [];
  const { setUp, choosing, state } = await started({
    'mirrors.add': async input => {
      asked.push([input.local, input.takesOver]);
      return { id: null, notice: null, claimed: { path: input.local, where: 'in' } };
    },
  });
  const beginAt = (local: string): Promise<boolean> => {
    const planned = { id: 'f1', name: 'Plates', local };
    setUp.useSetUp.setState({ keeps: true, previews: new Map([['f1', { planned, found: null }]]) as never });
    return choosing.beginKeeping();
  };
  expect(await beginAt('/home/one')).toBe(false);
  expect(state().fault).toMatchObject({
    detail: expect.stringContaining("'/home/one' is kept in step by other records"),
  });
  await beginAt('/home/one');
  await beginAt('/home/two');
  expect(asked).toEqual([
    ['/home/one', false],
    ['/home/one', true],
    ['/home/two', false],
  ]);
});

test('what Start did stays in the summary, and only the rest is done when it is tried once more', async () => {
  const added: string[] = [];
  const { setUp, choosing, state } = await started({
    'mirrors.add': async ({ remote }) => {
      added.push(remote);
      if (added.length === 2) throw new FaultError({ kind: 'disk-full', path: '/home/mira' });
      return { id: `m-${remote}`, notice: null };
    },
    'setUp.finish': async () => null,
  });
  const previews = new Map(
    ['f1', 'f2'].map(id => [id, { planned: { id, name: id, local: `/home/mira/${id}` }, found: NOTHING_THERE }]),
  );
  setUp.useSetUp.setState({ step: 'review', keeps: true, chosen: new Set(['f1', 'f2']), previews });
  expect(await choosing.beginKeeping()).toBe(false);
  expect([[...state().previews.keys()], state().begun.map(({ mirror }) => mirror), state().failed]).toEqual([
    ['f1', 'f2'],
    ['m-f1'],
    'f2',
  ]);
  expect(await choosing.beginKeeping()).toBe(true);
  expect(added).toEqual(['f1', 'f2', 'f2']);
  expect(state()).toMatchObject({ step: 'arriving', failed: null, previews: { size: 2 } });
});

test('who goes back after one of two folders was set up chooses only among the rest', async () => {
  const { setUp, state } = await started();
  const begun = [{ id: 'f1', mirror: 'm1', name: 'f1', local: '/home/mira/f1', files: 3, notice: null }];
  setUp.useSetUp.setState({ step: 'review', chosen: new Set(['f1', 'f2']), begun });
  setUp.goToStep('folders');
  expect([[...state().chosen], state().begun]).toEqual([['f2'], []]);
});
