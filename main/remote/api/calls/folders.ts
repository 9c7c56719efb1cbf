import { folderEndpoints, seededFolderEndpoints } from '../../../../shared/api/calls/folders.ts';
import { asking } from '../ask.ts';

/** `POST /folders`: Makes a folder in a folder the caller may change, or at the top. */
export const createFolder = asking(folderEndpoints.createFolder);

/** `GET /folders/{id}`: A folder with its breadcrumbs. */
export const getFolder = asking(folderEndpoints.getFolder);

/** `PATCH /folders/{id}`: Renames or moves a folder, also to the top. */
export const changeFolder = asking(folderEndpoints.changeFolder);

/** `PATCH /folders/{id}/move`: Moves a folder into another one. */
export const moveFolder = asking(folderEndpoints.moveFolder);

/** `GET /folders/roots`: The folders at the top that the caller may read. */
export const listRootFolders = asking(folderEndpoints.listRootFolders);

/** `GET /folders/{id}/children`: The folders directly in a folder that the caller may read. */
export const listChildFolders = asking(folderEndpoints.listChildFolders);

/** `GET /folders/{id}/files`: A folder's files. */
export const listFolderFiles = asking(folderEndpoints.listFolderFiles);

/** `GET /folders/files`: Files by name across all folders the caller may read; cut after a number of entries. */
export const listFilesEverywhere = asking(folderEndpoints.listFilesEverywhere);

/** `POST /folders/{id}/archive`: Archives a folder and all below it, softly. */
export const archiveFolder = asking(folderEndpoints.archiveFolder);

/** `POST /folders/{id}/restore`: Brings an archived folder back with its subtree. */
export const restoreFolder = asking(folderEndpoints.restoreFolder);

/** `GET /folders/archived`: The tops of what was archived, newest first. */
export const listArchivedFolders = asking(folderEndpoints.listArchivedFolders);

/** `POST /folders/drafts-user`: The caller's drafts folder, made when it is not there. */
export const ensureDraftsFolder = asking(seededFolderEndpoints.ensureDraftsFolder);

/** `POST /folders/ensure-user-kb-folder`: The caller's own folder in the Knowledge Base, made when it is not there. */
export const ensureUserFolder = asking(seededFolderEndpoints.ensureUserFolder);

/** `POST /folders/uploads-task/{taskId}`: The uploads folder of one of the caller's tasks, made when it is not there. */
export const ensureTaskFolder = asking(seededFolderEndpoints.ensureTaskFolder);
