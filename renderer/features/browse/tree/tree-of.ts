import type { TreeFolder } from '../../../../shared/features/browse/folder-model.ts';
import type { MirrorInfo } from '../../../../shared/features/mirrors/model.ts';
import { browseTexts } from '../../../../shared/features/browse/text.ts';
import { libraryTexts } from '../../../../shared/features/library/text.ts';
import type { Branches } from '../stores/branches.ts';
import { mirrorName } from '../../../state/mirrors.ts';
import { type FolderPlace, placeKey, placeOf } from '../../../state/navigation.ts';

/** What a line of the tree stands for. */
export type BranchKind =
  | 'here'
  | 'mirror'
  | 'base'
  | 'folder'
  | 'mirrored'
  | 'archived'
  | 'removed'
  | 'loose'
  | 'library'
  | 'more'
  | 'reading';

/** One line of the tree. */
export interface Branch {
  /** The `placeKey` of its place; of a folder that is mirrored, among the service's folders, another one. */
  readonly key: string;
  readonly kind: BranchKind;
  readonly name: string;
  /** Where it leads; null: it only holds others. */
  readonly place: FolderPlace | null;
  readonly hasFolders: boolean;
  /** Empty while it is closed, or not read yet. */
  readonly branches: readonly Branch[];
}

/** What the tree is made of. */
export interface TreeParts {
  readonly mirrors: readonly MirrorInfo[];
  readonly branches: ReadonlyMap<string, Branches>;
  readonly expanded: ReadonlySet<string>;
  /** Whether the library is on show, which is a tree of its own. */
  readonly isInLibrary?: boolean;
}

/** The line above all mirrors. */
export const HERE = ':here';
export const BASE = placeKey({ base: null });

/** Folders inside one another that are drawn: answers that go round in a ring end here. */
const DEEPEST = 40;

/** The tree on show: what is on this computer, what is at the service, and the lists. */
export function treeOf(parts: TreeParts): readonly Branch[] {
  const { mirrors, branches } = parts;
  if (parts.isInLibrary === true) return [libraryBranch(parts)];
  const here: Branch = {
    key: HERE,
    kind: 'here',
    name: browseTexts.here,
    place: null,
    hasFolders: mirrors.length > 0,
    branches: mirrors.map(mirror => {
      const place = { mirror: mirror.id, folder: null };
      const inside = branches.get(placeKey(place));
      // A mirror that was not read yet may have folders: it can be opened to find out.
      const hasFolders = inside === undefined || inside.total > 0;
      return branchOf(
        parts,
        { place, name: mirrorName(mirror), hasFolders, isMirrored: true },
        { above: [], kind: 'mirror' },
      );
    }),
  };
  const base = branchOf(
    parts,
    { place: { base: null }, name: browseTexts.top, hasFolders: branches.get(BASE)?.total !== 0, isMirrored: false },
    { above: [], kind: 'base' },
  );
  const lists = (['loose', 'archived', 'removed'] as const).map(list => ({
    key: placeKey({ list }),
    kind: list,
    name: browseTexts[list],
    place: { list },
    hasFolders: false,
    branches: [],
  }));
  return [...(mirrors.length === 0 ? [] : [here]), base, ...lists];
}

function libraryBranch(parts: TreeParts): Branch {
  const place = { library: null };
  const hasFolders = (parts.branches.get(placeKey(place))?.total ?? 0) > 0;
  return branchOf(
    parts,
    { place, name: libraryTexts.place, hasFolders, isMirrored: false },
    { above: [], kind: 'library' },
  );
}

function branchOf(
  parts: TreeParts,
  { place, name, hasFolders }: TreeFolder,
  { above, kind }: { readonly above: readonly string[]; readonly kind: BranchKind },
): Branch {
  const key = placeKey(place);
  const isRing = above.includes(key) || above.length >= DEEPEST;
  const inside = parts.expanded.has(key) && !isRing ? parts.branches.get(key) : undefined;
  const inner = (inside?.folders ?? []).map(folder =>
    folder.isMirrored
      ? mirroredBranch(folder, key)
      : branchOf(parts, folder, { above: [...above, key], kind: 'folder' }),
  );
  const missing = (inside?.total ?? 0) - (inside?.folders.length ?? 0);
  const unique = withoutTwins(inner);
  const branch: Branch = {
    key: isRing ? `${above.join(' ')} ${key}` : key,
    kind,
    name,
    place,
    hasFolders: hasFolders && !isRing,
    branches: missing > 0 ? [...unique, moreBranch(key, place, missing)] : unique,
  };
  // The tree only takes a line for one that can be unfolded when there is something inside.
  return branch.hasFolders && branch.branches.length === 0 ? { ...branch, branches: [readingBranch(key)] } : branch;
}

/** A folder that an answer names twice is drawn once. */
function withoutTwins(branches: readonly Branch[]): readonly Branch[] {
  const seen = new Set<string>();
  return branches.filter(({ key }) => !seen.has(key) && seen.add(key));
}

function mirroredBranch({ place, name }: TreeFolder, above: string): Branch {
  return { key: `${above} ${placeKey(place)}`, kind: 'mirrored', name, place, hasFolders: false, branches: [] };
}

function readingBranch(above: string): Branch {
  const name = browseTexts.readingFolders;
  return { key: `${above} reading`, kind: 'reading', name, place: null, hasFolders: false, branches: [] };
}

function moreBranch(above: string, place: FolderPlace, missing: number): Branch {
  return {
    key: `${above} more`,
    kind: 'more',
    name: browseTexts.more(missing),
    place,
    hasFolders: false,
    branches: [],
  };
}

/**
 * Where a line leads, by its key: that of one that stands in the tree a second time has the lines above it before it. Null:
 * it is none of a folder.
 */
export function placeOfBranch(branch: string): FolderPlace | null {
  const key = branch.split(' ').at(-1) ?? '';
  return key === '' || key === HERE || key === 'reading' || key === 'more' ? null : placeOf(key);
}
