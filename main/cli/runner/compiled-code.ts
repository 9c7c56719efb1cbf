import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { join, resolve } from 'node:path';

import { standardPlace } from './standard-place.ts';

/** Below the records: what Node made of our code. */
const FOLDER = 'compiled';
/** Made when a data directory is used first. */
const SIGN_OF_USE = 'lock.db';
const WRITABLE_BY_OTHERS = 0o022;
/** One version of the product has a hundred files, and each version of Node keeps its own. */
const MOST_FILES = 400;
const MOST_VERSIONS = 4;

/**
 * Lets Node keep what it compiled of an installed product, which takes a command half of its time: beside the records,
 * since an installed product writes nothing into its own folder. Node asks there for the code of its own version and of
 * files that are as they were, and goes on without where it finds none.
 * What is kept is code that runs, so it is used only where no other account can have written it (S35). Windows does not
 * tell that so simply: there it is used only in the standard place, which is in the person's own profile.
 */
export async function keepCompiledCode(args: readonly string[]): Promise<void> {
  // A daemon would hold in memory what it read there for as long as it runs, and saves the time once.
  if (getCompileCacheDir() !== undefined || args.includes('daemon')) return;
  const usual = await standardPlace();
  const data = givenPlace(args) ?? usual;
  try {
    const isSafe = process.platform === 'win32' ? data === usual : isOursAlone(data);
    if (!isSafe || !existsSync(join(data, SIGN_OF_USE))) return;
    const folder = join(data, FOLDER);
    makeRoom(folder);
    if (process.platform !== 'win32' && !isOursAlone(folder)) return;
    const { directory } = enableCompileCache(folder);
    // What older versions of the product left is not asked for any more.
    if (directory !== undefined && readdirSync(directory).length > MOST_FILES) rmSync(directory, { recursive: true });
  } catch {
    // The command starts more slowly, and says itself what is wrong with the place.
  }
}

/** The data directory that was asked for; null: none. */
function givenPlace(args: readonly string[]): string | null {
  const { BENCHTOP_DATA, INIT_CWD } = process.env;
  const [option = ''] = args.filter(each => each === '--data' || each.startsWith('--data='));
  const typed = option === '--data' ? args[args.indexOf(option) + 1] : option.slice('--data='.length);
  const place = typed || BENCHTOP_DATA;
  return place === undefined || place === '' ? null : resolve(INIT_CWD || process.cwd(), place);
}

function isOursAlone(folder: string): boolean {
  const stats = lstatSync(folder);
  return stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & WRITABLE_BY_OTHERS) === 0;
}

/** Makes the folder; one in which many versions of Node left something is emptied first. */
function makeRoom(folder: string): void {
  if (existsSync(folder)) {
    if (readdirSync(folder).length <= MOST_VERSIONS) return;
    rmSync(folder, { recursive: true });
  }
  mkdirSync(folder, { mode: 0o700 });
}
