import type { HealthFix, HealthState, LogLevel, ToolName, ToolRun } from './model.ts';
import { withoutSecrets } from '../../secrets.ts';
import { formatCount, formatNumber } from '../../text/format.ts';
import { shownName } from '../../text/shown-name.ts';

/** The words of the Diagnostics screen. */
export const diagnosticsWords = {
  place: 'Diagnostics',
  tabs: { label: 'Parts of Diagnostics', health: 'Health', log: 'Log', bundle: 'Support bundle', tools: 'Tools' },
  serviceSaid: 'The service said',
  copyDetails: 'Copy details',
  copied: 'Copied',
  notCopied: 'The browser did not let Benchtop copy. Mark the text and copy it yourself.',
  tryAgain: 'Try again',

  health: {
    looking: 'Looking at everything…',
    lookingAgain: 'Looking…',
    again: 'Look again',
    thorough: 'Looking again reads the sync record through, too.',
    at: (ago: string) => `Looked ${ago}.`,
    list: 'Health list',
    fixes: {
      'sign-in': 'Sign in…',
      network: 'Network settings',
      attention: 'Show in Attention',
      'check-now': 'Check now',
      waiting: 'Show what waits',
      'free-space': 'Free up space…',
    } satisfies { readonly [F in HealthFix]: string } as { readonly [fix: string]: string | undefined },
    checking: 'Both sides are looked at now.',
    worst: {
      pass: 'All is well.',
      warn: 'Some things are worth a look.',
      fail: 'Something needs you.',
      unknown: 'All is well.',
    } satisfies { readonly [S in HealthState]: string },
    states: { pass: 'OK', warn: 'Worth a look', fail: 'Failed', unknown: 'Not known' } satisfies {
      readonly [S in HealthState]: string;
    },
  },

  log: {
    reading: 'Reading the log…',
    list: 'Log',
    empty: 'Nothing was written to the log yet.',
    none: 'No line is like that.',
    search: 'Find in the log',
    clearSearch: 'Show all lines',
    level: 'Lines',
    levels: { debug: 'All lines', info: 'News and errors', error: 'Errors only' } satisfies {
      readonly [L in LogLevel]: string;
    },
    oneLevel: { debug: 'Detail', info: 'News', error: 'Error' } satisfies { readonly [L in LogLevel]: string },
    names: 'Show names of files',
    pause: 'Pause the log',
    resume: 'Go on with the log',
    paused: (count: number) => (count === 0 ? 'Paused.' : `Paused; ${formatCount(count, 'new line')} since.`),
    older: 'Show older lines',
    most: 'Only the newest thousand lines are shown. Narrow them down with the field above.',
    hidden: 'Keys, tokens, signed addresses and e-mail addresses are never in it.',
  },

  bundle: {
    what: 'A support bundle helps somebody to help you: health, settings, what waits, the newest history and log. It is written to this computer and never sent by Benchtop.',
    hidden:
      'Keys, tokens, signed addresses and the contents of files are never in it; e-mail addresses become words that say nothing.',
    names: 'Keep the names of files and folders',
    namesHint: 'Without them, each name becomes a word that says nothing.',
    prepare: 'Put it together',
    again: 'Put it together again',
    preparing: 'Putting it together…',
    changed: 'You changed what is kept. Put it together again first.',
    files: 'Files in the bundle',
    total: (count: number, size: string) => `${formatCount(count, 'file')}, ${size}`,
    show: (name: string) => `Show ${name}`,
    showing: (name: string) => name,
    more: 'Show more',
    reading: 'Reading…',
    close: 'Close',
    folder: 'Folder to write it into',
    folderHint: 'A folder of this computer outside of the mirrored folders. No file is ever replaced.',
    save: 'Save the bundle',
    saving: 'Saving…',
    saved: (path: string) => `Saved as ${path}. Nothing was sent anywhere.`,
  },

  tools: {
    checkTitle: 'Check everything now',
    check: 'Looks at both sides of all folders now, and syncs what differs.',
    checkButton: 'Check now',
    exportTitle: 'Export activity',
    export: 'Saves the whole history as a file: a table for spreadsheets, or JSON lines for programs.',
    exportCsv: 'Save as CSV',
    exportJson: 'Save as JSON lines',
    commandTitle: 'Command line',
    command: 'Everything in this window can be done in a terminal, too. It is called like this:',
    copyCommand: 'Copy',
    copiedCommand: 'Copied',
    planTitle: 'Show what would sync',
    plan: 'Everything that is not done yet, what waits for what, and why.',
    planButton: 'Show under Activity',
    verifyTitle: 'Verify a folder',
    verify:
      'Reads every file of a folder, compares its bytes with the record, and the record with what the service lists. Reads only.',
    verifyButton: 'Verify',
    rebuildTitle: 'Rebuild the record',
    rebuild:
      'Forgets what Benchtop believes of a folder and compares everything anew. The dry run says beforehand what it would find, and changes nothing.',
    rebuildButton: 'Dry run',
    renewButton: 'Rebuild…',
    others: 'While it runs, the other tools wait. You can go on working with the files.',
    renewing: (name: string) =>
      `The record of ${name} is being rebuilt: all its files are compared again. You can go on working; changes are sent after that.`,
    show: 'Show',
    asking: {
      title: (name: string) => `Rebuild the record of “${name}”?`,
      what: 'Benchtop forgets what both sides agreed on, looks at everything here and at the service, and compares it.',
      safe: 'No file is removed, here or at the service, and what is equal is not sent again. Versions, history, settings, the 30-day store and what waits to be sent are kept.',
      price:
        'What was removed on one side only, and is not carried out yet, comes back. What was changed here and is not sent yet is kept beside the service’s version, as two versions for you to choose from.',
      unsent: (count: number) =>
        `${formatCount(count, 'file')} here ${count === 1 ? 'is' : 'are'} not sent yet. Waiting until everything is sent saves you those choices.`,
      time: (files: number) =>
        `It takes about as long as the first look at this folder (${formatCount(files, 'file')}); where nothing tells that bytes are equal, they are read from the service once. A copy of the record as it is now is made first, and the daily backups stay.`,
      yes: 'Rebuild',
    },
    folder: 'Folder',
    noFolder: 'No folder is mirrored yet.',
    stop: 'Stop',
    running: {
      verify: (name: string) => `Reading and comparing ${name}…`,
      rebuild: (name: string) => `Looking at what new records would find in ${name}…`,
      renew: (name: string) => `Rebuilding the record of ${name}: comparing everything…`,
    } satisfies { readonly [T in ToolName]: (name: string) => string },
    ended: {
      verify: (name: string) => `Files of ${name} compared`,
      rebuild: (name: string) => `Dry run for ${name}`,
      renew: (name: string) => `Record of ${name} rebuilt`,
    } satisfies { readonly [T in ToolName]: (name: string) => string },
    states: { running: '', done: 'Done', stopped: 'Stopped', failed: 'Failed' } satisfies {
      readonly [S in ToolRun['state']]: string;
    },
    counting: 'Looking at what is there…',
    progress: (done: number, total: number) => `${formatNumber(done)} of ${formatCount(total, 'file')}`,
    findings: 'What was found',
    moreFindings: (count: number) => `and ${formatNumber(count)} more; the command line lists all of them.`,
  },
} as const;

/**
 * Facts that support asks for first, each on a line of its own; what is not known is left out. Nothing secret is in
 * it, and nothing that would turn the text around where it is pasted.
 */
export function copiedDetails(facts: {
  readonly time: string;
  readonly operation: string;
  readonly status: string | null;
  readonly errorCode: string | null;
  readonly correlationId: string | null;
  readonly version: string | null;
  readonly text?: string;
  /** Further lines. */
  readonly more?: readonly string[];
}): string {
  const lines: readonly (readonly [string, string | null | undefined])[] = [
    ['Time', facts.time],
    ['Operation', facts.operation],
    ['Status', facts.status],
    ['Error code', facts.errorCode],
    ['Correlation id', facts.correlationId],
    ['Benchtop', facts.version],
    ['Details', facts.text],
  ];
  const known = lines.flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : `${name}: ${value}`,
  );
  return [...known, ...(facts.more ?? [])].map(plain).join('\n');
}

/** On one line, without anything secret. */
function plain(text: string): string {
  return shownName(withoutSecrets(text).replaceAll(/\s*\n\s*/g, ' '));
}
