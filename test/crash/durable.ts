import { FOLDER } from '../sim/world/computer.ts';
import { fingerprintOf } from '../sim/fakes/fake-disk-parts.ts';
import type { FakeNode } from '../sim/fakes/fake-tree.ts';
import type { CrashStage } from './stage.ts';

/** Everything that outlives the program, as texts that are equal when the next start cannot tell the states apart. */
export interface Durable {
  readonly state: string;
  /** The folder's marker, in which each start counts itself. */
  readonly marker: string;
}

const MARKER = '/.benchtop/root.json';
/** Ids, stamps, keys and times: only which of them are the same counts, not what they are. */
const NAMES = /[0-9a-f]{8}-[0-9a-f-]{27}|\b\d+:\d+:\d+:\d+\b|"k\d+"|\b1[78]\d{11}\b|\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** What is durable now on the computer and at the service. @param puts how much was sent to the object storage. */
export function durableOf({ ada: { disk, journal }, lab: { service } }: CrashStage, puts: number): Durable {
  const files = filesBelow(disk.tree.find(FOLDER), '');
  const records = journal.mirrors
    .all()
    .map(({ id, rootItem }) => [
      [...journal.items.tree(id, rootItem).items.values()],
      [...journal.items.digests(id, rootItem).all().keys()],
      [...journal.missing.of(id, 'remote')],
      [...journal.missing.of(id, 'local')],
      journal.intents.all(id),
      journal.problems.all(id),
    ]);
  const others = [journal.trash.all(), journal.conflicts.open(), journal.guards.all(), [...disk.stored.keys()]];
  const { sights } = service;
  const there = [
    sights.files(),
    sights.folders(),
    sights.history().map(({ versionId, fileId }) => [versionId, fileId]),
  ];
  const told = JSON.stringify([files.filter(([path]) => path !== MARKER), records, others, there, puts]);
  const state = told === last.told ? last.state : withoutNames(told);
  last = { told, state };
  return { state, marker: disk.tree.read(FOLDER + MARKER) ?? '' };
}

/** Most moments change nothing that is durable. */
let last = { told: '', state: '' };

function withoutNames(told: string): string {
  const names = new Map<string, string>();
  return told.replaceAll(NAMES, name => {
    const known = names.get(name) ?? `#${names.size}`;
    names.set(name, known);
    return known;
  });
}

type Seen = readonly [path: string, key: string, fingerprint: string, links: number, text: string];

function filesBelow(node: FakeNode | null, path: string): readonly Seen[] {
  if (node?.kind === 'file')
    return [[path, `k${node.inode}`, fingerprintOf(node), node.links, new TextDecoder().decode(node.bytes)]];
  if (node?.kind !== 'folder') return [];
  const inside = [...node.names].flatMap(([name, child]) => filesBelow(child, `${path}/${name}`));
  return [[`${path}/`, `k${node.inode}`, fingerprintOf(node), 1, ''], ...inside];
}
