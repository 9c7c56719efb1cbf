import type { SampleFile } from './sample-file.ts';
import { written } from './texts.ts';

/** What the lab does not share with everybody: a manuscript, on which three people have three different roles. */

const MANUSCRIPT = 'Project Kestrel (KST-118)/Manuscript';

export const SHARED_FOLDERS: readonly string[] = [MANUSCRIPT];

export const SHARED_FILES: readonly SampleFile[] = [
  {
    folder: MANUSCRIPT,
    name: 'Outline.md',
    description: 'Who writes what',
    tags: ['KST-118', 'manuscript'],
    versions: written(
      'manuscript',
      ['2026-11-09T09:40', 1],
      ['2026-11-12T16:25', 3, 'Figure 3 is there', ['figure 3 waits for blot 15', 'figure 3 from blots 14 and 15']],
    ),
  },
  {
    folder: MANUSCRIPT,
    name: 'Cover letter.md',
    description: 'Draft for the submission',
    tags: ['KST-118', 'manuscript'],
    versions: written('cover-letter', ['2026-11-12T10:05', 1]),
  },
];

/** Where something of the sample is: a folder's path below the Knowledge Base, or a file's. */
export type SamplePlace = { readonly folder: string } | { readonly file: string };

/** What somebody does about sharing; a user's id, or everyone of the lab. */
export type SharingStep = { readonly by: 1 | 2 | 3 } & (
  | { readonly act: 'break'; readonly folder: string }
  | {
      readonly act: 'share';
      readonly what: SamplePlace;
      readonly with: 1 | 2 | 3 | 'everyone';
      readonly role: 'viewer' | 'editor' | 'admin';
    }
  | { readonly act: 'unshare everyone'; readonly folder: string }
);

/** When all that is done. */
export const SHARED_AT = '2026-11-13T17:30:00+01:00';

/** In this order. */
export const SHARING: readonly SharingStep[] = [
  // Inherits nothing any more: Mira's, Jonas may read it, Aiko may write.
  { by: 1, act: 'break', folder: MANUSCRIPT },
  { by: 1, act: 'unshare everyone', folder: MANUSCRIPT },
  { by: 1, act: 'share', what: { folder: MANUSCRIPT }, with: 2, role: 'viewer' },
  { by: 1, act: 'share', what: { folder: MANUSCRIPT }, with: 3, role: 'editor' },
  // Everyone may read the letter, though not its folder.
  { by: 1, act: 'share', what: { file: `${MANUSCRIPT}/Cover letter.md` }, with: 'everyone', role: 'viewer' },
  // Everyone may change protocols; Jonas also says who else.
  { by: 1, act: 'share', what: { folder: 'Protocols' }, with: 2, role: 'admin' },
];
