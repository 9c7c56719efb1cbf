import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';

import type { FolderSurveyor, NewFile } from '../ports/folder-survey.ts';
import type { AskingThreads } from './threads/asking-threads.ts';
import type { FolderThreads } from './threads/folder-threads.ts';
import { ThereStaged } from './threads/remote-staged-file.ts';

/**
 * The real places of this computer. What takes a moment is asked of `askers`, what may take long is done in a thread of
 * its folder.
 */
export function createGround(askers: AskingThreads, threads: FolderThreads): FolderSurveyor {
  return {
    home: homeFolder,
    survey: path => askers.ask('survey', [path], path),
    make: path => askers.ask('makePlace', [path], path),
    read: (path, mostBytes) => askers.ask('readText', [path, mostBytes], path),
    folders: (path, most) => askers.ask('folders', [path, most], path),
    walk: (folder, most) => threads.of(folder).ask('walk', [folder, most]),
    clear: async (folder, mark) => void (await threads.of(folder).ask('clear', [folder, mark])),
    begin: (folder, mark, isPrivate = false) => begin(threads, { folder, mark, isPrivate }),
  };
}

interface BeginRequest {
  readonly folder: string;
  readonly mark: string;
  readonly isPrivate: boolean;
}

async function begin(threads: FolderThreads, { folder, mark, isPrivate }: BeginRequest): Promise<NewFile> {
  const thread = threads.of(folder);
  const file = await thread.ask('begin', [folder, mark, isPrivate]);
  const remove = async (): Promise<void> => {
    await thread.ask('leave', [file]);
    await thread.ask('clear', [folder, mark]);
  };
  const staged = new ThereStaged(thread, { file, remove });
  return {
    write: chunk => staged.write(chunk),
    finish: () => staged.finish(),
    discard: () => staged.discard(),
    become: name => thread.ask('become', [folder, mark, name]),
  };
}

/** An account of the computer may have none, such as a service's. */
function homeFolder(): string | null {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : null;
  } catch {
    return null;
  }
}
