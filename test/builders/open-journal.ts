import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { openJournal } from '../../main/journal/journal.ts';
import type { Journal } from '../../main/journal/journal.ts';
import type { Mirror } from '../../main/journal/records/mirrors.ts';
import type { ServiceId } from '../../shared/ids.ts';
import { removeFolder } from '../setup/remove-folder.ts';

/** A path for a journal in a folder of its own, which goes with the test. */
export function journalPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'benchtop-journal-'));
  onTestFinished(() => removeFolder(folder));
  return join(folder, 'journal.db');
}

/** An open journal on disk, closed with the test. */
export function newJournal(path: string = journalPath()): Journal {
  const journal = openJournal(path);
  onTestFinished(() => journal.close());
  return journal;
}

/** Adds a mirror of some folder. */
export function addMirror(journal: Journal, name = 'one'): Mirror {
  return journal.mirrors.add({
    remoteId: uuid(name) as ServiceId,
    remotePath: `Knowledge Base/${name}`,
    organization: null,
    root: { path: `/mirrors/${name}`, marker: uuid(`marker of ${name}`), volume: 'volume' },
    mode: 'two-way',
  });
}

/** A UUID that is always the same for the same word. */
export function uuid(word: string): string {
  const digits = Buffer.from(word.padEnd(16, '.')).subarray(0, 16).toString('hex');
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  );
}

/** 64 digits that are always the same for the same word. */
export function sha(word: string): string {
  return Buffer.from(word.padEnd(32, '.')).subarray(0, 32).toString('hex');
}
