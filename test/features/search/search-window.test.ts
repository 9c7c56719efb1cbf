import { beforeEach, expect, test, vi } from 'vitest';

import type { SearchFind, SearchHere } from '../../../shared/features/search/model.ts';
import { handlersWith } from '../../shared/scripted-handlers.ts';
import { farSide } from '../../renderer/pipes.ts';

beforeEach(() => vi.resetModules());

test('the best find fits the text as it stands, not as it stood when the answer before came', async () => {
  const { search, answer } = await started();
  search.openSearch();
  search.searchFor('via');
  answer('via', ['a folder called via']);
  await vi.waitUntil(() => search.useSearch.getState().here !== null);
  search.searchFor('via type:md');
  const isCurrent = search.hereIsCurrent();
  answer('via type:md', ['via.md', 'more via.md']);
  expect(await isCurrent).toBe(true);
  expect(search.useSearch.getState().here?.finds[0]?.name).toBe('via.md');
});

test('the answer to a text that was typed over is not waited for as the best find', async () => {
  const { search, answer } = await started();
  search.openSearch();
  search.searchFor('via');
  const isCurrent = search.hereIsCurrent();
  search.searchFor('viab');
  answer('via', ['a folder called via']);
  expect(await isCurrent).toBe(false);
});

test('a command that is asked for waits for no answer to what stood there before', async () => {
  const { search } = await started();
  search.openSearch();
  search.searchFor('via');
  search.searchFor('>pause');
  expect(await Promise.race([search.hereIsCurrent(), later()])).toBe(true);
});

/** Long after all that does not wait for an answer. */
function later(): Promise<string> {
  return new Promise(done => {
    setTimeout(() => done('still waiting'), 500);
  });
}

test('a command that is called so comes before one that has the word for another name', async () => {
  const { commandsFor } = await import('../../../renderer/features/search/stores/commands.ts');
  const { commandTexts } = await import('../../../shared/features/search/commands-text.ts');
  const doers = { showKeys: () => undefined, chooseFiles: () => undefined };
  const labels = commandsFor('>folders', doers).map(({ label }) => label);
  const { archived, files } = commandTexts.commands;
  expect(labels).toContain(files.label);
  expect(labels.indexOf(archived.label)).toBeGreaterThan(-1);
  expect(labels.indexOf(archived.label)).toBeLessThan(labels.indexOf(files.label));
});

/** The store over a pipe on which each answer comes when the test says so. */
async function started() {
  const answers = new Map<string, (here: SearchHere) => void>();
  const waiting = new Map<string, Promise<SearchHere>>();
  const turn = (text: string): Promise<SearchHere> => {
    const known = waiting.get(text) ?? new Promise<SearchHere>(resolve => answers.set(text, resolve));
    waiting.set(text, known);
    return known;
  };
  const side = farSide(
    handlersWith({
      'search.here': ({ text }) => turn(text),
      'search.there': async () => ({ finds: [], ignored: [] }),
    }),
  );
  const { engine, useConnection } = await import('../../../renderer/state/engine.ts');
  const search = await import('../../../renderer/features/search/stores/search.ts');
  engine.start(side.open);
  await vi.waitUntil(() => useConnection.getState().connection.name === 'open');
  return {
    search,
    answer(text: string, names: readonly string[]) {
      void turn(text);
      answers.get(text)?.({
        finds: names.map(name => ({ ...FIND, name, item: name })),
        hasMore: false,
        troubles: [],
        names: 1,
        texts: 1,
        tagged: null,
        looksInside: true,
        unread: 0,
        notAsked: 0,
        isBuilding: false,
      });
    },
  };
}

const FIND: SearchFind = {
  kind: 'file',
  item: '1',
  serviceId: null,
  name: '',
  place: null,
  badge: null,
  extraction: null,
  by: 'name',
  snippet: null,
  modifiedAt: null,
};
