import type { Fault } from '../../../../shared/fault.ts';
import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import {
  copyTexts,
  keptTexts,
  letGoLine,
  libraryTexts,
  publishTexts,
} from '../../../../shared/features/library/text.ts';
import { attemptDeed, performDeed } from '../../../state/edit.ts';
import { engine } from '../../../state/engine.ts';
import type { FolderPlace } from '../../../state/navigation.ts';
import { showInFiles } from '../../browse/stores/show-in-files.ts';

type Deed = Promise<Fault | null>;

const idsOf = (rows: readonly FileRow[]): string[] => rows.map(({ id }) => id);

/** Wants files here that are in no synced folder, to look into them offline. */
export function keepCopies(rows: readonly FileRow[]): Deed {
  return performDeed(async () => {
    const { files, left } = await engine.call('library.keep', { ids: idsOf(rows), wait: false });
    return { text: keptTexts.wanted(files), notes: left.map(copyTexts.left) };
  });
}

/** Lets go of such copies; at the service nothing changes. */
export function letGoCopies(rows: readonly FileRow[]): Deed {
  return performDeed(async () => {
    return { text: letGoLine(await engine.call('library.letGo', { ids: idsOf(rows) })) };
  });
}

/** Copies files at the service into a folder. */
export function copyInto(rows: readonly FileRow[], to: FolderPlace, toName: string): Deed {
  return attemptDeed(async () => {
    const { done, left } = await engine.call('files.copy', { ids: idsOf(rows), to });
    const [first] = done;
    const show = first === undefined ? {} : { show: () => void showInFiles(first.copy) };
    return { text: copyTexts.done(done.length, toName), notes: left.map(copyTexts.left), ...show };
  });
}

/** One sentence about who will be able to read what is published. @throws FaultError. */
export async function readersOfLibrary(): Promise<string> {
  const { organization, people } = await engine.call('library.readers', null);
  return publishTexts.readers(organization, people);
}

/** Publishes files in a folder of the library; null: at its top. */
export function publish(rows: readonly FileRow[], folder: string | null): Deed {
  return attemptDeed(async () => {
    const asked = { ids: idsOf(rows), folder, visibility: 'library' };
    const { done, left } = await engine.call('library.publish', asked);
    return { text: publishTexts.done(done.length), notes: left.map(copyTexts.left) };
  });
}

/** Takes files out of the library. */
export function withdraw(rows: readonly FileRow[]): Deed {
  return attemptDeed(async () => {
    const { done, left } = await engine.call('library.withdraw', { ids: idsOf(rows), visibility: 'private' });
    return { text: publishTexts.withdrawn(done.length), notes: left.map(copyTexts.left) };
  });
}

/** Makes a folder of the library. */
export function makeLibraryFolder(parent: string | null, name: string): Deed {
  return attemptDeed(async () => {
    const made = await engine.call('library.newFolder', { parent, name });
    return { text: libraryTexts.folderMade(made.name) };
  });
}

/** Gives a folder of the library another name. */
export function renameLibraryFolder(row: FileRow, name: string): Deed {
  return attemptDeed(async () => {
    const done = await engine.call('library.renameFolder', { id: row.id, name });
    return { text: libraryTexts.folderRenamed(row.name, done.name) };
  });
}

/** Removes a folder of the library. */
export function removeLibraryFolder(row: FileRow): Deed {
  return attemptDeed(async () => {
    await engine.call('library.removeFolder', { id: row.id });
    return { text: libraryTexts.folderRemoved(row.name) };
  });
}
