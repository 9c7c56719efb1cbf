import type { ServiceId } from '../../../shared/ids.ts';
import type { RemoteFile, ToldVersion } from './shapes.ts';

/** An organization that the account is in; `role` in the service's word, when it says. */
export interface RemoteOrganization {
  readonly id: string;
  readonly name: string;
  readonly role: string | null;
  /** Where the account is after signing in. */
  readonly isDefault: boolean;
}

/** A new file to announce. */
export interface Announcement {
  readonly fileName: string;
  readonly contentType: string;
  readonly fileSizeBytes: number;
  readonly folderId: ServiceId;
}

/** One page of a list; `totalCount` as the service says it, if it does. */
export interface FilesPage {
  readonly items: readonly RemoteFile[];
  readonly hasNextPage: boolean;
  readonly totalCount: number | null;
}

/** One page of a file's history; `totalCount` as the service says it, if it does. */
export interface VersionsPage {
  readonly items: readonly ToldVersion[];
  readonly hasNextPage: boolean;
  readonly totalCount: number | null;
}
