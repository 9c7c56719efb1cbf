import { uploadEndpoints } from '../../../../shared/api/calls/uploads.ts';
import { asking } from '../ask.ts';

/** `POST /files/upload`: Announces a file; its bytes go to the address in the answer. */
export const initiateUpload = asking(uploadEndpoints.initiateUpload);

/** `POST /files/upload/batch`: Announces up to 50 files; each succeeds or fails by itself. */
export const initiateUploads = asking(uploadEndpoints.initiateUploads);

/** `POST /folders/{id}/files/upload`: Announces a file of a folder. */
export const initiateFolderUpload = asking(uploadEndpoints.initiateFolderUpload);

/** `POST /folders/{id}/files/upload/batch`: Announces up to 50 files of a folder; each succeeds or fails by itself. */
export const initiateFolderUploads = asking(uploadEndpoints.initiateFolderUploads);

/** `POST /files/{id}/upload/confirm`: Turns the stored bytes into the file's first version. */
export const confirmUpload = asking(uploadEndpoints.confirmUpload);
