import type { RunState, SettleRule, ZoneCard, ZoneFile, ZonePreset, ZoneRun } from './model.ts';
import { formatBytes, formatClock, formatComing, formatCount, formatNumber, inSentence } from '../../text/format.ts';

/** The words of the window's screen of drop zones. */
export const zonesWords = {
  reading: 'Looking…',
  serviceSaid: 'The service said',
  again: 'Try again',
  close: 'Close',
  back: 'All drop zones',
  gone: 'There is no such drop zone any more',
  /** In the place of a zone's name: before it is known, and when the zone was removed. */
  nameless: { unread: '…', gone: 'a drop zone that was removed' },
  unreached: 'The service could not be reached, so nothing was changed. Try again once it answers.',

  empty: 'No drop zones yet',
  emptyAbout: [
    'A drop zone is a folder that an instrument writes into. Each run that is finished is sent to a folder of the service, once, with proof that it arrived.',
    'Nothing in the instrument’s folder is ever changed, moved or removed.',
  ],
  add: 'New drop zone',
  audit: 'Audit log',
  kiosk: 'Big view',
  list: 'Drop zones',

  runs: 'Runs',
  pause: 'Pause',
  resume: 'Resume',
  signIn: 'Sign in',
  look: 'Look now',
  looking: 'Looking…',
  safe: 'Safe to remove…',
  change: 'Change…',
  remove: 'Remove…',
  more: (name: string): string => `More about ${name}`,
  of: (name: string): string => `of ${name}`,
  pausedUntil: (time: string): string => `Until ${time}`,
  paused: (name: string): string => `“${name}” is paused.`,
  resumed: (name: string): string => `“${name}” goes on.`,
  looked: (name: string, sent: number, waiting: number): string =>
    sent === 0
      ? `“${name}” was looked at. Nothing new could be sent; ${formatCount(waiting, 'file')} waiting.`
      : `“${name}” was looked at. ${formatCount(sent, 'file')} sent, ${formatCount(waiting, 'file')} waiting.`,

  fact: {
    folder: 'Folder',
    destination: 'Destination',
    lastRun: 'Last run',
    waiting: 'Waiting',
    oldest: 'Oldest not arrived',
    today: 'Sent today',
    arrived: 'Arrived',
    safe: 'Safe to remove',
  },
  safeSum: ({ files, sizeBytes }: ZoneCard['safe']): string =>
    `${formatCount(files, 'file')}, ${formatBytes(sizeBytes)}`,
  safeNothing: 'nothing yet',
  safeUnknown: 'not known before the folder was looked at',
  safeShow: 'Show the files',
  current: ({ name, files, confirmed }: NonNullable<ZoneCard['current']>): string =>
    `${name}: ${formatNumber(confirmed)} of ${formatCount(files, 'file')} arrived`,
  none: 'none',
  noRun: 'none yet',
  refusedOf: (count: number): string => `${formatCount(count, 'file')} refused`,
  today: ({ todayFiles, todayBytes }: Pick<ZoneCard, 'todayFiles' | 'todayBytes'>): string =>
    todayFiles === 0 ? 'nothing' : `${formatBytes(todayBytes)} in ${formatCount(todayFiles, 'file')}`,
  arrived: ({ files }: Pick<ZoneCard, 'files'>): string =>
    `${formatCount(files.confirmed, 'file')}, ${formatCount(files.verified, 'of them', 'of them')} verified`,
  lastChecked: (ago: string): string => `Looked ${ago}`,
  neverChecked: 'Not looked yet',
  volumes: {
    local: 'local disk',
    network: 'network share',
    removable: 'removable disk',
    unknown: 'disk of an unknown kind',
  } satisfies { readonly [V in ZoneCard['volume']]: string },
  free: (bytes: number): string => `${formatBytes(bytes)} free`,
  unreadable: (count: number): string => `${formatCount(count, 'name')} cannot be read`,
  unreadableAbout: 'Everything else goes on. The alert says what to do about them:',
  sendingMore: (count: number): string => `and ${formatCount(count, 'more file', 'more files')}`,

  sendOlder: 'Send them too',
  olderAsked: (name: string): string => `“${name}” sends what was there before, too.`,

  alerts: 'Alerts',
  seen: 'Seen',
  solvesItself: 'Goes once it is solved.',
  seenOf: (text: string): string => `: ${text}`,

  removing: {
    title: (name: string): string => `Remove the drop zone “${name}”?`,
    about:
      'It is no longer looked at, and nothing more is sent. Neither the instrument’s folder nor what was sent is touched.',
    waits: (files: number): string =>
      `${formatCount(files, 'file')} of it ${files === 1 ? 'has' : 'have'} not arrived and will not be sent.`,
    yes: 'Remove the drop zone',
    done: (name: string): string => `The drop zone “${name}” was removed.`,
  },

  run: {
    states: {
      skipped: 'Left alone',
      waiting: 'Waiting',
      ready: 'Ready to send',
      sending: 'Sending',
      complete: 'Arrived',
      incomplete: 'Not complete',
    } satisfies { readonly [S in RunState]: string },
    label: (name: string): string => `Runs of ${name}`,
    none: 'No runs yet',
    noneAbout: 'A run appears here as soon as the instrument begins to write one.',
    older: 'Show older',
    backTo: (zone: string): string => `Runs of ${zone}`,
    count: ({ files, confirmed, refused }: Pick<ZoneRun, 'files' | 'confirmed' | 'refused'>): string =>
      `${confirmed.toLocaleString('en-GB')} of ${formatCount(files, 'file')} arrived${refused === 0 ? '' : `, ${formatCount(refused, 'file')} refused`}`,
    fact: {
      state: 'State',
      files: 'Files',
      verified: 'Verified',
      size: 'Size',
      operator: 'Operator',
      label: 'Label',
      folder: 'At the service',
      manifest: 'Manifest',
      begun: 'First seen',
      done: 'Arrived',
    },
    toGo: (wait: string): string => `${wait} to go`,
    nobody: 'not told',
    notYet: 'not yet',
    manifests: {
      none: 'none',
      due: 'will be written once the run has arrived',
      there: 'manifest-sha256.txt lies beside the files at the service',
    } satisfies { readonly [M in ZoneRun['manifest']]: string },
    leftAlone: 'Nothing of it was changed since the start date of this zone. To send it all the same, send it now.',
    sendNow: 'Send now although not finished…',
    sendLeft: 'Send it all the same…',
    retry: 'Retry what failed',
    verify: 'Verify',
    verifying: 'Verifying…',
    retried: (files: number): string => `${formatCount(files, 'file')} will be tried again.`,
    verified: (files: number): string =>
      files === 0
        ? 'Nothing new was read back.'
        : `${formatCount(files, 'file')} ${files === 1 ? 'was' : 'were'} read back from the service and found the same.`,
    asked: 'It is sent as it is now.',
    name: 'Operator…',
    nameTitle: (name: string): string => `Who ran “${name}”?`,
    nameAbout:
      'It goes into the labels of what is sent from now on, and into the list beside the run’s files. Where they lie stays as it is.',
    nameYes: 'Save',
    named: (name: string): string => `The operator of “${name}” was noted.`,
    sendTitle: (name: string): string => `Send “${name}” now?`,
    sendAbout:
      'It is taken for finished as it is now. If the instrument is still writing, what it writes later arrives as another version or as a file beside it, with an alert.',
    sendYes: 'Send now',
    files: (name: string): string => `Files of ${name}`,
    noFiles: 'No files were seen in it.',
    fileStates: {
      waiting: 'Waiting',
      refused: 'Refused',
      confirmed: 'Arrived',
      verified: 'Verified',
    } satisfies { readonly [S in ZoneFile['state']]: string },
    changedAfter: 'changed after it was sent',
    notHere: 'no longer in the folder',
    retryAt: (atMs: number, nowMs: number): string =>
      `again ${formatComing(atMs, nowMs, ms => `at ${formatClock(ms)}`)}`,
  },

  report: {
    title: (zone: string): string => `Safe to remove from this PC: ${zone}`,
    about:
      'These files were read back from the service, compared, and are here exactly as they were sent. Benchtop never removes anything itself: remove them with the instrument’s program or the file manager.',
    confirmed: 'Also what arrived and was not read back',
    confirmedWarns:
      'The service confirmed these, but nobody has read them back. Verify first where the instrument’s PC has the only other copy.',
    export: 'Export as CSV',
    reading: 'Looking at each file…',
    sum: (files: number, bytes: number, isWhole: boolean): string =>
      `${formatCount(files, 'file')}, ${formatBytes(bytes)}${isWhole ? '' : ' so far'}`,
    label: 'Safe to remove',
    none: 'Nothing is safe to remove yet',
    noneAbout: 'Only files that were verified and are unchanged here are listed.',
    noneArrived: 'No file has arrived yet, so there is nothing to verify.',
    unverified: (files: number): string =>
      `${formatCount(files, 'file')} arrived and ${files === 1 ? 'was' : 'were'} not read back yet.`,
    verifyNow: 'Verify now',
    head: ['path', 'bytes', 'sha256', 'file at the service', 'confirmed', 'verified'],
    verifiedAt: (time: string): string => `verified ${inSentence(time)}`,
    confirmedAt: (time: string): string => `arrived ${inSentence(time)}, not read back`,
    fileName: (zone: string, day: string): string => `safe to remove ${zone} ${day}.csv`,
    exported: (files: number): string => `The list of ${formatCount(files, 'file')} was given to the browser to save.`,
  },

  chain: {
    about:
      'Everything the drop zones do is written down line by line, and each line carries the hash of the one before: a line that is changed or taken out breaks the chain.',
    check: 'Check the chain again',
    checking: 'Checking…',
    whole: 'The chain is whole',
    wholeAbout: (lines: number): string => `${formatCount(lines, 'line')} follow from each other.`,
    lastHash: 'Last hash',
    broken: (line: number): string => `The chain is broken at line ${line.toLocaleString('en-GB')}`,
    brokenAbout:
      'What stands from there on does not follow from what stands before: somebody changed the file, or it was damaged. Keep a copy of it, and tell who is responsible for records.',
    cut: (lines: number): string =>
      `${formatCount(lines, 'line')} at the end ${lines === 1 ? 'was' : 'were'} cut off, as by a power cut.`,
    export: 'Export the lines',
    fileName: (day: string): string => `benchtop audit ${day}.jsonl`,
    exported: (lines: number): string => `${formatCount(lines, 'line')} given to the browser to save.`,
  },

  big: {
    title: 'Instrument status',
    leave: 'Leave the big view',
    none: 'There are no drop zones on this computer.',
    alerts: (count: number): string => `${formatCount(count, 'alert')}; look at the drop zones`,
    oldest: (ago: string): string => `oldest from ${ago}`,
    safe: (safe: ZoneCard['safe']): string =>
      safe.files === 0
        ? 'Nothing is safe to remove yet'
        : `${formatCount(safe.files, 'file')} safe to remove, ${formatBytes(safe.sizeBytes)}`,
    safeUnknown: 'What is safe to remove is not known before the folder was looked at',
    say: 'Start run label…',
    sayTitle: (zone: string): string => `The next runs of “${zone}”`,
    sayAbout:
      'It goes with the runs that begin in the next twelve hours, until something else is said here. Runs that have begun already stay as they are.',
    label: 'Label',
    labelHint: 'What is measured, such as the sample or the project.',
    operator: 'Operator',
    sayYes: 'Use for the next runs',
    said: (label: string | null, operator: string | null, until: string): string =>
      `Next runs: ${[label, operator].filter(text => text !== null).join(', ')} (until ${until})`,
    nothingSaid: (zone: string): string => `Nothing is said of the next runs of “${zone}” any more.`,
    isSaid: (zone: string): string => `The next runs of “${zone}” are labelled.`,
    pinTitle: 'Leave the big view?',
    pinAbout: 'Who looks after this computer has the PIN.',
    pin: 'PIN',
    pinWrong: 'That is not the PIN.',
  },
} as const;

