import type { BundleFile, HealthFix, HealthItem, HealthState, LogLine } from './model.ts';
import { formatExactBytes } from '../../text/format.ts';

const STATES: { readonly [S in HealthState]: string } = {
  pass: 'ok     ',
  warn: 'look   ',
  fail: 'FAILED ',
  unknown: '?      ',
};

/** Commands that do what a button of the window does. */
const FIXES: { readonly [fix: string]: string | undefined } = {
  'sign-in': 'benchtop login --help',
  network: 'benchtop network test',
  attention: 'benchtop attention',
  'check-now': 'benchtop check',
  waiting: 'benchtop waiting',
  'free-space': 'benchtop free --help',
} satisfies { readonly [F in HealthFix]: string };

/** What the commands about Benchtop itself say. */
export const diagnosticsCommandTexts = {
  doctor:
    'Looks at the service, the clock, the sign-in, the disks, the mirrored folders and the records, and says what can be ' +
    'done. Changes nothing. Exit code 0: all is well; 3: worth a look; 4: sign in; 75: only the service is away; 1: ' +
    'something failed.',
  log:
    'Shows the log, newest first. Keys, tokens, signed addresses and e-mail addresses are never in it; names of files and ' +
    'folders only with --names.',
  bundle:
    'Writes health, settings, what waits, the newest history and log into a zip file on this computer, for somebody who ' +
    'helps you. Look at it first with --list and --show. Keys, tokens, signed addresses and the contents of files are ' +
    'never in it, e-mail addresses and names of files are replaced by words that say nothing. An existing file is never ' +
    'replaced, and nothing is sent anywhere.',
  verify:
    'Reads every file of a mirror, compares its bytes with the record, and the record with what the service lists. Reads ' +
    'only. The service names no checksums: its own bytes are not compared. Exit code 3 when anything differs.',
  rebuild:
    'Says what Benchtop would find in a mirror if its records began anew: what would be joined, sent and downloaded. ' +
    'Changes nothing. With --really the record begins anew: what both sides agreed on is forgotten and everything compared ' +
    'again. No file is removed on either side and what is equal is not sent again; what was removed on one side only comes ' +
    'back, and what was changed here and is not sent yet is kept in two versions. A copy of the record is kept first.',
  healthLines: ({ state, title, text, remedy, fix }: HealthItem): readonly string[] => [
    `${STATES[state]}${title}: ${text}`,
    ...(remedy === null ? [] : [`       ${remedy}`]),
    ...(fix === null || FIXES[fix] === undefined ? [] : [`       ${FIXES[fix]}`]),
  ],
  logLine: ({ at, level, event, text }: LogLine, clock: (iso: string) => string) =>
    [at === '' ? '' : clock(at), level.padEnd(5), event, text].filter(Boolean).join('  '),
  bundleLine: ({ name, about, sizeBytes }: BundleFile) =>
    `${name.padEnd(16)}${formatExactBytes(sizeBytes).padStart(14)}  ${about}`,
  local: 'Nothing was sent anywhere. Look into it before you give it to somebody.',
} as const;
