import { sharingEndpoints } from '../../../../shared/api/calls/sharing.ts';
import { asking } from '../ask.ts';

/** `GET /files/{id}/access`: Everyone who can reach a file, directly or through a folder. */
export const listFileAccess = asking(sharingEndpoints.listFileAccess);

/** `GET /files/{id}/shares`: A file's own entries, with names and addresses. */
export const listFileShares = asking(sharingEndpoints.listFileShares);

/** `POST /files/{id}/share`: Shares a file with a user, a team or the organization. */
export const shareFile = asking(sharingEndpoints.shareFile);

/** `DELETE /files/{id}/share/{aceId}`: Removes one entry of a file. */
export const unshareFile = asking(sharingEndpoints.unshareFile);

/** `GET /folders/{id}/access`: Everyone who can reach a folder, directly or through a folder above it. */
export const listFolderAccess = asking(sharingEndpoints.listFolderAccess);

/** `GET /folders/{id}/shares`: A folder's own entries, with names and addresses. */
export const listFolderShares = asking(sharingEndpoints.listFolderShares);

/** `POST /folders/{id}/share`: Shares a folder, and all that inherits from it, with a user, a team or the organization. */
export const shareFolder = asking(sharingEndpoints.shareFolder);

/** `DELETE /folders/{id}/share/{aceId}`: Removes one entry of a folder. */
export const unshareFolder = asking(sharingEndpoints.unshareFolder);

/** `POST /folders/{id}/break-inheritance`: Copies the effective entries onto a folder, which no longer inherits from then on. */
export const breakInheritance = asking(sharingEndpoints.breakInheritance);

/** `GET /folders/{id}/contained-overrides`: Files inside that are shared more widely than the folder. */
export const listContainedOverrides = asking(sharingEndpoints.listContainedOverrides);

/** `POST /folders/{id}/narrow-cascade`: Removes the entries that make the listed files wider than the folder. */
export const narrowCascade = asking(sharingEndpoints.narrowCascade);

/** `GET /folders/sharing-drift`: The organization's files whose audience is wider than their folder's; for Owner and Admin. */
export const reportSharingDrift = asking(sharingEndpoints.reportSharingDrift);
