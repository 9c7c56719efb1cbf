import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
import type { OrganizationFile } from '../../../../shared/features/organization/model.ts';
import { OrganizationFilePages } from '../../../../shared/features/organization/file-list-csv.ts';
import { csvTable, type NamedTable } from '../../../../shared/features/organization/report-csv.ts';
import { accessText } from '../../../../shared/features/sharing/access-text.ts';
import { organizationWindow as words } from '../../../../shared/features/organization/window-text.ts';
import { engine } from '../../../state/engine.ts';
import { onServiceBack } from '../../../state/sync.ts';
import { announceFault } from '../../../state/announcements.ts';
import { update } from '../../../state/reading/section.ts';
import { forgetFacts, knownOf, learnFacts, useFileFacts } from './file-facts.ts';

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
  const { fault, files } = useAllFiles.getState();
  if (!isRead && list === mine && fault !== null) announceFault(fault);
  // What is on show; an export asks about all of them itself.
  else if (more !== Infinity) void learnFacts(files.slice(wanted - more), () => !isStopped && list === mine);
}

// What broke off because the service could not be reached goes on once it answers.
onServiceBack(() => {
  if (useAllFiles.getState().fault?.kind === 'offline') void readFiles(MORE_FILES);
});

/** Stops reading on after the page that is under way; what was read stays. */
export function stopReadingFiles(): void {
  isStopped = true;
}

/** Nothing of it is kept. */
export function forgetFiles(): void {
  list = new OrganizationFilePages(engine, '');
  useAllFiles.setState(NOTHING);
  forgetFacts();
}

/** How far the export is: files of which it is known who can open them, and all; null: none is made. */
export const useFilesExport = create<{ readonly done: number; readonly all: number } | { readonly all: null }>(() => ({
  all: null,
}));

/**
 * Reads the list to its end, asks where each file lies and who can open it, and makes a table of that: all of it, or
 * null. @param nameOf an owner's name; empty where it is not known.
 */
export async function filesTable(nameOf: (owner: number) => string): Promise<NamedTable | null> {
  await readFiles(Infinity);
  const { files, isWhole, search } = useAllFiles.getState();
  if (!isWhole || useFilesExport.getState().all !== null) return null;
  const mine = list;
  isStopped = false;
  const show = () => useFilesExport.setState({ done: knownOf(files), all: files.length });
  show();
  const goesOn = (): boolean => {
    show();
    return !isStopped && list === mine;
  };
  const fault = await learnFacts(files, goesOn);
  useFilesExport.setState({ all: null });
  if (isStopped || list !== mine) return null;
  if (fault !== null) {
    // A table that is silent about some would look like one that tells all.
    useAllFiles.setState({ fault });
    announceFault(fault);
    return null;
  }
  const name = words.tableName(new Date().toISOString().slice(0, 10), search !== '');
  return { name, text: tableOf(files, nameOf), said: words.savingTable };
}

function tableOf(files: readonly OrganizationFile[], nameOf: (owner: number) => string): string {
  const { places, readers } = useFileFacts.getState();
  const rows = files.map(({ id, name, folder, owner, visibility, sizeBytes, createdAt, updatedAt }) => {
    const place = folder === null ? null : places.get(folder);
    const brief = readers.get(id);
    return [
      name,
      place?.join(' / ') ?? '',
      owner === null ? '' : nameOf(owner),
      brief ? accessText(brief).meaning : words.readersUntold,
      visibility ?? '',
      sizeBytes === null ? '' : String(sizeBytes),
      createdAt ?? '',
      updatedAt ?? '',
      owner === null ? '' : String(owner),
      id,
    ];
  });
  return csvTable(words.tableColumns, rows);
}
