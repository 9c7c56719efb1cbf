import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, type Pair, parseAllDocuments } from 'yaml';

import { type DataLine, DataTree, DataTrouble } from '../../../../shared/preview/data-tree.ts';
import { decode } from '../../../../shared/preview/encoding.ts';
import { JsonTrouble, readJson } from '../../../../shared/preview/json.ts';
import { endingOf } from '../../../../shared/name-ending.ts';
import { treeTexts } from '../../../../shared/features/preview/pane-text.ts';
import { textEncoding } from '../stores/text-encoding.ts';

export interface TreeToOpen {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** `why`: it is no tree, and is shown as text with that sentence. */
export type TreeSummary = { readonly count: number; readonly size: number } | { readonly why: string };

/** Texts on one line are cut; all of it is in the file. */
const MOST_SIGNS = 2000;
/** Lines that are open at first. */
const FIRST_LINES = 150;
const MOST_FINDS = 10_000;
/** Deeper, YAML is not followed: its library calls itself for each level. */
const DEEPEST = 400;

/** What the worker of a tree is asked. */
export function treeAsks() {
  let tree = new DataTree();
  return {
    open: ({ name, bytes }: TreeToOpen): TreeSummary => {
      try {
        const text = decode(bytes, textEncoding(bytes, false));
        tree = /^ya?ml$/.test(endingOf(name)) ? readYaml(text) : readJson(text);
      } catch (thrown) {
        if (thrown instanceof JsonTrouble)
          return { why: treeTexts.broken(`${treeTexts.at(thrown.line, thrown.column)}.`) };
        if (thrown instanceof DataTrouble) return { why: thrown.message === '' ? treeTexts.tooMany : thrown.message };
        // A library that called itself too often.
        if (thrown instanceof RangeError) return { why: treeTexts.tooDeep };
        throw thrown;
      }
      tree.openFirst(FIRST_LINES);
      return { count: tree.count, size: tree.size };
    },
    lines: ({ from, to }: { readonly from: number; readonly to: number }): DataLine[] =>
      Array.from({ length: Math.max(0, Math.min(to, tree.count) - from) }, (_, step) => {
        const line = tree.line(from + step);
        return line.text.length > MOST_SIGNS ? { ...line, text: `${line.text.slice(0, MOST_SIGNS)}…` } : line;
      }),
    toggle: ({ index }: { readonly index: number }) => (tree.toggle(index), { count: tree.count }),
    all: ({ isOpen }: { readonly isOpen: boolean }) => {
      if (isOpen) tree.openAll();
      else tree.closeAll();
      return { count: tree.count };
    },
    parent: ({ at }: { readonly at: number }) => ({ at: tree.parentLine(at) }),
    find: ({ sought }: { readonly sought: string }) => ({ found: [...tree.find(sought, MOST_FINDS)] }),
    reveal: ({ index }: { readonly index: number }) => {
      const at = tree.reveal(index);
      return { at, count: tree.count };
    },
  };
}

export type TreeAsks = ReturnType<typeof treeAsks>;

/**
 * Reads YAML as it is written. What is named elsewhere is shown as that name and never put in: a file of a few lines
 * could become larger than any memory. @throws DataTrouble with a sentence.
 */
export function readYaml(text: string): DataTree {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    lineCounter: lines,
    uniqueKeys: false,
    logLevel: 'silent',
    version: '1.2',
  });
  const tree = new DataTree();
  const all = 'empty' in documents ? [] : documents;
  for (const { errors } of all) {
    const [error] = errors;
    if (error === undefined) continue;
    const { line, col } = lines.linePos(error.pos[0]);
    throw new DataTrouble(treeTexts.broken(`${treeTexts.at(line, col)}.`));
  }
  if (all.length > 1) tree.enter(null, 'list');
  for (const { contents } of all) put(tree, null, contents);
  if (all.length > 1) tree.leave();
  return tree;
}

function put(tree: DataTree, key: string | null, node: unknown): void {
  if (tree.depth > DEEPEST) throw new DataTrouble(treeTexts.tooDeep);
  if (isMap(node)) {
    tree.enter(key, 'object');
    for (const pair of node.items) putPair(tree, pair);
    return tree.leave();
  }
  if (isSeq(node)) {
    tree.enter(key, 'list');
    for (const item of node.items)
      if (isPair(item)) putPair(tree, item);
      else put(tree, null, item);
    return tree.leave();
  }
  if (isAlias(node)) return tree.add(key, 'alias', node.source);
  if (!isScalar(node)) return tree.add(key, 'word', 'null');
  const written = node.source ?? String(node.value);
  if (typeof node.value === 'string') return tree.add(key, 'text', node.value);
  tree.add(
    key,
    typeof node.value === 'number' || typeof node.value === 'bigint' ? 'number' : 'word',
    written === '' ? 'null' : written,
  );
}

function putPair(tree: DataTree, { key, value }: Pair): void {
  put(tree, nameOf(key as Node | null), value);
}

/** A name may itself be data. */
function nameOf(key: Node | null): string {
  if (isScalar(key)) return String(key.value);
  return isAlias(key) ? `*${key.source}` : key === null ? 'null' : String(key);
}
