import { accountEndpoints, externalSignInEndpoints } from './calls/account.ts';
import { beyondEndpoints, keyEndpoints } from './calls/optional-calls.ts';
import { connectionEndpoints } from './calls/connections.ts';
import { copyEndpoints } from './calls/copies.ts';
import type { Endpoint } from './endpoint.ts';
import { exportEndpoints } from './calls/exports.ts';
import { fileEndpoints, versionEndpoints } from './calls/files.ts';
import { folderEndpoints, seededFolderEndpoints } from './calls/folders.ts';
import { invitationEndpoints } from './calls/invitations.ts';
import { libraryEndpoints } from './calls/library.ts';
import { memberEndpoints, organizationEndpoints } from './calls/organizations.ts';
import { projectEndpoints } from './calls/projects.ts';
import { reviewEndpoints } from './calls/reviews.ts';
import { searchEndpoints } from './calls/search.ts';
import { sharingEndpoints } from './calls/sharing.ts';
import { signInEndpoints } from './calls/sign-in.ts';
import { attachmentEndpoints, taskEndpoints } from './calls/tasks.ts';
import { uploadEndpoints } from './calls/uploads.ts';

/** Every endpoint of the service by its name, in the order of the specification's section 4. */
export const endpoints = {
  ...taskEndpoints,
  ...attachmentEndpoints,
  ...fileEndpoints,
  ...versionEndpoints,
  ...copyEndpoints,
  ...uploadEndpoints,
  ...folderEndpoints,
  ...seededFolderEndpoints,
  ...sharingEndpoints,
  ...libraryEndpoints,
  ...searchEndpoints,
  ...projectEndpoints,
  ...organizationEndpoints,
  ...memberEndpoints,
  ...exportEndpoints,
  ...invitationEndpoints,
  ...connectionEndpoints,
  ...accountEndpoints,
  ...externalSignInEndpoints,
  ...signInEndpoints,
  ...keyEndpoints,
  ...reviewEndpoints,
  ...beyondEndpoints,
};

/** The same as a list. */
export const ENDPOINTS: readonly Endpoint[] = Object.values(endpoints);
