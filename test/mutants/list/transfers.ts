import type { Mutant } from '../mutant.ts';

/** Mistakes in what is sent and fetched. */
// prettier-ignore
export const TRANSFERS: readonly Mutant[] = [
  {
    id: 'no-is-nothing',
    hazard: 'C1',
    what: 'a disk that says no has done nothing',
    file: 'main/engine/steps/download.ts',
    find: `  if (isFault(error, 'stale')) bench.journal.intents.end(intent);`,
    replace: '  bench.journal.intents.end(intent);',
    suites: ['test/sim/refused-late.test.ts'],
  },
  {
    id: 'download-over-edit',
    hazard: 'T13',
    what: 'a download replaces a file that was edited',
    file: 'main/engine/steps/download.ts',
    find: `|| target === null || isEdited(item)) return 'deferred';`,
    replace: `|| target === null) return 'deferred';`,
    suites: ['test/sim/hazards/meanwhile.test.ts'],
  },
  {
    id: 'expected-unsaid',
    hazard: 'T13',
    what: 'the disk is not told what is to be replaced',
    file: 'main/engine/steps/download.ts',
    find: `    expected: item.local?.stamp ?? null,
    // What`,
    replace: `    expected: (await bench.world.disk.entry(bench.mirror.root, target.path))?.stamp ?? null,
    // What`,
    suites: ['test/sim/hazards/meanwhile.test.ts'],
  },
  {
    id: 'half-is-whole',
    hazard: 'T11',
    what: 'a download that broke off counts as whole',
    file: 'main/engine/steps/fetch.ts',
    // What the answer promised and what the service said of the file are two checks; both go.
    find: `if (expected !== null && expected !== finished.sizeBytes) throw brokenOff(finished.sizeBytes, expected);
    const { sizeBytes } = fetching;`,
    replace: 'const sizeBytes = null;',
    suites: ['test/sim/hazards/transfers.test.ts'],
  },
  {
    id: 'hash-before-place',
    hazard: 'T9',
    what: 'what is in place is recorded with the hash of what was staged',
    file: 'main/engine/steps/download.ts',
    find: 'sha256: placed.isAsStaged ? bytes.sha256 : null,',
    replace: 'sha256: bytes.sha256,',
    suites: ['test/sim/hazards/meanwhile.test.ts'],
  },
  {
    id: 'late-bytes-dropped',
    hazard: 'S13',
    what: 'bytes that slip in at the replacement are forgotten',
    file: 'main/engine/steps/download.ts',
    find: `    await bringBack(bench, item, late);
  }
  return placed;`,
    replace: `  }
  return placed;`,
    suites: ['test/sim/late-bytes.test.ts'],
  },
  {
    id: 'intent-after',
    hazard: 'C1',
    what: 'a download is begun without writing it down',
    file: 'main/engine/steps/download.ts',
    find: `    return journal.intents.begin(mirror.id, item.id, { work, now: world.clock.now() });
  });`,
    replace: `    return -1;
  });`,
    suites: ['test/sim/hazards/interrupted.test.ts'],
  },
  {
    id: 'sibling-unrecorded',
    hazard: 'P2',
    what: 'the copy of a conflict is not recorded',
    file: 'main/engine/steps/download.ts',
    find: `  journal.conflicts.add({ mirror: mirror.id, item: item.id, copy, at: world.clock.now() });
`,
    replace: '',
    suites: ['test/sim/scenarios.test.ts'],
  },
  {
    id: 'conflict-of-equals',
    hazard: 'S14',
    what: 'equal bytes make a conflict copy',
    file: 'main/engine/steps/download.ts',
    find: '  if (bytes.sha256 === item.local.sha256) {',
    replace: '  if (bytes.sha256 !== bytes.sha256) {',
    suites: ['test/sim/hazards/meanwhile.test.ts'],
  },
  {
    id: 'stamp-unchecked',
    hazard: 'T9',
    what: 'a file is sent although it is no longer what was hashed',
    file: 'main/engine/steps/reading.ts',
    find: `    if (file.entry.stamp !== use.stamp) throw changedMeanwhile(path);
`,
    replace: '',
    suites: ['test/sim/hazards/meanwhile.test.ts'],
  },
  {
    id: 'read-unchecked',
    hazard: 'T8',
    what: 'a file that changes while it is read is sent',
    file: 'main/engine/steps/reading.ts',
    // The check of what was read into memory and that before the last bytes are both made by it.
    find: 'if (!(await file.unchanged())) throw changedMeanwhile(path);',
    replace: 'await file.unchanged();',
    suites: ['test/sim/hazards/meanwhile.test.ts'],
  },
  {
    id: 'held-back-nothing',
    hazard: 'T8',
    what: 'the last bytes go before the file proved unchanged',
    file: 'main/engine/steps/reading.ts',
    find: 'chunks: heldBack(file.chunks, file.mustBeUnchanged) };',
    replace: 'chunks: file.chunks };',
    suites: ['test/sim/hazards/meanwhile.test.ts'],
  },
  {
    id: 'confirm-not-repeated',
    hazard: 'T1',
    what: 'a confirmation whose answer was lost is not repeated',
    file: 'main/engine/recover.ts',
    find: '  if (work.file === null || (item !== null && item.remote !== null)) return;',
    replace: `  if (work.kind === 'upload') return;`,
    suites: ['test/sim/hazards/interrupted.test.ts'],
  },
  {
    id: 'version-not-recognised',
    hazard: 'T29',
    what: 'our own version is not recognised after a lost answer',
    file: 'main/engine/recover.ts',
    find: '    if (detail.version === null || detail.version === work.base) return;',
    replace: '    if (detail.id === work.file) return;',
    suites: ['test/sim/hazards/interrupted.test.ts'],
  },
  {
    id: 'upload-intent-late',
    hazard: 'T2',
    what: 'a new file is announced before that is written down',
    file: 'main/engine/steps/upload.ts',
    find: `  bench.journal.intents.update(prepared.intent, work);
`,
    replace: '',
    suites: ['test/sim/hazards/interrupted.test.ts'],
  },
  {
    id: 'conflict-unrecovered',
    hazard: 'C16',
    what: 'a conflict that a crash cut off is not finished',
    file: 'main/engine/recover.ts',
    find: '      return recoverConflict(bench, intent, work);',
    replace: '      return;',
    suites: ['test/sim/hazards/interrupted.test.ts'],
  },
  {
    id: 'download-unrecovered',
    hazard: 'C9',
    what: 'a download that a crash cut off is taken for an edit',
    file: 'main/engine/recover.ts',
    find: '      return recoverDownload(bench, intent, work);',
    replace: '      return;',
    suites: ['test/sim/hazards/interrupted.test.ts'],
  },
  {
    id: 'base-renewed',
    hazard: 'T24',
    what: 'an edit is sent on whatever the head is by now',
    file: 'main/engine/steps/version.ts',
    find: '? await headOf(bench, item) : baseOf(item);',
    replace: '? await headOf(bench, item) : await headOf(bench, item);',
    suites: ['test/sim/hazards/transfers.test.ts'],
  },
  {
    id: 'version-agreed-blind',
    hazard: 'C15',
    what: 'a version that was refused counts as sent',
    file: 'main/engine/steps/version.ts',
    find: `    if (isFault(error, 'stale', 'refused', 'gone', 'not-allowed', 'scope')) bench.journal.intents.end(intent);`,
    replace: `    if (isFault(error, 'stale')) {
      settleVersion(bench, { item: id, intent, sha256, sizeBytes: local.sizeBytes }, { id: base!, updatedAt: null, extraction: null });
      return 'done';
    }`,
    suites: ['test/sim/hazards/transfers.test.ts'],
  },
];
