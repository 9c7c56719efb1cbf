import { expect, test } from 'vitest';

import { RecordingAttempt } from '../../../../main/engine/context/record-separately.ts';
import { localEntries } from '../../../../main/local/observe/record-local.ts';
import type { ScanFindings } from '../../../../main/local/observe/scan-and-hash.ts';
import type { ItemId } from '../../../../shared/ids.ts';
import { addMirror, newJournal } from '../../../builders/open-journal.ts';

const NOTHING = {
  ...{ found: [], gone: [], unknown: [], digests: [], odd: [], hidden: [], isUncertain: false, settling: new Map() },
  folders: { listed: [], removed: [] },
} as unknown as ScanFindings;

/** A mirror with a folder that the service never had, and two files in it. */
function withNewFolder() {
  const journal = newJournal();
  const { id: mirror, rootItem } = addMirror(journal);
  const facts = (parent: ItemId, name: string) => ({
    ...{ parent, name, sizeBytes: 3, modifiedMs: 7, key: `key of ${name}`, fingerprint: 's', sha256: null },
  });
  const folder = journal.items.create(mirror, 'folder', {
    local: { presence: 'present', facts: facts(rootItem, 'run 7') },
  });
  const files = ['a.csv', 'b.csv'].map(name =>
    journal.items.create(mirror, 'file', { local: { presence: 'unknown', facts: facts(folder, name) } }),
  );
  return { journal, mirror, folder, files };
}

test('wherever the recording of a folder that is gone ends, nothing stays recorded in a folder that is none', () => {
  for (let count = 0; count <= 3; count += 1) {
    const { journal, mirror, folder, files } = withNewFolder();
    const findings = { ...NOTHING, gone: [folder, ...files] };
    const entries = [...localEntries({ journal, mirror }, { findings, now: 1 })];
    for (const entry of entries.slice(0, count)) entry(new RecordingAttempt(new Map()));
    const left = files.flatMap(id => journal.items.get(id) ?? []);
    expect(left.filter(({ local }) => local !== null && journal.items.get(local.parent) === null)).toEqual([]);
    expect(left.length).toBe(Math.max(0, 2 - count));
    journal.close();
  }
});

test('what is recorded in a folder when that is forgotten is out of sight, without a place', () => {
  const { journal, mirror, folder, files } = withNewFolder();
  journal.items.remove(folder);
  expect(files.map(id => journal.items.get(id)?.localPresence)).toEqual(['unknown', 'unknown']);
  // A scan of everything looks for these, and proves that they are gone.
  expect([...journal.items.strays(mirror).keys()]).toEqual(files);
  journal.close();
});
