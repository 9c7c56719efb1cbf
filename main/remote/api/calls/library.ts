import { libraryEndpoints } from '../../../../shared/api/calls/library.ts';
import { asking } from '../ask.ts';

/** `GET /organizations/{orgId}/library/files`: The organization's published files, all of them or those of one library folder. */
export const listLibraryFiles = asking(libraryEndpoints.listLibraryFiles);

/** `GET /organizations/{orgId}/library/folders`: The library's folders as a tree. */
export const listLibraryFolders = asking(libraryEndpoints.listLibraryFolders);

/** `POST /organizations/{orgId}/library/folders`: Makes a folder of the library; for Owner and Admin. */
export const createLibraryFolder = asking(libraryEndpoints.createLibraryFolder);

/** `PUT /organizations/{orgId}/library/folders/{id}`: Renames a folder of the library; for Owner and Admin. */
export const renameLibraryFolder = asking(libraryEndpoints.renameLibraryFolder);

/** `DELETE /organizations/{orgId}/library/folders/{id}`: Removes a folder of the library; its files stay published, one folder higher. For Owner and Admin. */
export const deleteLibraryFolder = asking(libraryEndpoints.deleteLibraryFolder);
