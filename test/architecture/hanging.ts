import { posix } from 'node:path';

import type { Source } from './source.ts';

// Which modules of the engine's own thread may call on the file system, and on what. A call on a folder that is mirrored, or
// that instruments write into, may hang for minutes: those are made in threads (`main/node/thread-main.ts`,
// `main/node/watch/watch-thread-main.ts`).

/** What a host starts. */
const ENTRIES = ['main/cli.ts', 'main/daemon.ts', 'main/desktop-engine.ts'];

const OUR_RECORDS = 'our own records';
const STORE = 'our own store among the records; the same code runs in the threads of mirrored folders';
const OF_STORE =
  'what the system tells of other programs; the store asks it where it acts in a mirrored folder, in a thread';
const ASKED_FOR = 'a file or folder that a person named in this very command, which waits for it alone';
const OF_THE_SYSTEM = 'what the system tells of itself';

/** By file. */
export const MAY_CALL: Readonly<Record<string, string>> = {
  'main/journal/storage/backups.ts': OUR_RECORDS,
  'main/journal/storage/clean-close.ts': OUR_RECORDS,
  'main/journal/storage/open-or-restore.ts': OUR_RECORDS,
  'main/search/search-db.ts': OUR_RECORDS,
  'main/features/zones/records/zones-db.ts': OUR_RECORDS,
  'main/node/net/engine-socket.ts': OUR_RECORDS,
  'main/node/system/kept-log.ts': OUR_RECORDS,
  'main/node/files/keyring-and-file-secrets.ts': OUR_RECORDS,
  'main/node/files/node-data-files.ts': OUR_RECORDS,
  'main/node/files/node-ledger.ts': OUR_RECORDS,
  'main/node/system/rotating-file.ts': OUR_RECORDS,
  'main/node/true-path.ts': OUR_RECORDS,
  'main/cli/runner/compiled-code.ts': OUR_RECORDS,
  'main/cli/runner/data-directory.ts': OUR_RECORDS,

  'main/node/disk/read/bytes.ts': STORE,
  'main/node/disk/write/copy-file.ts': STORE,
  'main/node/disk/volume/entry.ts': STORE,
  'main/node/disk/flush.ts': STORE,
  'main/node/disk/volume/has-writer.ts': OF_STORE,
  'main/node/disk/volume/open-folder.ts': STORE,
  'main/node/disk/write/release-name.ts': STORE,
  'main/node/disk/volume/open-flags.ts': STORE,
  'main/node/disk/read/opened-file.ts': STORE,
  'main/node/disk/volume/program-files.ts': OF_STORE,
  'main/node/disk/write/staged-file.ts': STORE,
  'main/node/disk/write/trash-folder.ts': STORE,
  'main/node/disk/volume/volume.ts': STORE,

  'main/cli/commands/chat/chat-files.ts': ASKED_FOR,
  'main/cli/completing/completion-commands.ts': ASKED_FOR,
  'main/cli/commands/files/get-command.ts': ASKED_FOR,
  'main/cli/commands/organization/org-files-command.ts': ASKED_FOR,
  'main/cli/commands/files/put-files.ts': ASKED_FOR,
  'main/node/files/make-folders.ts': OUR_RECORDS,
  'main/node/files/read-at-most.ts': 'a file that a person, or an administrator, gave',

  'main/cli/this-process.ts': 'our own package',
  'main/server/build-files.ts': 'our own package',
  'main/node/system/linux-power.ts': OF_THE_SYSTEM,
  'main/node/files/managed-file.ts': OF_THE_SYSTEM,
  'main/node/system/node-processes.ts': OF_THE_SYSTEM,
  'main/node/system/own-priority.ts': OF_THE_SYSTEM,
};

/** A package that calls on the file system itself. */
const REACHES_FILES = /^(?:node:fs(?:\/promises)?|chokidar)$/;

/** Modules that an engine's own thread loads and that reach the file system. */
export function callersOfFiles(sources: readonly Source[]): string[] {
  const byPath = new Map(sources.map(source => [source.path, source]));
  const seen = new Set<string>();
  const waiting = [...ENTRIES];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const source = byPath.get(path);
    if (source === undefined || seen.has(path)) continue;
    seen.add(path);
    const inside = source.imports.filter(({ specifier, typeOnly }) => !typeOnly && specifier.startsWith('.'));
    waiting.push(...inside.map(({ specifier }) => posix.join(posix.dirname(source.path), specifier)));
  }
  const touches = ({ specifier, typeOnly }: Source['imports'][number]): boolean =>
    !typeOnly && REACHES_FILES.test(specifier);
  return [...seen].filter(path => byPath.get(path)?.imports.some(touches) === true).toSorted();
}
