import { beforeEach, expect, test, vi } from 'vitest';

import type { Handlers } from '../../shared/contract.ts';
import { FaultError } from '../../shared/fault.ts';
import type { FolderWindow } from '../../shared/features/browse/folder-model.ts';
import { handlersWith } from '../shared/scripted-handlers.ts';
import { farSide } from './pipes.ts';

beforeEach(() => vi.resetModules());

const STATUS = { service: null, waitUntil: null, done: 0, total: 0, attention: 0, pause: null, mirrors: [] };

/** A window whose service cannot be reached until `back`. */
async function stage(answers: Partial<Handlers> = {}) {
  const side = farSide(handlersWith(answers));
  const { engine } = await import('../../renderer/state/engine.ts');
  const { useSyncStatus } = await import('../../renderer/state/sync.ts');
  const { section } = await import('../../renderer/state/reading/section.ts');
  // The window's modules are loaded again for each test: its stores know faults of their own class alone.
  const { FaultError: WindowFault } = await import('../../shared/fault.ts');
  engine.start(side.open);
  const state = async (name: 'offline' | 'upToDate'): Promise<void> => {
    side.topics.publish('sync.status', { ...STATUS, state: name });
    await vi.waitFor(() => expect(useSyncStatus.getState().value?.state).toBe(name));
  };
  await state('offline');
  const refuse = (kind: 'offline' | 'gone') => (): never => {
    throw new WindowFault(kind === 'gone' ? { kind, messages: [] } : { kind, detail: 'It does not answer.' });
  };
  return { section, back: () => state('upToDate'), away: refuse('offline'), gone: refuse('gone') };
}

/** What the engine answers in that time. */
const unanswered = async (): Promise<never> => {
  throw new FaultError({ kind: 'offline', detail: 'It does not answer.' });
};

test('what could not be read because the service did not answer is read once it does, and nothing else is', async () => {
  const { section, back, away, gone } = await stage();
  let isAway = true;
  const counts = { unreached: 0, read: 0, forgotten: 0, refused: 0 };
  const made = (name: keyof typeof counts, ask: () => string) =>
    section(async () => {
      counts[name] += 1;
      return ask();
    });
  const unreached = made('unreached', () => (isAway ? away() : 'there'));
  const forgotten = made('forgotten', away);
  const others = [made('read', () => 'kept'), made('refused', gone)];
  for (const each of [unreached, forgotten, ...others]) await each.read();
  forgotten.forget();
  expect(unreached.use.getState().fault).toMatchObject({ kind: 'offline' });
  isAway = false;
  await back();
  await vi.waitFor(() => expect(unreached.use.getState()).toMatchObject({ value: 'there', fault: null }));
  expect(counts).toEqual({ unreached: 2, read: 1, forgotten: 1, refused: 1 });
});

test('a change that did not reach the service stays told once it answers', async () => {
  const { section, back, away } = await stage();
  const made = section(async () => 'as it was');
  await made.read();
  await made.change('name', async () => away(), null);
  await back();
  expect(made.use.getState()).toMatchObject({ value: 'as it was', fault: { kind: 'offline' } });
});

test('who can reach something is asked for again once the service answers', async () => {
  let asked = 0;
  const { back } = await stage({
    'sharing.look': async () => {
      asked += 1;
      return unanswered();
    },
  });
  const sharing = await import('../../renderer/features/sharing/stores/sharing.ts');
  await sharing.openSharing('1', 'Protocols');
  expect(sharing.useSharing.getState().fault).toMatchObject({ kind: 'offline' });
  await back();
  await vi.waitFor(() => expect(asked).toBe(2));
});

test('a place that could not be listed is listed at once when the service answers again, and no other one', async () => {
  const checks: string[] = [];
  const { back } = await stage({
    'files.check': async ({ place, now }) => {
      checks.push(`${'library' in place ? 'library' : 'base'} ${now ? 'at once' : 'in its turn'}`);
      return null;
    },
    'files.window': async ({ place }) => ({
      ...EMPTY,
      head: { ...EMPTY.head, place, ...('library' in place ? UNLISTED : {}) },
    }),
  });
  const { useFolders, watchFolder } = await import('../../renderer/features/browse/stores/files.ts');
  const stops = [watchFolder({ library: null }), watchFolder({ base: null })];
  await vi.waitFor(() => expect(useFolders.getState().folders.size).toBe(2));
  expect(checks.toSorted()).toEqual(['base in its turn', 'library in its turn']);
  await back();
  await vi.waitFor(() => expect(checks.slice(2)).toEqual(['library at once']));
  for (const stop of stops) stop();
});

/** The list of a place that was listed, with nothing in it. */
const EMPTY: FolderWindow = {
  head: {
    place: { base: null },
    trail: [],
    standing: 'ready',
    got: null,
    of: null,
    reading: null,
    fault: null,
    archived: null,
    checkedAt: null,
    isIncomplete: false,
  },
  order: '',
  folders: 0,
  files: 0,
  all: 0,
  from: 0,
  rows: [],
  anchorAt: null,
  gone: [],
};

const UNLISTED = { standing: 'unvisited', fault: { kind: 'offline', detail: 'It does not answer.' } } as const;
