import type { AttentionGroup, AttentionItem, Fix } from './model.ts';
import { formatClock, formatComing, formatCount, inSentence } from '../../text/format.ts';
import { baseName } from '../../local-path.ts';

/** Removals that wait for an answer. */
export interface RemovalFacts {
  /** The mirrored folder's name. */
  readonly folder: string;
  /** Where they were removed. */
  readonly direction: 'here' | 'service';
  readonly items: number;
  readonly of: number;
  /** Why it is asked about, a sentence. */
  readonly why?: string;
}

/** Things that are gone at the service, which does not say that they were removed. */
export interface MissingFacts {
  readonly folder: string;
  /** Some of them, by their names. */
  readonly names: readonly string[];
  readonly items: number;
}

/** What is said about things that need a person. */
export const attentionTexts = {
  versions: (path: string, copy: string) => ({
    title: 'Two different versions',
    text: `'${baseName(path)}' was changed here and at the service. Both versions are kept; yours is '${baseName(copy)}'.`,
  }),
  message: (title: string, note: string) => ({
    title: 'Message not sent',
    text: `“${title}”: ${note} It is kept on this computer.`,
  }),
  zone: (name: string, text: string) => ({ title: `Drop zone “${name}”`, text }),
  removals: ({ folder, direction, items, of, why = '' }: RemovalFacts) => ({
    title: direction === 'here' ? 'Many items were removed here' : 'Many items disappeared at the service',
    text:
      direction === 'here'
        ? `${some(items, of)} in '${folder}' were removed on this computer. They are still at the service, and nothing is removed there until you decide. ${why}`.trimEnd()
        : `${some(items, of)} in '${folder}' disappeared at the service. They are still on this computer, and nothing is removed here until you decide. ${why}`.trimEnd(),
  }),
  missing: ({ folder, names, items }: MissingFacts) => ({
    title: 'Items are missing at the service',
    text: `${listed(names, items)} in '${folder}' ${items === 1 ? 'is' : 'are'} no longer at the service, which does not say that anyone removed ${items === 1 ? 'it' : 'them'}: it may have been set back to an older state. ${items === 1 ? 'It stays' : 'They stay'} on this computer until you decide.`,
  }),
} as const;

/** So many things are named; the others are counted. */
export const MOST_NAMED = 3;

