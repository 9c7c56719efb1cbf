import { create } from 'zustand';

import { type Fault } from '../../../shared/fault.ts';
import type { LocalFolders } from '../../../shared/features/set-up/model.ts';
import { engine } from '../engine.ts';
import { answerOrFault } from './section.ts';

/** The folders of this computer as far as they were looked at. */
export interface LocalTree {
  /** By the path of the folder they are in; where to begin under the empty text. */
  readonly folders: ReadonlyMap<string, LocalFolders | 'reading'>;
  readonly unfolded: ReadonlySet<string>;
  readonly fault: Fault | null;
}

const START: LocalTree = { folders: new Map(), unfolded: new Set(), fault: null };

/** Where the tree begins, as a key. */
export const BEGIN = '';

export const useLocalTree = create<LocalTree>(() => START);

/** Forgets what was read: folders change on the disk. */
export function startLocalTree(): void {
  useLocalTree.setState(START);
  void read(BEGIN);
}

/** Opens exactly these, and reads what is in them. */
export function unfoldLocal(unfolded: ReadonlySet<string>): void {
  useLocalTree.setState({ unfolded });
  for (const path of unfolded) void read(path);
}

async function read(path: string): Promise<void> {
  if (useLocalTree.getState().folders.has(path)) return;
  put(path, 'reading');
  const { answer, fault } = await answerOrFault(() =>
    engine.call('setUp.localFolders', { path: path === BEGIN ? null : path }),
  );
  if (fault === null) put(path, answer);
  else useLocalTree.setState(({ folders }) => ({ folders: new Map([...folders].filter(([each]) => each !== path)) }));
  useLocalTree.setState({ fault });
}

function put(path: string, found: LocalFolders | 'reading'): void {
  useLocalTree.setState(({ folders }) => ({ folders: new Map([...folders, [path, found]]) }));
}
