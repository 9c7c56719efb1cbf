import { isDeepStrictEqual } from 'node:util';

import { Ignoring } from '../../main/core/policy/ignore.ts';
import type { Item, Tree } from '../../main/core/item.ts';
import type { ScanResult } from '../../main/core/scan/scan-result.ts';
import { matchScan } from '../../main/core/scan/match-scan.ts';
import type { MatchResult } from '../../main/core/scan/match-result.ts';
import { matchScope } from '../../main/core/scan/plan-scope.ts';
import type { ItemIndex } from '../../main/core/scan/plan-scope.ts';

/** Finds the items of a tree as the journal does. */
export function indexOf({ root, items }: Tree): ItemIndex {
  const all = [...items.values()];
  return {
    get: id => items.get(id) ?? null,
    at: (folder, name) => all.find(({ local }) => local?.parent === folder && local.name === name) ?? null,
    inFolder: folder => all.filter(({ local, remote }) => local?.parent === folder || remote?.parent === folder),
    byKeys: keys => {
      const wanted = new Set(keys);
      return all.filter(({ local }) => local !== null && wanted.has(local.key));
    },
    unfinished: most => {
      const found = all.filter(item => item.id !== root && !isFinished(item));
      return found.length > most ? null : found;
    },
    numbered: most => {
      const found = all.filter(({ local, remote }) => local !== null && remote !== null && local.name !== remote.name);
      return found.length > most ? null : found;
    },
  };
}

/** Whether both sides are as agreed, or something is only online on purpose, as the column `dirty` has it. */
function isFinished({ kind, local, localPresence, remote, remotePresence, base, isDehydrated }: Item): boolean {
  if (
    localPresence === 'present' &&
    remotePresence === 'present' &&
    local !== null &&
    remote !== null &&
    base !== null
  ) {
    const isInPlace = local.parent === base.parent && remote.parent === base.parent;
    const isNamed = local.name === base.localName && remote.name === base.remoteName;
    if (isInPlace && isNamed && local.sha256 === base.sha256 && remote.version === base.version) return true;
  }
  const isOnlineOnly = isDehydrated && kind === 'file' && localPresence === 'absent' && remotePresence === 'present';
  return isOnlineOnly && (base === null || (remote?.parent === base.parent && remote.name === base.remoteName));
}

/**
 * What a look means by the whole tree.
 * @returns also the part of the tree that it depends on; null where a part will not do.
 * @throws Error when it means something else by that part.
 */
export function matchByBoth(
  tree: Tree,
  look: ScanResult,
  ignoring = new Ignoring(),
): { readonly matched: MatchResult; readonly part: Tree | null } {
  const matched = matchScan(tree, look, { ignoring });
  const part = matchScope(tree.root, indexOf(tree), look, { ignoring, strays: new Map() });
  if (part !== null && !isDeepStrictEqual(matchScan(part, look, { ignoring }), matched))
    throw new Error(`a part of the tree, ${[...part.items.keys()].join(' ')}, gives a look another meaning`);
  return { matched, part };
}
