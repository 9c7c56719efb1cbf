import { expect, test } from 'vitest';

import { oversightHandlers } from '../../../main/features/organization/oversight/oversight.ts';
import type { AppContext } from '../../../main/items/app-context.ts';
import { FaultError } from '../../../shared/fault.ts';

// A service of which only proposals and folders are asked.

interface Item {
  readonly id: string;
  readonly kind?: string;
  readonly before?: string | readonly string[] | null;
  readonly after?: string | readonly string[];
  status?: string;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: { readonly status?: string; readonly page?: number };
}

/** @param onDecide what happens in place of a decision. */
function stage(items: Item[], onDecide?: (item: Item | undefined) => void) {
  const asked: string[] = [];
  const call = async ({ method, path, query }: Asked): Promise<unknown> => {
    asked.push(`${method} ${path}`);
    if (path.startsWith('/folders/')) return folderAt(path);
    if (method === 'POST') {
      const [, , id, verb] = path.split('/');
      const item = items.find(each => each.id === id);
      if (onDecide !== undefined) onDecide(item);
      else if (item !== undefined) item.status = verb === 'approve' ? 'approved' : 'rejected';
      return item;
    }
    const shown = items.filter(({ status = 'pending' }) => query.status === 'all' || status === query.status);
    const at = (query.page ?? 1) - 1;
    const pages = Math.max(1, shown.length);
    return { items: shown.slice(at, at + 1), totalCount: shown.length, totalPages: pages };
  };
  const parts = {
    engine: { connection: async () => ({ line: () => ({ connection: { call }, organization: 'o1' }) }) },
    journal: { facts: { get: () => 'o1' } },
  } as unknown as AppContext;
  return { asked, handlers: oversightHandlers(parts) };
}

function folderAt(path: string): object {
  if (path === '/folders/f1') return { id: 'f1', name: 'Plates' };
  throw new FaultError({ kind: 'gone', messages: [] });
}

test('what is proposed is told in words: folders by their names, where they may be seen', async () => {
  const { handlers } = stage([{ id: 'p1', kind: 'move', before: 'f1', after: 'f2' }]);
  expect(await handlers['proposals.page']({ page: 1 })).toEqual({
    standing: 'there',
    proposals: [
      {
        id: 'p1',
        fileId: null,
        fileName: '',
        kind: 'move',
        before: 'Plates',
        after: 'f2',
        reason: null,
        createdAt: null,
      },
    ],
    total: 1,
    next: null,
  });
  const tags = stage([{ id: 'p2', kind: 'tag', before: null, after: ['plates', 'od'] }]);
  expect((await tags.handlers['proposals.page']({ page: 1 })).proposals[0]).toMatchObject({
    before: null,
    after: 'plates, od',
  });
});

test('a proposal on a later page is decided about, and read back', async () => {
  const items: Item[] = [{ id: 'p1' }, { id: 'p2' }];
  const { asked, handlers } = stage(items);
  expect(await handlers['proposals.decide']({ id: 'p2', approve: false })).toBeNull();
  expect(items.map(({ status }) => status)).toEqual([undefined, 'rejected']);
  expect(asked.filter(each => each.startsWith('POST'))).toEqual(['POST /kb-review-items/p2/reject']);
});

test('what somebody else decided meanwhile is not decided again', async () => {
  const { asked, handlers } = stage([{ id: 'p1', status: 'rejected' }]);
  await expect(handlers['proposals.decide']({ id: 'p1', approve: true })).rejects.toThrow('not there any more');
  expect(asked.filter(each => each.startsWith('POST'))).toEqual([]);
});

test.each<readonly [string, (item: Item | undefined) => void, string]>([
  ['is taken and not shown', () => undefined, 'does not show it'],
  ['no longer fits', () => fail('refused'), 'refused'],
  ['gets no answer', () => fail('offline'), 'does not show the change'],
])('a decision that %s is not told as done', async (_, onDecide, sentence) => {
  const { handlers } = stage([{ id: 'p1' }], onDecide);
  await expect(handlers['proposals.decide']({ id: 'p1', approve: true })).rejects.toThrow(sentence);
});

function fail(kind: 'refused' | 'offline'): never {
  throw new FaultError(
    kind === 'offline' ? { kind, detail: 'x' } : { kind, status: 400, messages: ['The file has changed.'] },
  );
}

test('a decision whose answer was lost is found, and one that the service lists no more is no trouble', async () => {
  const items: Item[] = [{ id: 'p1' }];
  const lost = stage(items, item => {
    if (item !== undefined) item.status = 'approved';
    fail('offline');
  });
  expect(await lost.handlers['proposals.decide']({ id: 'p1', approve: true })).toBeNull();
  const gone: Item[] = [{ id: 'p1' }];
  const vanishing = stage(gone, () => void gone.pop());
  expect(await vanishing.handlers['proposals.decide']({ id: 'p1', approve: true })).toBeNull();
});
