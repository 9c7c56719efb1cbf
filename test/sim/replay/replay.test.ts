import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { openJournal } from '../../../main/journal/journal.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { Mirror } from '../../../main/journal/records/mirrors.ts';
import type { ItemId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { addMirror, journalPath, sha, uuid } from '../../builders/open-journal.ts';
import { replayJournal } from './replay.ts';
import type { ReplayOptions } from './replay.ts';
import { readTree } from './tree-file.ts';

/** Puts a thing that both sides agree on into a folder. */
function agree(journal: Journal, mirror: Mirror, { name, parent }: { name: string; parent: ItemId }): ItemId {
  const isFolder = !name.includes('.');
  const id = journal.items.create(mirror.id, isFolder ? 'folder' : 'file');
  const version = isFolder ? null : (uuid(`v of ${name}`) as VersionId);
  const sha256 = isFolder ? null : (sha(name) as Sha256);
  if (version !== null && sha256 !== null) journal.items.recordHash(version, sha256);
  const times = { sizeBytes: 3, modifiedMs: 7 };
  journal.items.setLocal(id, 'present', { parent, name, ...times, key: `k${id}`, fingerprint: `s${id}`, sha256 });
  journal.items.setRemote(id, 'present', {
    id: uuid(name) as ServiceId,
    parent,
    name,
    sizeBytes: 3,
    version,
    sha256: null,
    updatedAt: 't',
  });
  journal.items.setBase(id, { parent, localName: name, remoteName: name, version, sha256 });
  return id;
}

/** The records of a report: a secret file was edited here in a folder that went at the service; another one went here. */
function report(): { path: string; edited: ItemId } {
  const path = journalPath();
  const journal = openJournal(path);
  const mirror = addMirror(journal);
  const folder = agree(journal, mirror, { name: 'Secret project', parent: mirror.rootItem });
  const edited = agree(journal, mirror, { name: 'secret 7.csv', parent: folder });
  const gone = agree(journal, mirror, { name: 'Secret 8.csv', parent: mirror.rootItem });
  const before = journal.items.get(edited)?.local;
  if (before)
    journal.items.setLocal(edited, 'present', { ...before, sha256: sha('edited') as Sha256, fingerprint: 'new' });
  for (const id of [folder, edited]) journal.items.setRemote(id, 'absent', null);
  journal.items.setLocal(gone, 'absent', null);
  journal.close();
  return { path, edited };
}

const OPTIONS: ReplayOptions = { mirror: null, all: false, into: null, keepNames: false };

test('a journal is played again on a copy: steps, cells, holds, and whether it comes to rest', () => {
  const { path } = report();
  const before = readFileSync(path);
  const lines: string[] = [];
  expect(replayJournal(path, OPTIONS, line => lines.push(line))).toBe(true);
  expect(
    lines
      .join('\n')
      .replace(/held until [^)]+/, 'held')
      .replace(/ at [^:]+:\S+/, ''),
  ).toMatchInlineSnapshot(`
    "m1 (two-way) 3 items, 3 steps planned
      step: create-folder-remote 2 to 1/Secret project  Secret project
      step: upload 3 to 2/secret 7.csv  Secret project/secret 7.csv
      step: delete-remote 4 (held)  Secret 8.csv
      item 2: folders: removed there × both → create-remote  Secret project
      item 3: files: edited × deleted → upload-as-new  Secret project/secret 7.csv
      item 4: files: deleted × same → delete-remote  Secret 8.csv
      0 items rest
      comes to rest after 3 steps"
  `);
  expect(readFileSync(path)).toEqual(before);
});

test('a report becomes a test without its names', () => {
  const { path, edited } = report();
  const into = join(dirname(path), 'report.json');
  replayJournal(path, { ...OPTIONS, into }, () => undefined);
  expect(readFileSync(into, 'utf8').toLowerCase()).not.toContain('secret');
  const { plan, tree } = readTree(into);
  expect(plan).toContain(`upload ${edited} to ${tree.items.get(edited)?.local?.parent}/name2.csv`);
  replayJournal(path, { ...OPTIONS, into, keepNames: true }, () => undefined);
  expect(readFileSync(into, 'utf8')).toContain('Secret project');
});

test('a mirror that is not in the journal is said', () => {
  const lines: string[] = [];
  replayJournal(report().path, { ...OPTIONS, mirror: 'm9' }, line => lines.push(line));
  expect(lines).toEqual(['There is no such mirror in this journal.']);
});
