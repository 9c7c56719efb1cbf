import { openJournal } from '../../main/journal/journal.ts';
import type { Journal } from '../../main/journal/journal.ts';
import { requirePresent } from '../../shared/assert.ts';
import type { ItemId, ServiceId, Sha256, VersionId } from '../../shared/ids.ts';
import { sha, uuid } from '../builders/open-journal.ts';

/** How many things the journal of a large mirror shall hold, and how many of them lie in one folder of it. */
export interface JournalSize {
  readonly items: number;
  readonly inOneFolder: number;
}

/** The folder that holds most. */
export const LARGE = 'All wells';
const EACH = 200;

/** Fills the journal of a computer's only mirror with files that are in step, as if they had been synchronised. */
export function fillJournal(path: string, { items, inOneFolder }: JournalSize): void {
  const journal = openJournal(path);
  try {
    const [mirror] = journal.mirrors.all();
    const root = requirePresent(mirror, 'the mirror');
    journal.transaction(() => {
      const fill = new Filling(journal, root.id);
      const large = fill.add(root.rootItem, LARGE, 'folder');
      for (let at = 0; at < inOneFolder; at += 1) fill.add(large, `well ${at}.csv`, 'file');
      for (let folder = 0; fill.count < items; folder += 1) {
        const parent = fill.add(root.rootItem, `Run ${folder}`, 'folder');
        for (let at = 0; at < EACH; at += 1) fill.add(parent, `plate ${at}.csv`, 'file');
      }
    });
  } finally {
    journal.close();
  }
}

class Filling {
  readonly #journal: Journal;
  readonly #mirror: string;
  count = 0;

  constructor(journal: Journal, mirror: string) {
    this.#journal = journal;
    this.#mirror = mirror;
  }

  add(parent: ItemId, name: string, kind: 'file' | 'folder'): ItemId {
    const { items } = this.#journal;
    const id = items.create(this.#mirror, kind);
    const word = `n${(this.count += 1)}`;
    const isFile = kind === 'file';
    const sha256 = isFile ? (sha(word) as Sha256) : null;
    const version = isFile ? (uuid(`v${word}`) as VersionId) : null;
    const local = {
      parent,
      name,
      sizeBytes: 1000 + this.count,
      modifiedMs: 1.7e12,
      key: word,
      fingerprint: word,
      sha256,
    };
    const updatedAt = '2026-11-01T08:00:00Z';
    items.setLocal(id, 'present', local);
    items.setRemote(id, 'present', {
      id: uuid(word) as ServiceId,
      parent,
      name,
      sizeBytes: local.sizeBytes,
      version,
      sha256,
      updatedAt,
    });
    items.setBase(id, { parent, localName: name, remoteName: name, version, sha256 });
    return id;
  }
}
