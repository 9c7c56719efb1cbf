import { resetRecord } from '../../../main/features/diagnostics/renew.ts';
import { type Journal, openJournal } from '../../../main/journal/journal.ts';
import type { ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';

/** Renews the journal at the path that it is given, once it has said so: the test kills it during that. */
const [, , path = ''] = process.argv;
const FILES = 600;
const journal = openJournal(path);
const mirror = journal.mirrors.all()[0] ?? filled(journal);
journal.transaction(() => agreeOnAll(journal));
const parts = {
  journal,
  settings: { journalPath: path },
  engine: { exclusively: <T>(work: () => Promise<T>) => work(), working: false, stop: {} },
  world: { clock: { now: () => Date.now(), elapsed: () => performance.now() }, log: { info: () => undefined } },
  changed: () => undefined,
  checkNow: () => undefined,
};
process.stdout.write('begins\n');
await resetRecord(parts as never, mirror, { isStopped: () => false, progress: () => undefined, find: () => undefined });
journal.close();

function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function filled({ mirrors, items, transaction }: Journal) {
  return transaction(() => {
    const added = mirrors.add({
      remoteId: idOf(999_999) as ServiceId,
      remotePath: 'Lab',
      organization: null,
      root: { path: '/lab', marker: 'marker', volume: 'volume' },
      mode: 'two-way',
    });
    const parent = added.rootItem;
    for (let each = 0; each < FILES; each += 1) {
      const item = items.create(added.id, 'file');
      const name = `file ${each}.csv`;
      const sha256 = 'a'.repeat(64) as Sha256;
      items.setLocal(item, 'present', {
        parent,
        name,
        sizeBytes: 1,
        modifiedMs: 1,
        key: `k${each}`,
        fingerprint: 's',
        sha256,
      });
      const version = idOf(each + 10_000) as VersionId;
      const id = idOf(each) as ServiceId;
      items.setRemote(item, 'present', { id, parent, name, sizeBytes: 1, version, sha256, updatedAt: null });
    }
    return added;
  });
}

function agreeOnAll({ items }: Journal): void {
  for (const { id, local, remote } of items.tree(mirror.id, mirror.rootItem).items.values()) {
    if (local === null || remote === null) continue;
    const { parent, name, sha256 } = local;
    items.setBase(id, { parent, localName: name, remoteName: name, version: remote.version, sha256 });
  }
}
