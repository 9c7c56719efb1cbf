import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

// From here on calls on a folder wait in the system, as on a share whose server is gone, while the file `hangs` in a data
// directory names that folder: until someone opens the pipe beside it for writing. Calls in Node's pool keep their thread of it.

/** So that what a thread is to hang on reaches it: it inherits the environment. */
const NAME = 'BENCHTOP_HANGS_IN';

/** Threads that are started from now on are told. @param dataDirectory see `HangingFolder`. */
export function hangThreadsIn(dataDirectory: string): void {
  process.env[NAME] = dataDirectory;
}

type Call = (...asked: unknown[]) => unknown;

const { openSync, open, readFileSync } = fs;

/** Of this thread: what is called by a path, at once or later. */
export function hangCallsHere(dataDirectory = process.env[NAME] ?? ''): void {
  const pipe = join(dataDirectory, 'hangs.pipe');
  const isHung = (path: unknown): boolean => {
    const hung = textOf(join(dataDirectory, 'hangs'));
    return hung !== null && typeof path === 'string' && path.startsWith(hung);
  };
  const calls = fs as unknown as Record<string, Call>;
  for (const [name, real] of Object.entries(calls)) {
    if (
      typeof real !== 'function' ||
      !/^(?:lstat|stat|readdir|opendir|realpath|statfs|open|mkdir|access|watch)/.test(name)
    )
      continue;
    const isSync = name.endsWith('Sync') || name === 'watch';
    const wrapped: Call = (...asked) => {
      if (!isHung(asked[0])) return real(...asked);
      if (isSync) {
        openSync(pipe, 'r');
        return real(...asked);
      }
      open(pipe, 'r', () => real(...asked));
      return undefined;
    };
    calls[name] = Object.assign(wrapped, real);
  }
  syncBuiltinESMExports();
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
