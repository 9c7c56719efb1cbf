import { formatBytes, formatCount } from '../../text/format.ts';

/** What the health list says: what was found, and what a person can do. */
export const healthTexts = {
  service: {
    title: 'Service',
    none: 'Nobody has signed in here yet, so no service is known.',
    reached: (address: string, ms: number, build: string | null) =>
      `${address} answered in ${ms} ms${build === null ? '' : `, version ${build}`}.`,
    slow: (address: string, ms: number) => `${address} answered only after ${Math.round(ms / 1000)} s.`,
    slowRemedy: 'Transfers take longer than usual. Nothing is lost; try again later, or on another network.',
    late: (address: string, seconds: number) => `${address} did not answer within ${seconds} s.`,
    failed: (address: string, words: string) => `${address} could not be asked. ${words}`,
    failedRemedy:
      'Check the network, the proxy and the certificates in Settings. Your files stay here, and what waits is sent later.',
  },
  clock: {
    title: 'Clock',
    unknown: 'The service did not say what time it is there.',
    same: 'This computer and the service agree about the time.',
    off: (apart: string) => `This computer's clock and the service's are ${apart} apart.`,
    remedy: 'Set the clock of this computer, best by itself from the network. Files are kept safe either way.',
  },
  credentials: {
    title: 'Sign-in',
    ready: 'Somebody is signed in, and the service accepted it when it was last asked.',
    signedOut: 'Nobody is signed in, so nothing is sent or downloaded.',
    accessEnded: 'The access to the service has ended, so nothing is sent or downloaded.',
    remedy: 'Sign in again. Everything on this computer stays as it is.',
  },
  secrets: {
    title: 'Key store',
    keyring: "The key is in this computer's key store.",
    file: 'The key is in a file that only your account on this computer can read, because no key store answered.',
    fileThough: 'The key is in a file that only your account on this computer can read, though there is a key store.',
    memory: 'The key is in memory only: after a restart you sign in again.',
    none: 'No key is kept.',
    unreadable: (words: string) => `The key could not be read. ${words}`,
    unreadableRemedy: 'Unlock the key store, or sign in again. Nothing is lost.',
    fileRemedy: 'To move it into the key store, sign out and in again.',
  },
  disk: {
    title: (name: string) => `Disk space: ${name}`,
    records: 'Disk space: records',
    free: (bytes: number) => `${formatBytes(bytes)} free.`,
    little: (bytes: number) => `Only ${formatBytes(bytes)} free.`,
    full: (bytes: number) => `Only ${formatBytes(bytes)} free, too little to download more.`,
    recordsFull: (bytes: number) => `Only ${formatBytes(bytes)} free for Benchtop's own records.`,
    remedy: 'Free some space on this disk. Sending goes on; what is here stays.',
    recordsRemedy: 'Free some space on this disk. Without records nothing more is synced; what is here stays.',
    unknown: (words: string) => `The free space is not known. ${words}`,
  },
  folder: {
    title: (name: string) => `Folder: ${name}`,
    fine: (path: string) => `${path} is there.`,
    paused: (path: string) => `${path} is there. It is paused.`,
    remedy: 'See Attention, or the folder in Settings. Nothing is removed meanwhile.',
  },
  watching: {
    title: (name: string) => `Watching: ${name}`,
    events: 'Changes here are noticed at once.',
    polling: 'Changes here are noticed by looking again and again, because this disk tells nothing by itself.',
    parts: 'The system refused to watch all folders. Changes in the others are noticed with the next regular look.',
    partsRemedy: 'Raise the limit of watched folders (on Linux: fs.inotify.max_user_watches), then restart Benchtop.',
    not: 'It is not watched now. Changes are found whenever both sides are compared.',
    untold: 'How changes are noticed is not known here.',
  },
  fullCheck: {
    title: (name: string) => `Full check: ${name}`,
    at: (moment: string, files: number) =>
      `Both sides were last compared in full ${moment}, ${formatCount(files, 'file')}.`,
    never: 'Both sides were not compared in full yet.',
    old: 'Let Benchtop check now, and see whether it comes through.',
  },
  records: {
    title: 'Sync record',
    atStart: 'The sync record was read through when Benchtop started, and it was whole.',
    whole: 'The sync record was read through just now, and it is whole.',
    memory: 'The sync record is kept in memory only.',
    damaged: 'The sync record is damaged: its contents do not add up.',
    remedy:
      'End Benchtop and start it again: the damaged record is set aside, the newest good backup takes its place, everything is compared anew and nothing is removed.',
    unknown: (words: string) => `The sync record could not be read through. ${words}`,
    backups: (count: number) => `${formatCount(count, 'backup')} kept.`,
  },
  queue: {
    title: 'Waiting',
    none: 'Nothing waits to be sent, and nothing is stuck, as of the last look at both sides.',
    open: 'Nothing is stuck. Some changes wait their turn or are held back: see Activity, Now.',
    oldest: (count: number, moment: string) => `${formatCount(count, 'thing')} waiting, the oldest since ${moment}.`,
    remedy: 'See what it is under Activity, Now, or in Attention.',
  },
  versions: {
    title: 'Versions',
    told: (version: string, system: string, runtime: string, service: string | null) =>
      `Benchtop ${version}, ${runtime}, ${system}, ${service === null ? 'service unknown' : `service ${service}`}.`,
    unknown: 'unknown system',
  },
} as const;

