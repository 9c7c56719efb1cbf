import type { Mutant } from '../mutant.ts';

/** Mistakes at the disk and in the journal. */
// prettier-ignore
export const HERE: readonly Mutant[] = [
  {
    id: 'name-unflushed',
    hazard: 'L2',
    what: 'the second name of old bytes is not flushed before the first goes',
    file: 'main/node/disk/by-rename.ts',
    find: `  if (replacing.placing.old.to !== 'nowhere') await flushFolder(dirname(kept));
`,
    replace: '',
    suites: ['test/ports/durability.test.ts'],
  },
  {
    id: 'settle-ignored',
    hazard: 'S9',
    what: 'files are read while they are still being written',
    file: 'main/local/settling.ts',
    find: '    if (times.settleMs === 0) return Math.max(watched.since, refusedUntil);',
    replace: '    if (times.settleMs >= 0) return watched.since;',
    suites: ['test/main/local/settling.test.ts'],
  },
  {
    id: 'refused-file-halts',
    hazard: 'W8',
    what: 'one file that cannot be read holds up its whole mirror',
    file: 'main/local/observe.ts',
    find: "if (!(error instanceof FaultError) || error.fault.kind !== 'disk-refused') throw error;",
    replace: 'if (settling !== null) throw error;',
    suites: ['test/sim/hazards/hostile-disk.test.ts'],
  },
  {
    id: 'growth-forgotten',
    hazard: 'S9',
    what: 'a pause of an instrument counts as its end',
    file: 'main/local/settling.ts',
    find: 'longestPauseMs: Math.max(pauseMs, before.longestPauseMs), resumed }',
    replace: 'longestPauseMs: 0 * pauseMs, resumed }',
    suites: ['test/main/local/settling.test.ts'],
  },
  {
    id: 'marker-unchecked-before',
    hazard: 'W10',
    what: 'the marker is not looked at before the look',
    file: 'main/node/disk/look.ts',
    find: `  forgetVolumes();
  checkRoot(root);
  const first`,
    replace: `  forgetVolumes();
  const first`,
    suites: ['test/ports/disk.test.ts'],
  },
  {
    id: 'marker-unchecked-after',
    hazard: 'W10',
    what: 'the marker is not looked at after the look',
    file: 'main/node/disk/look.ts',
    find: `  forgetVolumes();
  checkRoot(root);
  return`,
    replace: `  forgetVolumes();
  return`,
    suites: ['test/ports/disk.test.ts', 'test/ports/real-disk.test.ts'],
  },
  {
    id: 'other-volume',
    hazard: 'W11',
    what: 'another disk in the place of the mirrored folder is fine',
    file: 'main/node/disk/marker.ts',
    find: `    if (volumeOf(root.path, stats.dev) !== root.volume) return 'other-volume';
`,
    replace: '',
    suites: ['test/ports/disk.test.ts'],
  },
  {
    id: 'unreadable-skipped',
    hazard: 'W8',
    what: 'a folder that cannot be read is left out without a word',
    file: 'main/node/disk/walk.ts',
    find: `    share.unreadable.push({ path, code });
    return null;
  }
}`,
    replace: `    return null;
  }
}`,
    suites: ['test/ports/forbidden-folders.test.ts'],
  },
  {
    id: 'links-followed',
    hazard: 'L9',
    what: 'links on the way are followed',
    file: 'main/node/disk/locate.ts',
    find: `  if (stats.isSymbolicLink()) throw refused(path, 'ELOOP');
`,
    replace: '',
    suites: ['test/ports/disk.test.ts'],
  },
  {
    id: 'no-folder-flush',
    hazard: 'L2',
    what: 'names are not flushed to the disk',
    file: 'main/node/disk/flush.ts',
    find: `    await flushFile(folder);
  } catch`,
    replace: `    await Promise.resolve(folder);
  } catch`,
    suites: ['test/ports/durability.test.ts'],
  },
  {
    id: 'no-file-flush',
    hazard: 'L2',
    what: 'bytes are not flushed to the disk',
    file: 'main/node/disk/flush.ts',
    find: 'promisify(fsync);',
    replace: 'promisify((_file: number, done: (error: Error | null) => void) => done(null)) as typeof flushFile;',
    suites: ['test/ports/durability.test.ts'],
  },
  {
    id: 'replace-unlooked',
    hazard: 'T13',
    what: 'a file is replaced without a last look',
    file: 'main/node/disk/replacing.ts',
    find: `  if (!untouched) throw stale(placing.path, 'has changed');
`,
    replace: '',
    suites: ['test/ports/last-look.test.ts'],
  },
  {
    id: 'late-unseen',
    hazard: 'S13',
    what: 'bytes written at the last instant are not seen',
    file: 'main/node/disk/by-exchange.ts',
    find: 'return oldAt(sibling ?? aside, before);',
    replace: 'return { ...oldAt(sibling ?? aside, before), isLate: false };',
    suites: ['test/ports/last-look.test.ts', 'test/ports/disk.test.ts'],
  },
  {
    id: 'late-unseen-without-exchange',
    hazard: 'S13',
    what: 'bytes written at the last instant are not seen where names cannot be exchanged',
    file: 'main/node/disk/by-rename.ts',
    find: 'isLate: linked && old.isLate };',
    replace: 'isLate: false };',
    suites: ['test/ports/disk-without-exchange.test.ts'],
  },
  {
    id: 'copy-moved-on-stale',
    hazard: 'T13',
    what: 'a replacement whose old file was moved on from beside the new one counts as not done',
    file: 'main/node/disk/replacing.ts',
    find: 'const now = statIfThere(kept);\n  return { kept,',
    replace: "const now = statIfThere(kept);\n  if (now === null) throw stale(kept, 'is gone');\n  return { kept,",
    suites: ['test/ports/disk.test.ts'],
  },
  {
    id: 'moved-copy-unsettled',
    hazard: 'T13',
    what: 'after a crash, theirs in the place of ours is known only where the copy is still beside it',
    file: 'main/engine/recover.ts',
    find: '? isUntouched || localPath(bench, item.id) !== work.path',
    replace: '? true',
    suites: ['test/sim/late-bytes.test.ts'],
  },
  {
    id: 'taken-copy-unsettled',
    hazard: 'C16',
    what: 'a conflict that a look took for a rename before it was settled is left so',
    file: 'main/engine/recover.ts',
    find: ': !wasTaken && isKnown(bench, item.local.parent, copy);',
    replace: ': wasTaken || isKnown(bench, item.local.parent, copy);',
    suites: ['test/sim/refused-late.test.ts'],
  },
  {
    id: 'moved-on-unseen',
    hazard: 'T13',
    what: 'a file that was moved right after it was placed counts as removed',
    file: 'main/node/disk/replacing.ts',
    find: 'if (moved.nlink > 0n)',
    replace: 'if (moved.nlink > 0n && now !== null)',
    suites: ['test/ports/disk.test.ts'],
  },
  {
    id: 'aside-unflushed',
    hazard: 'L2',
    what: 'the name under which the sweep finds old bytes is not flushed before they get it',
    file: 'main/node/disk/by-exchange.ts',
    find: `    if (placing.old.to === 'store') await flushFolder(dirname(aside));
`,
    replace: '',
    suites: ['test/ports/durability.test.ts'],
  },
  {
    id: 'mode-lost',
    hazard: 'L14',
    what: 'a replaced file loses its permissions',
    file: 'main/node/disk/replace.ts',
    find: `  await adoptMode(staged, before);
`,
    replace: '',
    suites: ['test/ports/disk.test.ts', 'test/ports/real-disk.test.ts'],
  },
  {
    id: 'rescue-dropped',
    hazard: 'C9',
    what: 'what a crash left set aside is cleared away',
    file: 'main/node/disk/sweep.ts',
    find: 'rescued.push(await store.rescue(path));',
    replace: 'unlinkSync(path);',
    suites: ['test/ports/disk.test.ts', 'test/ports/real-disk.test.ts'],
  },
  {
    id: 'agreed-not-cleared',
    hazard: 'C2',
    what: 'an agreement is kept when its item is taken back',
    file: 'main/journal/items.ts',
    find: '      agreed?.parent ?? null,',
    replace: '      agreed?.parent ?? 1,',
    suites: ['test/main/journal/items.test.ts'],
  },
  {
    id: 'kept-after-undo',
    hazard: 'C2',
    what: 'what a transaction changed stays read although it was undone',
    file: 'main/journal/database.ts',
    find: `      changes.noteAll();
      throw error;`,
    replace: '      throw error;',
    suites: ['test/main/journal/kept.test.ts'],
  },
  {
    id: 'commit-not-flushed',
    hazard: 'C3',
    what: 'the journal does not wait for the disk',
    file: 'main/journal/database.ts',
    find: `driver.pragma('synchronous = FULL');`,
    replace: `driver.pragma('synchronous = OFF');`,
    suites: ['test/main/journal/opening.test.ts'],
  },
  {
    id: 'digest-kept',
    hazard: 'W6',
    what: 'a folder from which something was taken counts as listed',
    file: 'main/journal/items.ts',
    find: `    this.#changeUnseen(sql, id, to);
`,
    replace: '',
    suites: ['test/main/journal/items.test.ts'],
  },
  {
    id: 'look-while-moving',
    hazard: 'W6',
    what: 'a look meets a file of ours that is being moved, under both its names',
    file: 'main/node/disk/apart.ts',
    find: '      if (this.#begun === before) return found;',
    replace: '      if (this.#begun >= before) return found;',
    suites: ['test/ports/disk.test.ts'],
  },
  {
    id: 'restless-look-believed',
    hazard: 'W6',
    what: 'what a look missed while names changed under it is taken for removed',
    file: 'main/core/match-look.ts',
    find: "if (!this.#look.isRestless || localSight !== 'present') return false;",
    replace: "if (localSight !== 'never') return false;",
    suites: ['test/main/core/match-look.test.ts'],
  },
  {
    id: 'placed-name-believed',
    hazard: 'P16',
    what: 'what stands at the name of a new file is taken for it, although it changed names with another',
    file: 'main/node/disk/replacing.ts',
    find: '  if (moved.nlink > 0n) return',
    replace: '  if (moved.nlink > 0n && now === null) return',
    suites: ['test/ports/disk.test.ts'],
  },
];
