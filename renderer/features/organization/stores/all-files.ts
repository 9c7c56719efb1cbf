import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
import type { OrganizationFile } from '../../../../shared/features/organization/model.ts';
import { OrganizationFilePages } from '../../../../shared/features/organization/file-list-csv.ts';
import { ORGANIZATION_FILES_TABLE as table } from '../../../../shared/features/organization/files-text.ts';
import { organizationWindow as words } from '../../../../shared/features/organization/window-text.ts';
import { engine } from '../../../state/engine.ts';
import { announce, announceFault } from '../../../state/announcements.ts';
import { update } from '../../../state/reading/section.ts';

/** The files of the organization, as far as they were read. */
export interface AllFiles {
  /** Only those with this in the name. */
  readonly search: string;
  /** In the order of the service. */
  readonly files: readonly OrganizationFile[];
  /** Pages that were read of the list; for a search many more than files were found. */
  readonly pages: number;
  readonly total: number | null;
  readonly isWhole: boolean;
  readonly isReading: boolean;
  readonly fault: Fault | null;
}

const NOTHING: AllFiles = {
  search: '',
  files: [],
  pages: 0,
  total: null,
  isWhole: false,
  isReading: false,
  fault: null,
};

/** So many lines are added at a time. */
export const MORE_FILES = 100;

export const useAllFiles = create<AllFiles>(() => NOTHING);

let list = new OrganizationFilePages(engine, '');
let isStopped = false;

/** Reads the list from its beginning. */
export async function findFiles(search: string): Promise<void> {
  list = new OrganizationFilePages(engine, search);
  useAllFiles.setState({ ...NOTHING, search });
  await readFiles(MORE_FILES);
}

/** Reads on until so many more are there, or to the end. */
export async function readFiles(more: number): Promise<void> {
  if (useAllFiles.getState().isReading) return;
  const mine = list;
  const wanted = useAllFiles.getState().files.length + more;
  isStopped = false;
  const read = async () => {
    while (!isStopped && !mine.isWhole && useAllFiles.getState().files.length < wanted) {
      const fresh = await mine.next();
      // Another search may have begun while this page was read.
      if (list !== mine) return;
      const { isWhole, total } = mine;
      useAllFiles.setState(({ files, pages }) => ({ files: [...files, ...fresh], pages: pages + 1, isWhole, total }));
    }
  };
  const isRead = await update(useAllFiles, read, () => ({}), {
    isCurrent: () => list === mine,
    during: { isReading: true, fault: null },
    after: { isReading: false },
  });
  const { fault } = useAllFiles.getState();
  if (!isRead && list === mine && fault !== null) announceFault(fault);
}

/** Stops reading on after the page that is under way; what was read stays. */
export function stopReadingFiles(): void {
  isStopped = true;
}

/** Nothing of it is kept. */
export function forgetFiles(): void {
  list = new OrganizationFilePages(engine, '');
  useAllFiles.setState(NOTHING);
}

/** Reads the list to its end and saves it as a table: all of it or nothing. */
export async function saveFilesTable(): Promise<void> {
  await readFiles(Infinity);
  const { files, isWhole, search } = useAllFiles.getState();
  if (!isWhole) return;
  const text = [table.head, ...files.map(table.line)];
  const address = URL.createObjectURL(new Blob(text, { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = words.tableName(new Date().toISOString().slice(0, 10), search !== '');
  link.click();
  announce(words.savingTable);
  setTimeout(() => URL.revokeObjectURL(address), REVOKED_AFTER_MS);
}

/** The browser has the bytes by then. */
const REVOKED_AFTER_MS = 60_000;
