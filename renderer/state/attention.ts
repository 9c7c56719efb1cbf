import { create } from 'zustand';

import type { Fault } from '../../shared/fault.ts';
import type { AttentionCount, AttentionItem, AttentionList } from '../../shared/features/attention/model.ts';
import { engine, onConnected } from './engine.ts';
import { topicStore } from './reading/topic-store.ts';
import { throttledReader } from './reading/throttled-reader.ts';
import { update } from './reading/section.ts';

/** How much needs a person; known whether the list is on show or not. */
export const useAttentionCount = topicStore('attention.count');

/** The sum of all groups, of the count and of the list; 0 while nothing is known. */
export function attentionTotal(count: Omit<AttentionCount, 'revision'> | null): number {
  return count === null ? 0 : count.decisions + count.versions + count.blocked;
}

/** The list as it was read last, and why reading it again failed, if it did. */
export const useAttention = create<{ readonly list: AttentionList | null; readonly fault: Fault | null }>(() => ({
  list: null,
  fault: null,
}));

let watchers = 0;

/** Reads the list and keeps reading it whenever it is another one. @returns what ends that. */
export function watchAttention(): () => void {
  watchers += 1;
  if (watchers === 1) void readAttention();
  return () => void (watchers -= 1);
}

engine.on('attention.count', () => (watchers > 0 ? void readAttention() : undefined));
onConnected(() => (watchers > 0 ? void readAttention() : undefined));

/** Reads the list now. One reading at a time; a change during it leads to one more. */
export const readAttention = throttledReader(async () => {
  const read = () => engine.call('attention.list', null);
  await update(useAttention, read, (list, old) => ({ list: withSameItems(old.list, list) }));
}, 0);

/** The old objects where nothing changed: a list draws again only what is another object. */
function withSameItems(old: AttentionList | null, list: AttentionList): AttentionList {
  if (old === null) return list;
  const known = new Map(old.items.map(item => [item.key, item]));
  const items = list.items.map(item => {
    const before = known.get(item.key);
    return before !== undefined && JSON.stringify(before) === JSON.stringify(item) ? before : item;
  });
  return { ...list, items };
}

/** The items in which every word of `text` stands somewhere: in the name, the folder, the title or the sentence. */
export function matchingItems(items: readonly AttentionItem[], text: string): readonly AttentionItem[] {
  const sought = text
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '');
  if (sought.length === 0) return items;
  return items.filter(({ path, title, text: sentence }) => {
    const whole = `${path} ${title} ${sentence}`.toLowerCase();
    return sought.every(word => whole.includes(word));
  });
}
