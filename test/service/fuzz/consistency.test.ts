import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import { running, temporaryFolder } from '../builders/running.ts';
import { prepareSchema } from '../storage/schema.ts';
import { contradictionsIn } from './consistency.ts';

test.each([
  ['a folder inside itself', 'UPDATE folder SET parentFolderId = id WHERE parentFolderId IS NOT NULL'],
  ['a file in a folder that is not there', "UPDATE file SET folderId = 'nowhere'"],
  ['a file whose latest version is not its newest', 'UPDATE file SET latestVersionId = NULL'],
  ['a file whose size is not that', 'UPDATE file SET sizeBytes = 77'],
  ['versions whose numbers do not run from 1', 'UPDATE version SET number = 3'],
  ['a version of no file', 'DELETE FROM file'],
  ['an entry on nothing', "UPDATE share SET itemId = 'nothing'"],
  ['an entry for nobody', 'UPDATE share SET isOrgWide = 0'],
  ['members and no owner', "UPDATE membership SET role = 'Member'"],
  ['versions without their bytes', "UPDATE version SET objectKey = 'lost'"],
])('%s is noticed in what a service has kept', async (words, sql) => {
  const folder = await temporaryFolder();
  const service = await running({ folder });
  await service.tester.upload(await service.tester.folder('Plates'), 'a.txt', 'abc');
  await service.close();
  expect(contradictionsIn(folder)).toEqual([]);
  const database = new Database(join(folder, 'service.db'));
  prepareSchema(database);
  database.exec(sql);
  database.close();
  expect(contradictionsIn(folder).join('\n')).toContain(words);
});
