import { expect, test } from 'vitest';

import { auditAction, auditKind, auditVia } from '../../../shared/features/organization/audit-text.ts';
import { csvTable } from '../../../shared/features/organization/report-csv.ts';

test.each([
  ['setMemberRole', 'Changed the role of a member'],
  ['signedIn', 'Signed in'],
  ['initiateFolderUpload', 'Began to send a file into a folder'],
  ['promoteFile', 'Saved a file of a conversation'],
  ['renameFile', 'Renamed a file'],
  ['createFolder', 'Made a folder'],
  ['createTask', 'Made a task'],
  ['archiveItem', 'Archived an item'],
  ['updateAttributes', 'Changed attributes'],
  ['weldPlate', 'Weld plate'],
  ['constructor', 'Constructor'],
  ['', ''],
])('the action %j is told as %j', (action, words) => {
  expect(auditAction(action)).toBe(words);
});

test('with what something was done is told in words, and a kind that is not known in the words of the service', () => {
  expect(['key', 'session', 'oauth', 'deviceCode'].map(auditVia)).toEqual([
    'API key',
    'A sign-in',
    'Authorized program',
    'device code',
  ]);
});

test('an action tells what kind of thing it is about, as far as its words do', () => {
  expect(['shareFile', 'shareFolder', 'breakInheritance', 'removeMember', 'signedIn'].map(auditKind)).toEqual([
    'file',
    'folder',
    'folder',
    'member',
    null,
  ]);
});

test('a table for spreadsheets keeps names whole and holds no formula', () => {
  const text = csvTable(['Name', 'Place'], [['=SUM(A1)', 'Raw, "old"']]);
  expect(text.startsWith('\uFEFFName,Place\r\n')).toBe(true);
  expect(text).toContain('"Raw, ""old"""');
  expect(text).not.toMatch(/\r\n=SUM/);
});
