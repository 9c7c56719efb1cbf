import { expect, test } from 'vitest';

import type { Item } from '../../../../main/core/item.ts';
import { agreedFile, item, localFacts } from '../../../builders/items.ts';
import { file, listing, look, meaning } from '../../../builders/scans.ts';

// A system reuses the inode of a removed file; until a scan finds that file gone, both are recorded with it.

const KEY = 'key 9';

/** A removed file was recorded with the key that a placed one has by now; either may have been recorded first. */
function meanings(removed: Item, placed: Item, found: ReturnType<typeof file>): readonly object[] {
  const seen = look([listing('', found)]);
  return [meaning([removed, placed], seen), meaning([placed, removed], seen)];
}

function recorded(known: Item, name: string, content: string): Item {
  return { ...known, local: localFacts({ name, content, key: KEY }) };
}

const MOVED = file('moved.csv', 9, { fingerprint: `${KEY} moved` });

test('a file that got the key of a removed one and was moved is itself: it has its size', () => {
  const removed = recorded(agreedFile(3, 'removed.csv'), 'removed.csv', 'a former content');
  for (const meant of meanings(removed, recorded(agreedFile(4, 'placed.csv'), 'placed.csv', 'content 9'), MOVED))
    expect(meant).toEqual({ found: ['4 1/moved.csv'], gone: [3], unknown: [] });
});

test('a file that got the key of a removed one and was moved is itself: it has its time', () => {
  const former = recorded(agreedFile(3, 'removed.csv'), 'removed.csv', 'content 3');
  const removed = former.local === null ? former : { ...former, local: { ...former.local, modifiedMs: 1 } };
  for (const meant of meanings(removed, recorded(agreedFile(4, 'placed.csv'), 'placed.csv', 'content 9'), MOVED))
    expect(meant).toEqual({ found: ['4 1/moved.csv'], gone: [3], unknown: [] });
});

test('a file that may be one of two is the one that the service has', () => {
  const sent = recorded(agreedFile(4, 'sent.csv'), 'sent.csv', 'content 9');
  for (const content of ['content 3', 'a former content']) {
    const unsent = recorded(item(3, {}), 'unsent.csv', content);
    for (const meant of meanings(unsent, sent, MOVED))
      expect(meant).toEqual({ found: ['4 1/moved.csv'], gone: [3], unknown: [] });
  }
});
