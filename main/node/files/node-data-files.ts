import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { assert } from '../../../shared/assert.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { DataFiles } from '../../ports/data-files.ts';
import { flushFile, flushFolder } from '../disk/flush.ts';
import { codeOf } from '../disk/system-error.ts';

/** Small files in the data directory, 0600. */
export function createDataFiles(dataDirectory: string): DataFiles {
  const at = (name: string): string => {
    assert(/^[\w-]+\.[a-z]+$/.test(name), `“${name}” names a file of the data directory`);
    return join(dataDirectory, name);
  };
  return {
    read: async name => readWhole(at(name)),
    write: async (name, text) => writeWhole(at(name), text, dataDirectory),
    remove: async name => guarded(at(name), () => rmSync(at(name), { force: true })),
  };
}

function readWhole(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return null;
    throw refusal(path, thrown);
  }
}

async function writeWhole(path: string, text: string, folder: string): Promise<void> {
  const fresh = `${path}.new`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // What a crash left is never written into: it may have other rights.
    rmSync(fresh, { force: true });
    const file = openSync(fresh, 'wx', 0o600);
    try {
      writeSync(file, text);
      await flushFile(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, path);
    await flushFolder(folder);
  } catch (thrown) {
    throw refusal(path, thrown);
  }
}

function guarded(path: string, act: () => void): void {
  try {
    act();
  } catch (thrown) {
    throw refusal(path, thrown);
  }
}

function refusal(path: string, thrown: unknown): FaultError {
  const code = codeOf(thrown) ?? 'EIO';
  return new FaultError(
    code === 'ENOSPC' || code === 'EDQUOT' ? { kind: 'disk-full', path } : { kind: 'disk-refused', path, code },
    {
      cause: thrown,
    },
  );
}
