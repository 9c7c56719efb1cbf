import type { Origin } from '../../diff/choice.ts';
import type { VersionRow } from './model.ts';
import { formatBytes, formatCount } from '../../text/format.ts';

/** Who made a difference, said shortly beside it. */
const ORIGIN = (mine: string, theirs: string): { readonly [O in Origin]: string } => ({
  mine: `Changed in “${mine}” only`,
  theirs: `Changed in “${theirs}” only`,
  same: 'The same change in both',
  conflict: 'Changed in both, differently',
  differs: 'Different',
});

/** The words of the version history, and of comparing and merging versions in the window. */
export const versionWindowWords = {
  /** The numbers that differ, as a picture. */
  picture: {
    title: 'What differs',
    show: 'Show the numbers that differ as a picture',
    hide: 'Hide the picture',
    none: 'No two numbers differ on this page.',
    note: (count: number) => `${formatCount(count, 'cell')} on this page with two numbers that differ.`,
    plate: (theirs: string, mine: string) =>
      `“${theirs}” minus “${mine}”. Wells without a colour do not differ on this page, or hold no two numbers.`,
  },
  title: (name: string) => `Versions of “${name}”`,
  reading: 'Reading the versions…',
  none: 'There is no version yet.',
  only: 'This is the only version.',
  close: 'Close',
  back: 'Back to the versions',
  done: 'Done',
  version: (number: number | null) => (number === null ? 'Version' : `Version ${number}`),
  localText: 'What is on this computer now.',
  draft: 'Your merge',
  draftText: 'It is on this computer only until it is sent, or you forget it.',
  current: 'current',
  here: 'on this computer',
  by: (who: string) => `by ${who}`,
  /** In the service's own word, whose meaning it does not tell. */
  source: (source: string) => `source: ${source}`,
  more: 'Show older versions',
  actions: (label: string) => `What to do with ${label}`,
  pick: (label: string) => `Choose ${label} to compare`,
  compare: 'Compare the two chosen',
  compareHint: 'Choose two versions to compare them.',
  compareWith: 'Compare with the current version',
  goOnMerging: 'Go on with the merge…',
  sendDraft: 'Send it now',
  saveDraft: 'Save a copy…',
  drop: 'Forget the merge…',
  dropping: {
    title: (name: string) => `Forget the merge of “${name}”?`,
    text: 'It is on this computer only and cannot be brought back. The versions it was made from stay as they are. To keep it, save a copy first.',
    yes: 'Forget it',
  },
  dropped: 'The merge is forgotten. No version was touched.',
  download: 'Download as…',
  restore: 'Restore…',
  restoreOne: (label: string) => `Restore ${label}…`,
  copyId: 'Copy id',
  label: ({ kind, number, isCurrent }: Pick<VersionRow, 'kind' | 'number' | 'isCurrent'>): string => {
    if (kind === 'local') return 'Not sent yet';
    if (kind === 'draft') return 'Your merge';
    const name = number === null ? 'Version' : `Version ${number}`;
    return isCurrent ? `${name}, current` : name;
  },
  restoring: {
    title: (label: string) => `Restore ${label}?`,
    text: 'Makes a new version with this content. Nothing is removed: the version that is current now stays in the history.',
    here: 'The file on this computer gets the restored content with the next look.',
    yes: 'Restore',
  },
  restored: (name: string) =>
    `“${name}” has a new version with the old content. The one before it stays in the history.`,
  downloading: {
    title: (label: string, name: string) => `Download ${label} of “${name}”`,
    about: 'This version is saved as a copy of its own. It is not kept in step: what you change in it is not sent.',
  },

  thisComputer: 'This computer',
  onService: 'On the service',
  comparing: (name: string) => `Compare versions of “${name}”`,
  merging: (name: string) => `Merge versions of “${name}”`,
  fetching: (cameBytes: number | null) =>
    cameBytes === null ? 'Fetching the versions…' : `Fetching the versions… ${formatBytes(cameBytes)} so far`,
  under: 'Comparing…',
  broke: 'The versions could not be compared. Nothing was changed; download both to compare them with another program.',
  tooLong: 'Comparing was stopped because it took too long. Nothing was changed; download both to compare them.',
  stillOpen: 'There is still something to choose.',
  encodings:
    'The versions are written in different encodings, or not in a way that can be written again byte for byte, so parts of one cannot stand in the other. Nothing was changed.',
  onlyRead:
    'Parts of this kind of file cannot be taken over one by one. Choose one version, or join them in the program that made them.',
  ofText: 'Compared by the text in it. Looks, pictures and comments are not compared.',
  sheet: 'Sheet',
  sheets: (differing: number, all: number) =>
    `${formatCount(all, 'sheet')}, of which ${differing} ${differing === 1 ? 'differs' : 'differ'}. Values are compared as they are shown.`,
  whichTable: 'Table',
  tables: (differing: number, all: number) =>
    `${formatCount(all, 'table')}, of which ${differing} ${differing === 1 ? 'differs' : 'differ'}.`,
  sheetState: (mine: string, theirs: string) => ({
    same: 'the same',
    differs: 'differs',
    mine: `only in “${mine}”`,
    theirs: `only in “${theirs}”`,
  }),
  noPlane: 'This version has no such plane.',
  large: 'What comes of it is larger than 4.4 MB and is not saved in this way. Nothing was changed.',
  noBase:
    'What both were made from is not known, so every difference is shown. What you do not choose stays as in the current version.',
  counts: (
    {
      all,
      conflict,
      mine,
      theirs,
      same,
    }: { all: number; conflict: number; mine: number; theirs: number; same: number },
    hasBase: boolean,
  ) =>
    hasBase
      ? `${formatCount(all, 'difference')}: ${conflict} changed in both, ${mine + theirs} in one of them, ${same} the same in both.`
      : `${formatCount(all, 'difference')}.`,
  places: (count: number) =>
    count === 0 ? 'No value differs.' : `${formatCount(count, 'value')} differ${count === 1 ? 's' : ''}.`,
  origin: ORIGIN,
  was: (value: string) => `Was ${value}`,
  from: (value: string) => `Before: ${value}`,
  empty: 'empty',
  noRow: 'without this row',
  hasRow: 'with this row',
  noColumn: 'without this column',
  hasColumn: 'with this column',
  both: 'Both',
  head: 'Above the table',
  table: 'Cells that differ',
  page: (page: number, of: number) => `Part ${page + 1} of ${of}`,
  before: 'Part before',
  after: 'Next part',
  skipped: (count: number) => `${formatCount(count, 'line')} the same`,
  mark: 'byte-order mark',
  nothing: 'nothing',
  line: (line: number) => `Line ${line}`,
  hunk: (line: number) => `Difference at line ${line}`,
  cell: (row: string, column: string) => `${row}, ${column}`,
  rowOf: (row: string) => `Row ${row}`,
  columnOf: (column: string) => `Column ${column}`,
  takeAll: 'Take all from',
  nextOpen: 'Next to choose',
  open: (count: number) => (count === 0 ? 'Everything is chosen.' : `${formatCount(count, 'difference')} to choose.`),
  view: 'Compared by',
  byCells: 'Cells',
  byLines: 'Lines',
  key: 'Rows told apart by',
  start: 'Take parts of both…',
  tree: 'What differs',
  place: 'Place',
  whole: 'the whole',
  onlyWriting: 'All values are the same; only the way they are written differs.',
  reordered: 'The rows stand in another order. The order of the current version is kept.',
  images: { label: 'How the images are shown', beside: 'Side by side', swipe: 'Swipe', difference: 'Difference' },
  swipe: 'How much of the first image is shown',
  pixels: (width: number, height: number) => `${width} × ${height} pixels`,
  note: 'What changed',
  noteHint: 'Goes into the history with the new version.',
  save: 'Save as a new version',
  saving: 'Saving…',
  saved: (name: string, number: number | null) =>
    `Saved as ${number === null ? 'a new version' : `version ${number}`} of “${name}”. The versions before it stay in the history.`,
  localStays:
    'The file on this computer still holds what was not sent. Where that is not the merge itself, both are kept, and Attention asks you about them.',
  broken: 'What comes of it is no valid JSON. Press again to save it all the same.',
  movedTitle: 'Somebody saved a newer version meanwhile',
  moved:
    'Nothing was changed at the service, and your merge is kept on this computer. Below it is merged with the newer version.',
  keptText:
    'If saving does not work, what you merged is kept on this computer as “Your merge”, in the version history.',
  copy: {
    title: 'Your copy is still there',
    text: 'What you chose is in the new version now. The copy from this computer is still a file of its own.',
    away: 'Put the copy away',
    awayHint: 'It goes on both sides and is kept on this computer for 30 days.',
    keep: 'Keep the copy as a file',
    later: 'Decide later',
  },
  leaving: {
    title: 'Forget what you chose?',
    text: 'What you chose here is not saved. No version is touched either way.',
    stay: 'Go on choosing',
    leave: 'Forget it',
  },
  mergeButton: 'Compare and merge…',
} as const;
