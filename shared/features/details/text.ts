import type { ItemAbout } from './model.ts';
import { formatCount } from '../../text/format.ts';

/** The words of the details panel, and of what people say of files. */
export const detailsTexts = {
  title: 'Details',
  close: 'Close details',
  none: 'Choose a file or folder to see what is known of it.',
  reading: 'Reading…',
  onlyFiles: 'Only files are described. Choose at least one file.',
  noNote: 'Only a file of a mirrored folder has a next version that is sent from here.',
  nothingWaits: 'That does not wait any more. Look again.',
  notThere: 'The service does not have it yet. What is known of it here is shown.',
  disputed: 'Somebody else changed the description meanwhile. Both texts are kept until you choose.',
  facts: {
    where: 'On this computer',
    there: 'At the service',
    size: 'Size',
    modified: 'Changed',
    created: 'Made',
    visibility: 'Visibility',
    readers: 'Can be opened by',
    ids: 'For programs and support',
    version: 'Version id',
    serviceId: 'Id at the service',
    sha256: 'SHA-256',
    serviceName: 'Name at the service',
  },
  notHere: 'not on this computer',
  origin: 'Where it came from',
  copy: (what: string) => `Copy ${what}`,
  description: 'Description',
  tags: 'Tags',
  tagsHint: 'Separate them with commas.',
  save: 'Save',
  waits: 'Waits to be sent. It is kept on this computer until then.',
  again: 'Try again',
  answered: 'Your choice was taken.',
  theirs: 'At the service now',
  mine: 'Yours',
  empty: '(empty)',
  keepTheirs: 'Keep theirs',
  sendMine: 'Send mine',
  note: 'What changed',
  noteHint: 'Goes into the history with the next version of this file that is sent.',
  noteSave: 'Remember',
  noteSaved: 'It will go with the next version.',
  noteGone: 'Nothing will be said of the next version.',
  versions: 'Versions',
  versionNumber: (number: number | null) => (number === null ? 'Version' : `Version ${number}`),
  current: 'current',
  offline: 'The service cannot be asked now. What is recorded here is shown.',
  many: (count: number) => `${formatCount(count, 'item')} selected`,
  addTags: 'Tags to add',
  removeTags: 'Tags to take away',
  manyDescription: 'Description for all of them',
  manyHint: 'Left empty, each keeps its own.',
  saved: (files: number, waiting: number) =>
    waiting === 0
      ? `${formatCount(files, 'file')} described.`
      : `Remembered for ${formatCount(files, 'file')}. It is sent when the service can be reached.`,
} as const;

/**
 * Who can find something, in effect. The service's own word for it is said where it says something else, and alone where
 * the service does not tell who can open it. Null: nothing is known.
 */
export function visibilityText({
  isForEverybody,
  visibility,
}: Pick<ItemAbout, 'isForEverybody' | 'visibility'>): string | null {
  const marked = visibility === null || visibility === '' ? null : `marked '${visibility}' at the service`;
  if (isForEverybody === null) return marked === null ? null : `Not told; it is ${marked}`;
  const effective = isForEverybody ? 'Everyone in the organization' : 'Only those who are named';
  const isSame = ALIKE[isForEverybody ? 'everybody' : 'named'].has(visibility?.toLowerCase() ?? '');
  return marked === null || isSame ? effective : `${effective} (${marked})`;
}

/** Words of the service that say the same. */
const ALIKE = { everybody: new Set(['organization', 'library']), named: new Set(['private']) } as const;
