import { accountEndpoints, externalSignInEndpoints } from './account.ts';
import { beyondEndpoints, keyEndpoints } from './beyond.ts';
import { connectionEndpoints } from './connections.ts';
import { copyEndpoints } from './copies.ts';
import type { Endpoint } from './endpoint.ts';
import { exportEndpoints } from './exports.ts';
import { fileEndpoints, versionEndpoints } from './files.ts';
import { folderEndpoints, seededFolderEndpoints } from './folders.ts';
import { invitationEndpoints } from './invitations.ts';
import { libraryEndpoints } from './library.ts';
import { memberEndpoints, organizationEndpoints } from './organizations.ts';
import { projectEndpoints } from './projects.ts';
import { reviewEndpoints } from './reviews.ts';
import { searchEndpoints } from './search.ts';
import { sharingEndpoints } from './sharing.ts';
import { signInEndpoints } from './sign-in.ts';
import { attachmentEndpoints, taskEndpoints } from './tasks.ts';
import { uploadEndpoints } from './uploads.ts';

/** The sections of the specification's part 4, in its order. */
const SECTIONS: readonly { readonly [name: string]: Endpoint }[] = [
  taskEndpoints,
  attachmentEndpoints,
  fileEndpoints,
  versionEndpoints,
  copyEndpoints,
  uploadEndpoints,
  folderEndpoints,
  seededFolderEndpoints,
  sharingEndpoints,
  libraryEndpoints,
  searchEndpoints,
  projectEndpoints,
  organizationEndpoints,
  memberEndpoints,
  exportEndpoints,
  invitationEndpoints,
  connectionEndpoints,
  accountEndpoints,
  externalSignInEndpoints,
  signInEndpoints,
  keyEndpoints,
  reviewEndpoints,
  beyondEndpoints,
];

/** Every endpoint of the service, in the order of the specification's section 4. */
export const ENDPOINTS: readonly Endpoint[] = SECTIONS.flatMap(section => Object.values(section));
