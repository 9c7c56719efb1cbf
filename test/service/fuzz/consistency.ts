import { existsSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { z } from 'zod';

import { prepareSchema } from '../storage/schema.ts';

/** Queries that must return no rows after any sequence of requests. */
const CONTRADICTIONS: { readonly [sentence: string]: string } = {
  'a folder in a folder that is not there, or another organization’s': `
    SELECT folder.id FROM folder LEFT JOIN folder above ON above.id = folder.parentFolderId
    WHERE folder.parentFolderId IS NOT NULL AND above.organizationId IS NOT folder.organizationId`,
  'a folder inside itself': `
    WITH RECURSIVE climb (id, at, steps) AS (
      SELECT id, parentFolderId, 1 FROM folder
      UNION ALL SELECT climb.id, folder.parentFolderId, steps + 1 FROM climb JOIN folder ON folder.id = climb.at
      WHERE steps < 500
    ) SELECT id FROM climb WHERE steps >= 500`,
  'a file in a folder that is not there, or another organization’s': `
    SELECT file.id FROM file LEFT JOIN folder ON folder.id = file.folderId
    WHERE file.folderId IS NOT NULL AND folder.organizationId IS NOT file.organizationId`,
  'a file whose latest version is not its newest': `
    SELECT file.id FROM file WHERE latestVersionId IS NOT
      (SELECT version.id FROM version WHERE fileId = file.id ORDER BY number DESC LIMIT 1)`,
  'a file whose size is not that of its latest version': `
    SELECT file.id FROM file JOIN version ON version.id = latestVersionId WHERE file.sizeBytes != version.sizeBytes`,
  'versions whose numbers do not run from 1': `
    SELECT fileId AS id FROM version GROUP BY fileId HAVING MIN(number) != 1 OR MAX(number) != COUNT(*)`,
  'a version of no file': `SELECT id FROM version WHERE fileId NOT IN (SELECT id FROM file)`,
  'an entry on nothing': `
    SELECT id FROM share WHERE itemId NOT IN (SELECT id FROM file) AND itemId NOT IN (SELECT id FROM folder)`,
  'an entry for nobody, or for several': `
    SELECT id FROM share WHERE (userId IS NOT NULL) + (teamId IS NOT NULL) + (isOrgWide != 0) != 1`,
  'a thing of an organization that is not there': `
    SELECT id FROM folder WHERE organizationId NOT IN (SELECT id FROM organization)
    UNION ALL SELECT id FROM file WHERE organizationId NOT IN (SELECT id FROM organization)
    UNION ALL SELECT id FROM membership WHERE organizationId NOT IN (SELECT id FROM organization)`,
  'an organization with members and no owner': `
    SELECT organizationId AS id FROM membership GROUP BY organizationId HAVING SUM(role = 'Owner') = 0`,
  'a name that is empty or too long': `
    SELECT id FROM folder WHERE name = '' OR length(CAST(name AS BLOB)) > 1020
    UNION ALL SELECT id FROM file WHERE name = '' OR length(CAST(name AS BLOB)) > 1020`,
};

/** Queries on plain tables, which exist only once a request has used them. */
const IN_DOCUMENTS: { readonly [sentence: string]: readonly [table: string, sql: string] } = {
  'a project without an owner': [
    'document_projectMember',
    `SELECT id FROM document_project WHERE id NOT IN (
       SELECT json_extract(doc, '$.projectId') FROM document_projectMember WHERE json_extract(doc, '$.role') = 'owner')`,
  ],
  'one person twice in a project': [
    'document_projectMember',
    `SELECT MIN(id) AS id FROM document_projectMember
     GROUP BY json_extract(doc, '$.projectId'), json_extract(doc, '$.membershipId') HAVING COUNT(*) > 1`,
  ],
  'an archived connection that keeps its secrets': [
    'document_connection',
    `SELECT id FROM document_connection
     WHERE json_extract(doc, '$.archivedMs') IS NOT NULL AND json_array_length(doc, '$.headers') > 0`,
  ],
};

const found = z.array(z.object({ id: z.string() }));

/** What contradicts itself in the data of a service that has stopped. */
export function contradictionsIn(folder: string): string[] {
  const database = new Database(join(folder, 'service.db'));
  try {
    prepareSchema(database);
    const tables = new Set(database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all());
    const documents = Object.entries(IN_DOCUMENTS).filter(([, [table]]) => tables.has(table));
    const questions = [...Object.entries(CONTRADICTIONS), ...documents.map(([name, [, sql]]) => [name, sql] as const)];
    const wrong = questions.flatMap(([sentence, sql]) => {
      const rows = found.parse(database.prepare(sql).all());
      return rows.length === 0 ? [] : [`${rows.length} times: ${sentence} (${rows[0]?.id})`];
    });
    const integrity = String(database.pragma('integrity_check', { simple: true }));
    return [...wrong, ...(integrity === 'ok' ? [] : [`the database: ${integrity}`]), ...lostContent(database, folder)];
  } finally {
    database.close();
  }
}

/** Versions whose bytes are not in the object storage. Bytes of keys that describe them are made when they are read. */
function lostContent(database: Database.Database, folder: string): string[] {
  const keys = database.prepare("SELECT DISTINCT objectKey FROM version WHERE objectKey NOT LIKE '%:%'").pluck().all();
  const lost = keys.filter(key => !existsSync(join(folder, 'content', 'objects', String(key))));
  return lost.length === 0 ? [] : [`${lost.length} versions without their bytes (${String(lost[0])})`];
}
