import { nameKey, toLocalName } from '../../../main/core/names/local-names.ts';
import { keyOn, type VolumeNames } from '../../../main/core/names/volume-names.ts';
import type { Computer } from './computer.ts';
import { FOLDER } from './computer.ts';
import type { FakeService } from '../service/fake-service.ts';
import type { FakeNode } from '../fakes/fake-tree.ts';
import type { InsideSight } from '../service/service-tree.ts';

/**
 * At rest: every computer has the same names, numbers included, and they are those that follow from what the service shows.
 * @throws Error I16.
 */
export function mustHaveItsNames({ name, disk }: Computer, service: FakeService, root: string): void {
  const { names } = disk.tree;
  const expected = pathsThere(service, { folder: root, volume: names });
  const found = pathsHere(disk.tree.find(FOLDER));
  const other = expected.find(path => !found.includes(path)) ?? found.find(path => !expected.includes(path));
  if (other === undefined) return;
  const texts = [expected, found].map(paths =>
    JSON.stringify(paths.filter(path => !(expected.includes(path) && found.includes(path)))),
  );
  throw new Error(`I16: by what the service shows ${name} should have ${texts[0]}, and has ${texts[1]}`);
}

/** Each path that follows from the service, with the text of a file. */
function pathsThere(service: FakeService, at: At, prefix = ''): readonly string[] {
  return named(service, at).flatMap(({ entry, name }) => {
    const path = `${prefix}/${nameKey(name)}`;
    if (entry.kind === 'file') return [`${path} = ${textOf(entry.bytes)}`];
    return [`${path}/`, ...pathsThere(service, { ...at, folder: entry.id }, path)];
  });
}

interface At {
  readonly folder: string;
  readonly volume: VolumeNames;
}

function named(service: FakeService, { folder, volume }: At): readonly { entry: InsideSight; name: string }[] {
  // Lists tell whole seconds where the service does so.
  const unit = service.tellsSeconds ? 1000 : 1;
  const ageOf = ({ createdMs }: InsideSight): number => Math.floor(createdMs / unit);
  const all = [...service.sights.inside(folder)].sort((a, b) => ageOf(a) - ageOf(b) || (a.id < b.id ? -1 : 1));
  const owners = new Map<string, InsideSight>();
  for (const entry of all) {
    const key = keyOn(volume, toLocalName(entry.name, volume));
    if (!owners.has(key)) owners.set(key, entry);
  }
  const taken = new Set(owners.keys());
  return all.map(entry => {
    const name = toLocalName(entry.name, volume);
    if (owners.get(keyOn(volume, name)) === entry) return { entry, name };
    const [, stem = '', extension = ''] = /^(.+?)(?: \(\d{1,3}\))*(\.[^.]*)?$/u.exec(name) ?? [];
    for (let number = 2; ; number++) {
      const candidate = `${stem} (${number})${extension}`;
      if (taken.has(keyOn(volume, candidate))) continue;
      taken.add(keyOn(volume, candidate));
      return { entry, name: candidate };
    }
  });
}

function pathsHere(node: FakeNode | null, path = ''): readonly string[] {
  if (node?.kind === 'file') return [`${path} = ${textOf(node.bytes)}`];
  if (node?.kind !== 'folder') return [];
  const inside = [...node.names].filter(([name]) => path !== '' || name !== '.benchtop');
  return [
    ...(path === '' ? [] : [`${path}/`]),
    ...inside.flatMap(([name, child]) => pathsHere(child, `${path}/${nameKey(name)}`)),
  ];
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