/** What each preset is called. */
export const PRESET_WORDS: { readonly [P in ZonePreset]: string } = {
  everything: 'Everything',
  'thermo-raw': 'Thermo .raw files',
  'waters-raw': 'Waters .raw folders',
  'agilent-bruker-d': 'Agilent and Bruker .d folders',
  'zeiss-czi': 'Zeiss .czi',
  'leica-lif': 'Leica .lif',
  'nikon-nd2': 'Nikon .nd2',
  'olympus-vsi': 'Olympus .vsi with companions',
  'plate-reader': 'Plate reader exports',
  'tiff-series': 'TIFF series with their metadata',
};

/** What each way of knowing that a run is finished is called, and what it costs, in a line. */
export const SETTLE_WORDS: { readonly [K in SettleRule['kind']]: { readonly label: string; readonly hint: string } } = {
  quiet: {
    label: 'Nothing changes for a while',
    hint: 'Fits most instruments. A long pause in a run may look like its end.',
  },
  marker: {
    label: 'A marker file appears',
    hint: 'Certain, where the instrument or a script writes one when it is done.',
  },
  'next-run': {
    label: 'The next run begins',
    hint: 'For instruments that pause for long. The last run of a day waits for the next day’s first.',
  },
  'by-hand': { label: 'Somebody says so', hint: 'Nothing is sent before a person presses Send now on the run’s page.' },
};
