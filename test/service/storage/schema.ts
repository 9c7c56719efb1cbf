import type { Database } from 'better-sqlite3';

import { addFunctions, createListings } from './listing-schema.ts';

/** The records of the local service. Times are milliseconds since the epoch, flags 0 or 1, tags a JSON array. */
const SCHEMA = `
CREATE TABLE organization (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE user (
  id INTEGER PRIMARY KEY, email TEXT NOT NULL, displayName TEXT NOT NULL, firstName TEXT NOT NULL, lastName TEXT NOT NULL
) STRICT;
CREATE TABLE membership (
  id TEXT PRIMARY KEY, organizationId TEXT NOT NULL, userId INTEGER NOT NULL, role TEXT NOT NULL,
  UNIQUE (organizationId, userId)
) STRICT;
CREATE UNIQUE INDEX userByEmail ON user (email COLLATE NOCASE);
CREATE TABLE apiKey (
  key TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, userId INTEGER NOT NULL, organizationId TEXT NOT NULL,
  name TEXT NOT NULL, createdMs REAL NOT NULL, expiresMs REAL, revokedMs REAL
) STRICT;
CREATE INDEX apiKeyByOrganization ON apiKey (organizationId);
CREATE TABLE folder (
  id TEXT PRIMARY KEY, organizationId TEXT NOT NULL, ownerId INTEGER NOT NULL, parentFolderId TEXT, name TEXT NOT NULL,
  visibility TEXT NOT NULL, kind TEXT, inherits INTEGER NOT NULL, createdMs REAL NOT NULL, updatedMs REAL NOT NULL,
  archivedMs REAL
) STRICT;
CREATE INDEX folderByParent ON folder (parentFolderId, name, id);
CREATE INDEX folderByRoot ON folder (organizationId, name, id) WHERE parentFolderId IS NULL;
CREATE INDEX folderArchived ON folder (organizationId, archivedMs) WHERE archivedMs IS NOT NULL;
CREATE TABLE file (
  id TEXT NOT NULL, organizationId TEXT NOT NULL, ownerId INTEGER NOT NULL, folderId TEXT, name TEXT NOT NULL,
  fileType TEXT NOT NULL, mimeType TEXT, description TEXT, tags TEXT NOT NULL, visibility TEXT NOT NULL,
  createdMs REAL NOT NULL, updatedMs REAL NOT NULL, removedMs REAL, confirmed INTEGER NOT NULL, latestVersionId TEXT,
  sizeBytes INTEGER NOT NULL
) STRICT;
CREATE TABLE version (
  id TEXT NOT NULL, fileId TEXT NOT NULL, number INTEGER NOT NULL, objectKey TEXT NOT NULL, sizeBytes INTEGER NOT NULL,
  contentType TEXT NOT NULL, createdMs REAL NOT NULL, createdBy INTEGER NOT NULL, changeSummary TEXT, changeSource TEXT,
  baseVersionId TEXT, extractionStatus TEXT, extractionDueMs REAL
) STRICT;
CREATE INDEX versionDue ON version (extractionDueMs) WHERE extractionDueMs IS NOT NULL;
CREATE TABLE upload (
  fileId TEXT PRIMARY KEY, versionId TEXT NOT NULL, objectKey TEXT NOT NULL, contentType TEXT NOT NULL,
  sizeBytes INTEGER NOT NULL
) STRICT;
CREATE TABLE share (
  id TEXT PRIMARY KEY, itemId TEXT NOT NULL, userId INTEGER, teamId TEXT, isOrgWide INTEGER NOT NULL, role TEXT NOT NULL
) STRICT;
CREATE INDEX shareByItem ON share (itemId);
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

const SCHEMA_VERSION = 4;

/**
 * Makes an empty database ours, or checks that it is.
 * @throws Error when it was written by another version of the local service.
 */
export function prepareSchema(database: Database): void {
  addFunctions(database);
  const version = database.pragma('user_version', { simple: true });
  if (version === SCHEMA_VERSION) return;
  if (version !== 0)
    throw new Error(
      'This data folder was written by another version of the local service; use a new one. The demonstration begins anew with: npm start -- --fresh',
    );
  database.transaction(() => {
    database.exec(SCHEMA);
    createListings(database);
    database.pragma(`user_version = ${SCHEMA_VERSION}`);
  })();
}
