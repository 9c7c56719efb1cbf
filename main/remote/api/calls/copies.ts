import { copyEndpoints } from '../../../../shared/api/calls/copies.ts';
import { asking } from '../ask.ts';

/** `POST /files/{id}/fork`: Makes a file of its own from the latest version of another. */
export const forkFile = asking(copyEndpoints.forkFile);

/** `POST /files/{id}/promote`: Publishes a file to the organization's library, or takes it out again. */
export const promoteFile = asking(copyEndpoints.promoteFile);

/** `POST /files/{id}/working-copy`: Makes a copy of a published file to edit, in a task or without one. */
export const createWorkingCopy = asking(copyEndpoints.createWorkingCopy);

/** `POST /files/{id}/commit`: Makes a working copy's content the next version of its original, which is answered. */
export const commitWorkingCopy = asking(copyEndpoints.commitWorkingCopy);
