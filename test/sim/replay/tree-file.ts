import { readFileSync } from 'node:fs';

import { z } from 'zod';

import type { Item, Tree } from '../../../main/core/item.ts';
import { splitExtension } from '../../../main/core/names/local-names.ts';
import type { Operation } from '../../../main/core/plan/operation.ts';
import type { ItemId } from '../../../shared/ids.ts';
import { mirrorMode } from '../../../shared/features/mirrors/model.ts';
import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';

const id = z.number().int();
const sight = z.enum(['present', 'absent', 'unknown']);
const place = z.object({ parent: id, name: z.string() });
const item = z.object({
  id,
  kind: z.enum(['file', 'folder']),
  localPresence: sight,
  local: place
    .extend({
      sizeBytes: z.number(),
      modifiedMs: z.number(),
      key: z.string(),
      fingerprint: z.string(),
      sha256: z.string().nullable(),
    })
    .nullable(),
  remotePresence: sight,
  remote: place
    .extend({
      id: z.string(),
      sizeBytes: z.number().nullable(),
      version: z.string().nullable(),
      sha256: z.string().nullable(),
      updatedAt: z.string().nullable(),
    })
    .nullable(),
  base: z
    .object({
      parent: id,
      localName: z.string(),
      remoteName: z.string(),
      version: z.string().nullable(),
      sha256: z.string().nullable(),
    })
    .nullable(),
  localOnlyContent: z.string().nullable(),
  isDehydrated: z.boolean(),
});
const treeFile = z.object({
  v: z.literal(1),
  /** One sentence: what went wrong, or what must stay so. It becomes the name of the test. */
  about: z.string().min(10),
  mode: mirrorMode,
  root: id,
  blocked: z.array(id),
  items: z.array(item),
  /** What is planned, as one line an operation. */
  plan: z.array(z.string()),
});

/** A tree out of a journal with the plan that was made for it: a report from the field as a test. */
export interface Recorded {
  readonly about: string;
  readonly mode: MirrorMode;
  readonly tree: Tree;
  readonly blocked: ReadonlySet<ItemId>;
  readonly plan: readonly string[];
}

/** Reads a recorded tree. @throws Error when the file is not one. */
export function readTree(path: string): Recorded {
  const file = treeFile.parse(JSON.parse(readFileSync(path, 'utf8')));
  // The shapes were checked; what is left are our own brands on numbers and words.
  const items = file.items as unknown as readonly Item[];
  const tree = { root: file.root as ItemId, items: new Map(items.map(each => [each.id, each])) };
  return { about: file.about, mode: file.mode, tree, blocked: new Set(file.blocked as ItemId[]), plan: file.plan };
}

/** A recorded tree as text for a file, one item a line. */
export function writeTree({ about, mode, tree, blocked, plan }: Recorded): string {
  const lines = (all: readonly unknown[]): string => all.map(one => `\n    ${JSON.stringify(one)}`).join(',');
  const head = `"v": 1,\n  "about": ${JSON.stringify(about)},\n  "mode": "${mode}",\n  "root": ${tree.root}`;
  const set = JSON.stringify([...blocked]);
  const items = lines([...tree.items.values()]);
  return `{\n  ${head},\n  "blocked": ${set},\n  "items": [${items}\n  ],\n  "plan": [${lines(plan)}\n  ]\n}\n`;
}

/** An operation as one line. */
export function lineOf(operation: Operation): string {
  const to = 'to' in operation ? ` to ${operation.to.parent}/${operation.to.name}` : '';
  const other = operation.kind === 'join' ? ` with ${operation.remoteItem}` : '';
  return `${operation.kind} ${operation.item}${other}${to}`;
}

/**
 * The same tree with nothing in it that tells of its owner: equal stems of names stay equal, extensions, numbers such as
 * ` (2)` and upper and lower case are kept, so that names relate as before; hashes, ids and keys become words, times zero.
 */
export function withoutNames(tree: Tree): Tree {
  const stems = new Words('name');
  const [hashes, ids, versions, keys] = [new Words('h'), new Words('s'), new Words('v'), new Words('k')];
  const named = (name: string): string => {
    const [whole, extension] = splitExtension(name);
    const number = / \((?:\d+|conflict[^)]*|moving \d+)\)$/.exec(whole)?.[0] ?? '';
    const stem = whole.slice(0, whole.length - number.length);
    const word = stems.of(stem.normalize('NFC').toLowerCase());
    const cased = stem === stem.toLowerCase() ? word : word.toUpperCase();
    return `${cased}${number.replace(/conflict, .*,/, 'conflict, a computer,')}${extension}`;
  };
  const items = [...tree.items.values()].map(({ base, localOnlyContent, local, remote, ...rest }) => ({
    ...rest,
    local: local && {
      ...local,
      name: named(local.name),
      modifiedMs: 0,
      key: keys.of(local.key),
      fingerprint: keys.of(local.fingerprint),
      sha256: hashes.orNull(local.sha256),
    },
    remote: remote && {
      ...remote,
      id: ids.of(remote.id),
      name: named(remote.name),
      version: versions.orNull(remote.version),
      sha256: hashes.orNull(remote.sha256),
      updatedAt: null,
    },
    base: base && {
      ...base,
      localName: named(base.localName),
      remoteName: named(base.remoteName),
      version: versions.orNull(base.version),
      sha256: hashes.orNull(base.sha256),
    },
    localOnlyContent:
      localOnlyContent === null || localOnlyContent === 'folder' ? localOnlyContent : hashes.of(localOnlyContent),
  }));
  return { root: tree.root, items: new Map(items.map(each => [each.id, each])) };
}

/** Stands a word of its own for each different text. */
class Words {
  readonly #word: string;
  readonly #known = new Map<string, string>();

  constructor(word: string) {
    this.#word = word;
  }

  of<T extends string>(text: T): T {
    const word = this.#known.get(text) ?? `${this.#word}${this.#known.size + 1}`;
    this.#known.set(text, word);
    // A brand says what a text is for; a word in its stead is for the same.
    return word as T;
  }

  orNull<T extends string>(text: T | null): T | null {
    return text === null ? null : this.of(text);
  }
}