function listed(names: readonly string[], items: number): string {
  const named = names.slice(0, MOST_NAMED).map(name => `'${name}'`);
  const more = items - named.length;
  const parts = more > 0 ? [...named, `${more.toLocaleString('en-GB')} more`] : named;
  const last = parts.at(-1) ?? formatCount(items, 'item');
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

function some(items: number, of: number): string {
  return of > items ? `${items.toLocaleString('en-GB')} of ${formatCount(of, 'item')}` : formatCount(items, 'item');
}

/** The words of the Attention screen. */
export const attentionWords = {
  place: 'Attention',
  empty: 'Nothing needs you.',
  emptyHint: 'Conflicts, questions and whatever is stuck will be listed here. Everything else takes care of itself.',
  reading: 'Looking for what needs you…',
  filtered: 'Nothing here is called that.',
  filter: 'Filter by name, folder or cause',
  clearFilter: 'Show everything',
  list: 'What needs you',
  showMore: 'Show more',
  tryAgain: 'Try again',
  nothingForAll: 'These need different answers. Choose items of one kind to answer them together.',
  groups: {
    decision: 'Questions about removals',
    versions: 'Two versions',
    blocked: 'Not in step',
  } satisfies { readonly [G in AttentionGroup]: string },
  count: (count: number) => `${formatCount(count, 'item')} ${count === 1 ? 'needs' : 'need'} you`,
  items: (count: number) => (count === 1 ? ' item' : ' items'),
  shown: (shown: number, all: number) => `The newest ${formatCount(shown, 'item')} of ${all.toLocaleString('en-GB')}`,
  chosen: (count: number) => `${formatCount(count, 'item')} chosen`,
  clear: 'Choose none',
  account: 'Your account',
  message: 'Message to the agent',
  zone: 'Drop zone',
  in: (folder: string) => `in ${folder}`,
  since: (moment: string) => `Since ${inSentence(moment)}`,
  triesAt: (atMs: number, nowMs: number) =>
    `Tried again by itself ${formatComing(atMs, nowMs, ms => `at ${formatClock(ms)}`)}`,
  serviceSaid: 'The service said',
  moreFor: (name: string) => `More for ${name}`,
  why: 'Why is this not finished?',
  preview: 'Preview',
  copy: 'Copy details',
  copied: 'Details copied.',
  likeThis: (count: number) => `for all ${count} like this`,
  done: {
    retry: 'It is tried again now.',
    allow: 'Allowed. It is carried out now.',
    take: "The service's version comes here now; what was here is kept in the store for 30 days.",
    'put-back': 'It is downloaded again.',
    skip: 'It is left alone until it changes.',
    'skip-type': (ending: string) => `All '${ending}' files in this folder are left alone from now on.`,
    'move-copy': (path: string) => `Your version is at the service as '${path}'.`,
    rename: (path: string) => `It is called '${path}' now.`,
    'new-place': 'Syncing goes on at the new place.',
  },
  /** A rule that left them alone was taken back. */
  typeCounts: (ending: string) => `'${ending}' files in this folder are no longer left alone.`,
  doneMany: (count: number) => `Done for ${formatCount(count, 'item')}.`,
  cancel: 'Cancel',
  close: 'Close',
} as const;

/** What is written on the button of a fix. */
export function fixLabel(fix: Fix, item: Pick<AttentionItem, 'cause' | 'path' | 'mirror'>): string {
  const cause = item.cause.slice(item.mirror.length + 1);
  if (fix === 'merge' && cause === 'moved') return 'Go on with the merge…';
  if (fix === 'retry' && cause.startsWith('root-lost')) return 'Reconnect';
  if (fix === 'allow' && cause === 'set-back') return 'Send mine again…';
  if (fix === 'allow' && cause === 'old-version') return 'Send mine on top';
  if (fix === 'allow' && cause === 'older-versions') return 'Remove without them…';
  if (fix === 'sign-in' && cause === 'scope') return 'Use another key…';
  if (fix === 'skip' && cause === 'refused size') return 'Keep it here only';
  if (fix === 'skip-type') return `Leave all '${cause.slice('refused '.length)}' files alone…`;
  return LABELS[fix];
}

const LABELS: { readonly [F in Fix]: string } = {
  'send-merge': 'Send it now',
  merge: 'Look at it…',
  compare: 'Choose a version…',
  decide: 'Decide…',
  retry: 'Try again',
  allow: 'Let it go there',
  take: "Take the service's version…",
  'put-back': 'Put it back',
  skip: 'Leave it alone',
  'skip-type': 'Leave this type alone…',
  'move-copy': 'Copy to my folder…',
  rename: 'Rename…',
  'new-place': 'Choose its new place…',
  'stop-mirror': 'Stop syncing it…',
  'sign-in': 'Sign in…',
  'free-space': 'Free up space…',
  'open-message': 'Go to the message',
  'open-zone': 'Go to the drop zone',
};

/** What a fix that asks first says. */
export const fixWords = {
  allow: {
    title: 'Send what is on this computer again?',
    text: 'The service has lost the latest versions. What is here is sent again on top of what it has now. Nothing is overwritten: each file gets a new version.',
    confirm: 'Send mine again',
  },
  take: {
    title: (name: string) => `Replace '${name}' with the service's older version?`,
    text: 'What is on this computer now is newer, and the service no longer has it. It is kept on this computer for 30 days, under Recently removed; then it is lost.',
    confirm: 'Take the older version',
  },
  withoutOlder: {
    title: (name: string) => `Remove '${name}' without its older versions?`,
    text: (sentence: string) =>
      `${sentence} If you remove it all the same, what is not kept here is lost: the service gives versions of a removed file to no one.`,
    confirm: 'Remove without them',
  },
  skipType: {
    title: (ending: string) => `Leave all '${ending}' files alone?`,
    text: (ending: string, folder: string) =>
      `A rule '*${ending}' is added for '${folder}'. Such files stay where they are on both sides: nothing is sent, downloaded or removed for them. You can take the rule away in Settings.`,
    confirm: 'Add the rule',
  },
  moveCopy: {
    title: 'Copy your version to a folder of your own',
    text: (name: string) =>
      `'${name}' is sent to the folder you name as a new file. Then the service's version comes back here; yours is also kept in the store on this computer for 30 days.`,
    field: 'Folder at the service',
    hint: "Names joined by /, from a root folder, such as My folder/Drafts; or the folder's id.",
    confirm: 'Copy it there',
  },
  rename: {
    title: 'Give it another name',
    text: 'It keeps its content and its versions. Nothing else is changed.',
    field: 'New name',
    hint: 'This name works on Windows, macOS and Linux.',
    trouble: (trouble: string) => `This does not work everywhere because of ${trouble}.`,
    confirm: 'Rename',
  },
  newPlace: {
    title: 'Where is the folder now?',
    text: (folder: string) =>
      `Choose the folder on this computer that '${folder}' was moved to. Syncing goes on there; nothing is sent or downloaded again.`,
    field: 'Folder on this computer',
    hint: 'Choose it, or type its whole path, such as /home/ada/Lab.',
    confirm: 'Go on there',
  },
} as const;
