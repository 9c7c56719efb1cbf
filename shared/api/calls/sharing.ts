import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { idAnswer, userIdField, uuidField } from '../fields.ts';

/** Each role includes the ones before it: reading; changing; sharing. */
export const shareRole = z.enum(['viewer', 'editor', 'admin']);

/** A role as it arrives, in any case. */
const roleField = z
  .string()
  .transform(role => role.toLowerCase())
  .pipe(shareRole);

const principalFields = {
  userId: userIdField.nullish(),
  teamId: uuidField.nullish(),
  isOrgWide: z.boolean().nullish(),
};

const folderShareBody = z.object({ ...principalFields, role: roleField });

/** The role a file is shared with when none is named is `editor` (spec 2.4). */
const fileShareBody = z.object({ ...principalFields, role: roleField.nullish() });

const entryFields = {
  principalType: z.enum(['user', 'team', 'organization']),
  userId: z.int().optional(),
  teamId: idAnswer.optional(),
  displayName: z.string(),
  email: z.string().optional(),
  role: shareRole,
  inherited: z.boolean(),
  inheritedFromFolderId: idAnswer.optional(),
  inheritedFromFolderName: z.string().optional(),
};

/** One entry on a file or folder; `id` is its `aceId`. */
export const shareAnswer = z.strictObject({ id: idAnswer, ...entryFields });

/** One principal that can reach an item. Without an `id` it is not by an entry: an owner, or the library's readers. */
export const accessAnswer = z.strictObject({ id: idAnswer.nullable(), ...entryFields });

/** A file with the entries that let in more people, or allow more, than its folder does. */
export const widerFile = z.strictObject({
  id: idAnswer,
  name: z.string(),
  folderId: idAnswer,
  folderName: z.string(),
  ownerId: z.int(),
  wider: z.array(shareAnswer),
});

export type ShareAnswer = z.infer<typeof shareAnswer>;
export type AccessAnswer = z.infer<typeof accessAnswer>;
export type WiderFile = z.infer<typeof widerFile>;
/** A share body of either kind, as it reaches the rules. */
export type ShareBody = z.output<typeof fileShareBody>;

/** Section 4.2 and 4.3: shares, access and inheritance. */
export const sharingEndpoints = {
  listFileAccess: endpoint('GET', '/files/{id}/access', {
    name: 'listFileAccess',
    summary: 'Everyone who can reach a file, directly or through a folder.',
    answer: z.array(accessAnswer),
  }),
  listFileShares: endpoint('GET', '/files/{id}/shares', {
    name: 'listFileShares',
    summary: "A file's own entries, with names and addresses.",
    answer: z.array(shareAnswer),
  }),
  shareFile: endpoint('POST', '/files/{id}/share', {
    name: 'shareFile',
    summary: 'Shares a file with a user, a team or the organization.',
    body: fileShareBody,
    status: 201,
    answer: shareAnswer,
  }),
  unshareFile: endpoint('DELETE', '/files/{id}/share/{aceId}', {
    name: 'unshareFile',
    summary: 'Removes one entry of a file.',
  }),
  listFolderAccess: endpoint('GET', '/folders/{id}/access', {
    name: 'listFolderAccess',
    summary: 'Everyone who can reach a folder, directly or through a folder above it.',
    answer: z.array(accessAnswer),
  }),
  listFolderShares: endpoint('GET', '/folders/{id}/shares', {
    name: 'listFolderShares',
    summary: "A folder's own entries, with names and addresses.",
    answer: z.array(shareAnswer),
  }),
  shareFolder: endpoint('POST', '/folders/{id}/share', {
    name: 'shareFolder',
    summary: 'Shares a folder, and all that inherits from it, with a user, a team or the organization.',
    body: folderShareBody,
    status: 201,
    answer: shareAnswer,
  }),
  unshareFolder: endpoint('DELETE', '/folders/{id}/share/{aceId}', {
    name: 'unshareFolder',
    summary: 'Removes one entry of a folder.',
  }),
  breakInheritance: endpoint('POST', '/folders/{id}/break-inheritance', {
    name: 'breakInheritance',
    summary: 'Copies the effective entries onto a folder, which no longer inherits from then on.',
  }),
  listContainedOverrides: endpoint('GET', '/folders/{id}/contained-overrides', {
    name: 'listContainedOverrides',
    summary: 'Files inside that are shared more widely than the folder.',
    answer: z.array(widerFile),
  }),
  narrowCascade: endpoint('POST', '/folders/{id}/narrow-cascade', {
    name: 'narrowCascade',
    summary: 'Removes the entries that make the listed files wider than the folder.',
    body: z.object({ fileIds: z.array(uuidField).max(10_000) }),
    status: 200,
    answer: z.strictObject({
      clearedShares: z.int(),
      files: z.array(z.strictObject({ fileId: idAnswer, clearedAceIds: z.array(idAnswer) })),
    }),
  }),
  reportSharingDrift: endpoint('GET', '/folders/sharing-drift', {
    name: 'reportSharingDrift',
    summary: "The organization's files whose audience is wider than their folder's; for Owner and Admin.",
    answer: z.array(widerFile),
  }),
};