/** What the tools say. */
export const toolTexts = {
  busy: 'Another tool is running. Wait for it, or stop it first.',
  forgotten: 'What it found is no longer kept. Run it again.',
  noMirror: (id: string) => `No mirrored folder is called '${id}'. See: benchtop mirror list`,
  halted: 'This folder is halted, see Attention; it cannot be gone through now.',
  verify: {
    same: (count: number, bytes: number) =>
      `${formatCount(count, 'file')} (${formatBytes(bytes)}) read: ${count === 1 ? 'its' : 'their'} bytes are those on record.`,
    differ: (count: number) => `There is something to say about ${formatCount(count, 'file')}; see the list.`,
    allFine: 'Nothing differs.',
    service: (count: number) =>
      `For ${formatCount(count, 'file')} the service still lists the version that was on record. It names no checksums, so the bytes there were not compared.`,
    offline: 'The service could not be asked, so only what is here was compared with the record.',
    stopped: 'Stopped before the end. Nothing was changed.',
    nothing: 'Nothing was changed.',
  },
  codes: {
    'bytes-differ':
      'Its bytes are not those on record, though size, date and place are. Compare it with the version at the service before you use it.',
    changed: 'It was changed since Benchtop last looked. Its turn comes by itself.',
    'not-recorded': 'It is not on record yet. Its turn comes by itself.',
    missing: 'It is on record, but not here. Benchtop finds that out with its next look.',
    unreadable: 'It cannot be read.',
    'not-sent': 'The service does not have these bytes yet.',
    'other-there': 'The service lists another version than the one on record. It is fetched with the next look.',
    'gone-there': 'The service does not list it any more. Benchtop looks a second time before it believes that.',
    'would-join':
      'On both sides with the same size: its bytes would be compared, and if they are equal nothing is sent.',
    'would-differ': 'On both sides with another size: both would be kept.',
    'would-send': 'Only here: it would be sent as new.',
    'would-fetch': 'Only at the service: it would be downloaded.',
  },
  rebuild: {
    counts: {
      alike: (count: number) =>
        `${formatCount(count, 'file')} on both sides with the same size: compared, and joined when equal.`,
      different: (count: number) =>
        `${formatCount(count, 'file')} on both sides with another size: both versions kept.`,
      here: (count: number) => `${formatCount(count, 'file')} only here: sent as new.`,
      there: (count: number) => `${formatCount(count, 'file')} only at the service: downloaded.`,
    },
    basis: 'Of the service this is what was last listed. Nothing was changed, sent or downloaded.',
    how: 'To really begin with a new record, choose “Rebuild”, or on the command line: benchtop rebuild <mirror> --really',
  },
  /** Of the record that is really rebuilt. */
  renew: {
    stopped: 'Stopped before anything was changed.',
    goesOn: 'The record began anew. The comparing goes on by itself; what it does stands under Activity.',
    later:
      'The record began anew. Both sides are compared as soon as that is possible: with the next sync, once the service can be reached and nothing is paused.',
    same: (count: number) =>
      `The record began anew. ${formatCount(count, 'file')} found to be the same on both sides, and not sent again.`,
    waiting: (count: number) => `${formatCount(count, 'item')} still waiting to be sent or downloaded.`,
    conflicted: (count: number) => `${formatCount(count, 'file')} kept in two versions; see Attention.`,
    blocked: (count: number) => `${formatCount(count, 'item')} not in step; see Attention.`,
    kept: (path: string) => `The record as it was before is kept as '${path}'; the daily backups are untouched.`,
    notKept:
      'The record as it is now could not be copied, so nothing was changed. Make room on the disk of the records and try again.',
    damaged:
      'The record is damaged, so it is not copied and nothing was changed. End Benchtop and start it again: the newest good backup takes its place, and everything is compared anew.',
  },
} as const;

/** What the support bundle says. */
export const bundleTexts = {
  forgotten: 'This bundle is no longer kept. Put it together again.',
  badName: (name: string) => `'${name}' is no name for a file. Choose one without slashes.`,
  noFile: (name: string) => `There is no file '${name}' in the bundle.`,
  about: {
    'about.txt': 'What is in this bundle, and what was left out.',
    'health.json': 'The health list.',
    'status.json': 'How Benchtop was doing.',
    'settings.json': 'All settings.',
    'folders.json': 'The mirrored folders: how they are paired and in which state they are.',
    'waiting.json': 'What is not done yet, and why; what would be synced next.',
    'activity.jsonl': 'The newest lines of the history.',
    'checks.json': 'When both sides were last compared in full.',
    'records.json': 'How much is on record: numbers only.',
    'log.jsonl': 'The newest lines of the log.',
  } as { readonly [name: string]: string },
  intro: (version: string, at: string) => `Benchtop ${version}: support bundle of ${at}.`,
  hidden:
    'Never in here: keys, tokens, passwords, signed addresses, the contents of files. E-mail addresses and, in this bundle, all names of files and folders are replaced by words that say nothing; the same word stands for the same name.',
  named:
    'Never in here: keys, tokens, passwords, signed addresses, the contents of files. E-mail addresses are replaced by words that say nothing. The names of files and folders are shown, because you chose that.',
  local: 'It was written to this computer only. Benchtop never sends it anywhere.',
} as const;
