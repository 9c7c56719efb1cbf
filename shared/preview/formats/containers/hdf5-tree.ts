import { BrokenSoftLink, Dataset, ExternalLink, Group } from 'h5wasm';

import { hdf5Texts as texts } from '../../../features/preview/containers-text.ts';
import { UnreadableError } from '../../unreadable.ts';
import type { TreeNode } from '../sections.ts';
import type { Hdf5File } from './hdf5-file.ts';
import { attributeNames, attributeType, readAttribute } from './hdf5-read.ts';
import { attributeText, shapeWords, typeWords } from './hdf5-values.ts';

/** Groups in groups that are followed; a group may be in itself. */
const MOST_DEPTH = 24;
const MOST_ATTRIBUTES = 500;
/** Entries of one group that are listed. */
const MOST_IN_GROUP = 500;

/** A data set that can be shown. */
export interface FoundDataset {
  readonly path: string;
  readonly dataset: Dataset;
}

/** What is in an HDF5 file. */
export interface Hdf5Contents {
  readonly nodes: readonly TreeNode[];
  readonly datasets: readonly FoundDataset[];
  readonly attributes: readonly (readonly [path: string, name: string, value: string])[];
  readonly isCut: boolean;
}

/** Looks through the groups of a file, up to so many entries. */
export async function contentsOf(file: Hdf5File, mostNodes: number): Promise<Hdf5Contents> {
  const walk = new Walk(file, mostNodes);
  await walk.attributesOf('/', file.root);
  const nodes = await walk.children(file.root, 0);
  const { datasets, attributes, isCut } = walk;
  return { nodes, datasets, attributes, isCut };
}

class Walk {
  readonly datasets: FoundDataset[] = [];
  readonly attributes: (readonly [string, string, string])[] = [];
  isCut = false;
  /** Groups that were shown, by where they are in the file: a group may be in several others, and in itself. */
  readonly #seen = new Set<string>();
  readonly #file: Hdf5File;
  #left: number;

  constructor(file: Hdf5File, mostNodes: number) {
    this.#file = file;
    this.#left = mostNodes;
  }

  async children(group: Group, depth: number): Promise<readonly TreeNode[]> {
    const names = await this.#file.ask(() => group.keys());
    const nodes: TreeNode[] = [];
    for (const name of names.slice(0, MOST_IN_GROUP)) {
      if (this.#left <= 0) break;
      this.#left -= 1;
      nodes.push(await this.#node(group, name, depth).catch((thrown: unknown) => unread(name, thrown)));
    }
    if (nodes.length === names.length) return nodes;
    this.isCut = true;
    return [...nodes, { name: texts.more(names.length - nodes.length), text: '', children: [] }];
  }

  async #node(group: Group, name: string, depth: number): Promise<TreeNode> {
    const entity = await this.#file.ask(() => group.get(name));
    const path = group.path === '/' ? `/${name}` : `${group.path}/${name}`;
    const leaf = (text: string): TreeNode => ({ name, text, children: [] });
    if (entity instanceof BrokenSoftLink) return leaf(texts.softLink(entity.target));
    if (entity instanceof ExternalLink) return leaf(texts.externalLink(entity.filename, entity.obj_path));
    if (entity instanceof Dataset) {
      const metadata = await this.#file.ask(() => entity.metadata);
      this.datasets.push({ path, dataset: entity });
      await this.attributesOf(path, entity);
      return leaf(`${shapeWords(metadata.shape)} · ${typeWords(metadata)}`);
    }
    if (!(entity instanceof Group)) return leaf(entity === null ? texts.unread : texts.namedType);
    const place = await this.#file.ask(() => entity.create_reference().ref_data.join('.'));
    if (this.#seen.has(place)) return { name: `${name}/`, text: texts.sameAs, children: [] };
    this.#seen.add(place);
    await this.attributesOf(path, entity);
    if (depth >= MOST_DEPTH) this.isCut = true;
    return { name: `${name}/`, text: '', children: depth >= MOST_DEPTH ? [] : await this.children(entity, depth + 1) };
  }

  async attributesOf(path: string, entity: Group | Dataset): Promise<void> {
    if (this.attributes.length >= MOST_ATTRIBUTES) return;
    const names = await this.#file.ask(() => attributeNames(entity)).catch(() => []);
    for (const name of names) {
      if (this.attributes.length >= MOST_ATTRIBUTES) break;
      const text = await this.#file
        .ask(() => {
          const type = attributeType(entity, name);
          return attributeText(type, () => readAttribute(entity, name, type));
        })
        .catch(() => texts.unread);
      this.attributes.push([path, name, text]);
    }
  }
}

/** A part that is damaged is named as such; the others are shown. */
function unread(name: string, thrown: unknown): TreeNode {
  if (thrown instanceof UnreadableError) throw thrown;
  return { name, text: texts.unread, children: [] };
}
