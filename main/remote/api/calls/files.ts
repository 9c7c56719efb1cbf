import { fileEndpoints, versionEndpoints } from '../../../../shared/api/calls/files.ts';
import { asking, opening } from '../ask.ts';

/** `POST /files`: Makes a file, with a first version when the body carries content. */
export const createFile = asking(fileEndpoints.createFile);

/** `GET /files/{id}`: A file with its latest version. */
export const getFile = asking(fileEndpoints.getFile);

/** `PUT /files/{id}`: Changes name, place, description or tags of a file. */
export const updateFile = asking(fileEndpoints.updateFile);

/** `PATCH /files/{id}/move`: Moves a file into another folder. */
export const moveFile = asking(fileEndpoints.moveFile);

/** `DELETE /files/{id}`: Removes a file, softly. */
export const deleteFile = asking(fileEndpoints.deleteFile);

/** `GET /files/search`: The organization's files by name, task inputs and results included. */
export const searchFilesOfOrganization = asking(fileEndpoints.searchFilesOfOrganization);

/** `GET /organizations/{orgId}/files`: All files of an organization, whoever may read them; for Owner and Admin. */
export const listOrganizationFiles = asking(fileEndpoints.listOrganizationFiles);

/** `GET /files/{id}/content`: A presigned address of the latest version's bytes. */
export const getFileContent = asking(versionEndpoints.getFileContent);

/** `GET /files/{id}/download`: The latest version's bytes, streamed through the service. */
export const downloadFile = opening(versionEndpoints.downloadFile);

/** `GET /files/{id}/versions`: A file's versions, newest first. */
export const listVersions = asking(versionEndpoints.listVersions);

/** `POST /files/{id}/versions`: Adds a version from text or base64. */
export const createVersion = asking(versionEndpoints.createVersion);

/** `GET /files/{id}/versions/{versionId}/content`: A presigned address of a version's bytes. */
export const getVersionContent = asking(versionEndpoints.getVersionContent);

/** `POST /files/{id}/versions/{versionId}/restore`: Adds a version that holds the bytes of an older one. */
export const restoreVersion = asking(versionEndpoints.restoreVersion);
