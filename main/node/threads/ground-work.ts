import { realpathSync } from 'node:fs';

import { FaultError } from '../../../shared/fault.ts';
import type { PartialStaging } from '../../ports/disk.ts';
import { makeFolders } from '../files/make-folders.ts';
import { beginFile, clearFile, nameFile } from '../files/new-file.ts';
import { readAtMost } from '../files/read-at-most.ts';
import { listFolders } from '../disk/read/list-folders.ts';
import { surveyPlace } from '../disk/read/survey.ts';
import { codeOf } from '../disk/system-error.ts';
import type { Work } from './work.ts';
import type { Handle } from './thread-jobs.ts';
import { walkPlain } from '../disk/read/walk-plain.ts';

type GroundWork = Pick<Work, 'survey' | 'makePlace' | 'folders' | 'walk' | 'readText' | 'begin' | 'become' | 'clear'>;

/** What is done at places that are no mirrors. @param keep takes a file that was begun, to be written as others are. */
export function groundWork(keep: (file: Handle, staging: PartialStaging) => void): GroundWork {
  return {
    survey: ([path]) => surveyPlace(path, process.platform),
    makePlace: ([path]) =>
      atPlace(path, () => {
        makeFolders(path);
        return realpathSync.native(path);
      }),
    folders: ([path, most]) => listFolders(path, most),
    walk: ([folder, most]) => walkPlain(folder, most),
    readText: ([path, mostBytes]) =>
      atPlace(path, () => {
        const bytes = readAtMost(path, mostBytes);
        if (bytes === null) throw new FaultError({ kind: 'disk-refused', path, code: 'EFBIG' });
        return bytes.toString('utf8');
      }),
    begin: ([folder, mark, isPrivate], { id }) => {
      keep(id, beginFile(folder, mark, isPrivate));
      return id;
    },
    become: ([folder, mark, name]) => nameFile(folder, mark, name),
    clear: ([folder, mark]) => {
      clearFile(folder, mark);
      return null;
    },
  };
}

/** @throws FaultError `disk-refused` with the system's own word. */
function atPlace<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof FaultError) throw thrown;
    throw new FaultError({ kind: 'disk-refused', path, code: codeOf(thrown) ?? 'EIO' }, { cause: thrown });
  }
}
