import { z } from 'zod';

import { requirePresent } from '../../../shared/assert.ts';
import { LIBRARY_FOLDERS, OUTSIDE_FILES, type OutsideFile } from './plan-library.ts';

const withId = z.object({ id: z.string() });
const named = z.array(z.object({ id: z.string(), name: z.string() }));

/** What filling the library needs. */
export interface LibraryFilling {
  ask(address: string, json?: object): unknown;
  /** @returns the id of the new file. */
  create(file: OutsideFile, folderId: string | null): string;
}

/** Has the owner publish what `plan-library.ts` says, out of a folder that only the owner sees. */
export function fillLibrary({ ask, create }: LibraryFilling): void {
  const [organization] = named.parse(ask('GET /organizations'));
  const library = `/organizations/${requirePresent(organization, 'the organization').id}/library/folders`;
  const folders = new Map<string, string>();
  for (const path of LIBRARY_FOLDERS) {
    const slash = path.lastIndexOf('/');
    const parentFolderId = slash < 0 ? undefined : folders.get(path.slice(0, slash));
    folders.set(path, withId.parse(ask(`POST ${library}`, { name: path.slice(slash + 1), parentFolderId })).id);
  }
  const uploads = named.parse(ask('GET /folders/roots')).find(({ name }) => name === 'uploads');
  for (const file of OUTSIDE_FILES) {
    if (file.library === null) create(file, null);
    else publish(create(file, requirePresent(uploads, 'the uploads').id), file.library);
  }

  function publish(id: string, path: string): void {
    const orgFolderId = path === '' ? null : requirePresent(folders.get(path), path);
    ask(`POST /files/${id}/promote`, { visibility: 'library', orgFolderId });
  }
}
