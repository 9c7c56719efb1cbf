import type { SearchHere } from './model.ts';
import { formatCount } from '../../text/format.ts';

/** What is said about searching. */
export const searchTexts = {
  title: 'Search',
  keys: 'Ctrl K',
  atTheService: 'At the service',
  field: 'Search files, their text and conversations',
  clear: 'Empty the search field',
  noIndex: 'This Benchtop keeps no search index.',

  scopes: {
    label: 'Where to search',
    here: 'This computer',
    texts: 'Inside files at the service',
    tasks: 'Conversations',
  },
  offline: 'Searching at the service needs a connection. What is known on this computer is searched.',
  failed: 'The service could not be searched just now.',
  asking: 'Asking the service…',

  why: {
    name: null,
    'name-there': 'At the service',
    'text-here': 'Inside, on this computer',
    'text-there': 'Inside, at the service',
    task: 'Conversation',
  },
  notHere: 'Not in a mirrored folder',

  start: 'Type a part of a name, or words that are in a file.',
  examples: [
    ['"plate 7"', 'these words in a row'],
    ['type:csv', 'files that end in .csv; or type:folder'],
    ['in:"Dose response"', 'below folders called so'],
    ['tag:qpcr', 'files with that tag, as far as tags are known here'],
    ['after:2026-10-01', 'changed on that day or later; or before:'],
    ['> pause', 'commands instead of files'],
  ],
  nothing: (text: string) => `Nothing fits “${text}”.`,
  looking: 'Searching…',
  notLooked: 'Nothing could be searched.',
  look: 'Ctrl+Enter looks into a file.',
  finds: (count: number) => formatCount(count, 'find'),
  more: 'There are more; add a word to narrow it down.',

  /** What was looked through, and what was not. */
  covered: (names: number, texts: number) =>
    `Searched ${formatCount(names, 'name')} and the text inside ${formatCount(texts, 'file')} on this computer.`,
  coveredNames: (names: number) =>
    `Searched ${formatCount(names, 'name')} on this computer; the text inside files is switched off.`,
  /** A listing of the service names no tags: those of files that were not read are not known. */
  tagged: (files: number) =>
    files === 0
      ? 'Tags are known here only of files that were opened in Details or described on this computer: none so far.'
      : `Tags are known here of ${formatCount(files, 'file')}: those that were opened in Details or described on this computer.`,
  unread: (files: number) =>
    `The service had not read the text of ${formatCount(files, 'file')} when it was last asked.`,
  /** A listing does not say it: each file is asked about alone. */
  notAsked: (files: number) =>
    `The service was not asked yet about ${formatCount(files, 'file')}: whether ${files === 1 ? 'its' : 'their'} text can be searched there is not known.`,
  there: 'At the service, content search covers files marked “Text searchable”.',
  building: 'The index of this computer is still being made; there may be more.',
  ignored: 'The service was not asked: its finds cannot be judged by day or tag.',

  troubles: {
    before: 'before: takes a day such as 2026-10-01.',
    after: 'after: takes a day such as 2026-10-01.',
    type: 'type: takes the end of a name such as csv, or folder.',
    tag: 'tag: takes a tag.',
    in: 'in: takes a folder’s name; in quotes when it has spaces.',
  },
} as const;

/** What was looked through on this computer, and what was not, in a line. */
export function coveredLine({
  names,
  texts,
  tagged,
  looksInside,
  unread,
  notAsked,
  isBuilding,
}: Omit<SearchHere, 'finds'>): string {
  return [
    looksInside ? searchTexts.covered(names, texts) : searchTexts.coveredNames(names),
    tagged === null ? '' : searchTexts.tagged(tagged),
    unread > 0 ? searchTexts.unread(unread) : '',
    notAsked > 0 ? searchTexts.notAsked(notAsked) : '',
    isBuilding ? searchTexts.building : '',
  ]
    .filter(sentence => sentence !== '')
    .join(' ');
}
