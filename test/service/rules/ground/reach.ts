import { ownFileRole, ownFolderRole } from './access.ts';
import type { Site } from './access.ts';
import type { FileRow, FolderRow, ShareRole, SoughtFile } from './records.ts';
import { best } from './roles.ts';

/** What one look at a folder and those above it said. */
interface Look {
  readonly role: ShareRole | null;
  readonly isArchived: boolean;
}

const NOWHERE: Look = { role: null, isArchived: false };

/**
 * What a caller may see, for lists of many rows: each folder is looked at once. It remembers, so it serves one call and
 * only while that call changes nothing.
 */
export class Reach {
  readonly #site: Site;
  readonly #looks = new Map<string, Look>();

  constructor(site: Site) {
    this.#site = site;
  }

  /** Whether the file is there and the caller may read it. */
  shows(file: FileRow): boolean {
    if (file.removedMs !== null) return false;
    if (!file.confirmed && file.ownerId !== this.#site.caller.userId) return false;
    return this.finds(file);
  }

  /** As `shows`, for a file that is known to be confirmed and not removed. */
  finds(file: SoughtFile): boolean {
    const { role, isArchived } = this.#look(file.folderId);
    return !isArchived && (role !== null || ownFileRole(this.#site, file) !== null);
  }

  /** Whether the folder is there, not archived, and the caller may read it. */
  showsFolder(folder: FolderRow): boolean {
    const { role, isArchived } = this.#look(folder.id);
    return role !== null && !isArchived;
  }

  /** Goes up to the first folder that is known, or the top, and down again. */
  #look(id: string | null): Look {
    const unknown: FolderRow[] = [];
    let look = NOWHERE;
    for (let next = id; next !== null;) {
      const known = this.#looks.get(next);
      const folder = known === undefined ? this.#site.backend.records.folder(next) : null;
      if (known !== undefined) look = known;
      if (folder === null || folder.organizationId !== this.#site.caller.organizationId) break;
      unknown.push(folder);
      next = folder.parentFolderId;
    }
    for (const folder of unknown.toReversed()) {
      const above = folder.inherits ? look.role : null;
      look = {
        role: above === 'admin' ? above : best(above, ownFolderRole(this.#site, folder)),
        isArchived: look.isArchived || folder.archivedMs !== null,
      };
      this.#looks.set(folder.id, look);
    }
    return look;
  }
}
