import type { ShareRow } from '../../../shared/features/sharing/model.ts';
import { sharingWindow as words } from '../../../shared/features/sharing/window-text.ts';

/** Rows under one heading. */
export interface Group {
  readonly key: string;
  readonly title: string;
  /** The folder that it comes from, where it can be gone to. */
  readonly folder: { readonly id: string; readonly name: string } | null;
  readonly rows: readonly ShareRow[];
}

/** By where the access comes from: owners, what was added here, then each folder above. Everybody together stands apart. */
export function groupsOf(rows: readonly ShareRow[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    if (row.principal.kind === 'organization') continue;
    const empty = emptyGroup(row);
    const group = groups.get(empty.key) ?? empty;
    groups.set(group.key, { ...group, rows: [...group.rows, row] });
  }
  const rank = ({ key }: Group): number => (key === 'rule' ? 0 : key === 'here' ? 1 : 2);
  return [...groups.values()].toSorted((one, other) => rank(one) - rank(other));
}

/** An entry of the item itself counts as added here: that is what can be changed. */
function emptyGroup({ sources }: ShareRow): Group {
  const plain = { folder: null, rows: [] };
  if (sources.some(({ how }) => how === 'here')) return { key: 'here', title: words.groups.here, ...plain };
  if (sources.some(({ how }) => how === 'rule')) return { key: 'rule', title: words.groups.rule, ...plain };
  const folder = sources.find(source => source.folder !== null)?.folder;
  if (!folder?.name) return { key: 'above', title: words.groups.above, ...plain };
  const named = { id: folder.id, name: folder.name };
  return { key: folder.id, title: words.from(folder.name), folder: named, rows: [] };
}
