import { type Fault, isTooManyOpen } from '../../fault.ts';
import type { ZoneState } from './model.ts';
import { faultLine } from '../../text/faults.ts';
import { formatBytes, formatCount, formatWait } from '../../text/format.ts';

/** What to do about something that cannot be read, by the system's word for it. */
function remedyOf(code: string): string {
  if (code === 'EACCES' || code === 'EPERM') return 'Give the account that Benchtop runs under the right to read it.';
  if (code === 'ENAMETOOLONG') return 'Its path is too long for this computer: shorten the names of its folders.';
  if (code === 'no regular file')
    return 'It is a link, or nothing that has content: put the file itself there, or leave it out with a rule.';
  if (isTooManyOpen(code)) return 'Too many files are open on this computer just now; it is tried again by itself.';
  if (code === 'no valid text') return 'Its name is no valid text: give it another one.';
  return 'Check the disk, or the connection to the share; it is tried again by itself.';
}

/** What is said about drop zones. */
export const zoneTexts = {
  noZonesFile: (file: string, why: string) => `'${file}' is no file of zones. ${why} Nothing was changed.`,
  fileTooLarge: (file: string) =>
    `'${file}' is too large for a file of zones: at most 16 MiB are read. Nothing was changed.`,
  states: {
    watching: 'Watching',
    'waiting-for-run': 'Waiting for a run to finish',
    sending: 'Sending',
    comparing: 'Looking at what is at the destination already',
    paused: 'Paused',
    'outside-hours': 'Waits for its hours',
    'gives-way': 'Gives way to a program',
    stalled: 'Stalled',
    'folder-missing': 'Folder missing',
    'folder-unreadable': 'Folder cannot be read',
    overlaps: 'Overlaps a mirrored folder',
    'destination-refuses': 'Destination not writable',
    'disk-low': 'Disk low',
    'not-looked': 'Not looked at yet',
    refused: 'Some files were refused',
    'partly-unreadable': 'Some of it cannot be read',
    'cannot-record': 'Its record cannot be written',
    offline: 'Service not reachable',
    'signed-out': 'Signed out',
  } satisfies { readonly [S in ZoneState]: string },

  waitsFor: {
    quiet: 'waits until nothing was changed for a while',
    marker: 'waits for its marker file',
    'next-run': 'waits until the next run begins',
    'by-hand': 'waits until somebody says that it is finished',
  },
  /** Instead of the words for quiet. @param path in the zone's folder. */
  waitsForOpen: (path: string): string => `waits because a program still had '${path}' open for writing`,

  verdicts: {
    send: 'would be sent',
    excluded: 'left out by a rule',
    'not-included': 'not what this zone sends',
    'before-start': 'older than the start date, and here at the zone’s first look',
    marker: 'says that a run is finished, and is not sent itself',
    refused: 'the service takes no files of this kind',
  },

  versionNote: (computer: string): string => `Changed in the source folder on ${computer} after it was sent`,

  noZone: (named: string): string => `There is no zone '${named}'. Command: benchtop zones list`,
  noRun: 'There is no such run. Command: benchtop zones runs ZONE',
  noAlert: 'There is no such open alert. Command: benchtop zones alerts',
  nameTaken: (name: string): string => `There is a zone '${name}' already. Give this one another name.`,
  folderTaken: (folder: string, name: string): string =>
    `'${folder}' is in zone '${name}' already, or the other way round, and would be sent twice. Choose another folder.`,
  notAbsolute: (folder: string): string => `'${folder}' is not a whole path. Write it from the top.`,
  missing: (folder: string): string =>
    `There is no folder '${folder}'. Check the path, or connect the disk or share that it is on.`,
  unreadable: (folder: string): string =>
    `'${folder}' cannot be read. Give the account that Benchtop runs under the right to read it, or connect the disk or share anew.`,
  noAnswer: (folder: string): string =>
    `'${folder}' does not answer. Check the connection to its disk or share; it goes on by itself once it answers.`,
  overlaps: (folder: string, mirror: string): string =>
    `'${folder}' and '${mirror}' lie inside each other, and Benchtop mirrors that folder or keeps its records there: files would be sent twice, or without end. Move one of them, or remove the zone or the mirror.`,
  unknownWords: (words: readonly string[]): string =>
    `The layout has ${words.map(word => `{${word}}`).join(', ')}, which stands for nothing. Use {instrument}, {location}, {operator}, {label}, {zone}, {computer}, {run}, {folder}, {yyyy}, {mm}, {dd}, {hh}, {min}.`,
  badPattern: (pattern: string): string => `'${pattern}' is not a pattern that can be used.`,
  readOnlyThere: (path: string): string =>
    `'${path}' may only be read with this key. Ask for the right to add files there, or choose another folder.`,
  /** What a zone that is there says against one like itself. */
  ownTroubles: ({ name, folder }: { readonly name: string; readonly folder: string }): ReadonlySet<string> =>
    new Set([zoneTexts.nameTaken(name), zoneTexts.folderTaken(folder, name)]),
  otherFolder: (name: string): string =>
    `Zone '${name}' has another folder here. Remove it first: benchtop zones remove '${name}'`,
  givesWay: (program: string): string =>
    `'${program}' is running on this computer. Sending goes on by itself once it has ended.`,
  cannotRecord: (why: string): string =>
    `The record of the drop zones cannot be written (${why}), so nothing is sent. Free some space on the disk of Benchtop’s records; it goes on by itself then.`,
  cannotStart: 'This Benchtop cannot read instrument folders.',

  alerts: {
    changed: (run: string, path: string): string =>
      `Run '${run}' changed after it was sent, first '${path}'. The new bytes are a new version, or a file beside it; nothing was replaced. Check whether the run was finished.`,
    other: (run: string, path: string): string =>
      `'${path}' of run '${run}' has other bytes than a file of that name at the destination. It became a version of it, or a file beside it; nothing was replaced.`,
    mismatch: (path: string): string =>
      `The service gave back other bytes for '${path}' than were sent. It is sent again; do not remove it from this computer.`,
    stalled: (hours: number): string =>
      `Something that is finished has been waiting for more than ${formatCount(Math.round(hours), 'hour')}. Look at the zone's runs.`,
    wipeSoon: (days: number): string =>
      `Something that has not arrived is nearly as old as the ${formatCount(days, 'day')} after which this disk is wiped. Look at the zone's runs.`,
    refused: 'Some files were refused; the others went on. Look at the zone’s runs for each one with its reason.',
    unreadable: (count: number, first: string, code: string): string =>
      `${formatCount(count, 'name')} in the source folder cannot be read, first '${first}' (${code}). ${remedyOf(code)} Everything else is sent.`,
    leftLate: (count: number, zone: string): string =>
      `${formatCount(count, 'file')} came after this drop zone was made and ${count === 1 ? 'was' : 'were'} not sent, because an earlier Benchtop took ${count === 1 ? 'its' : 'their'} old time for old data. To send what the zone left alone: benchtop zones change '${zone}' --everything`,
    diskLow: (freeBytes: number): string =>
      `Only ${formatBytes(freeBytes)} are free on the disk of the source folder. The instrument may stop writing; “safe to delete” lists what has arrived.`,
    manifest: (folder: string, why: string): string =>
      `The list of hashes in '${folder}' cannot be written; the files themselves have arrived. ${why}`,
    clock: (aheadMs: number): string =>
      `This computer’s clock is ${formatWait(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} the service’s. Folders named by dates and the times in proofs are off by as much: set the clock, or have it set by the network.`,
    ledger:
      'The audit log cannot be written. Free some space on the disk of Benchtop’s records; nothing is lost meanwhile.',
  },

  /** A fault of a zone or of one of its files: what happened, and what to do. */
  fault: (fault: Fault): string => {
    if (fault.kind === 'not-allowed' || fault.kind === 'scope')
      return `${faultLine(fault)} Ask for the right to add files to the destination, or choose another one.`;
    if (fault.kind === 'gone')
      return 'The destination was removed or archived. Bring it back there, or choose another one: benchtop zones change.';
    if (fault.kind === 'disk-refused') return `'${fault.path}' cannot be read (${fault.code}). ${remedyOf(fault.code)}`;
    return faultLine(fault);
  },

  /** Files that were there before a zone, and are not sent. */
  olderUnsent: (count: number): string =>
    count === 1
      ? '1 older file was here before the drop zone and is not sent.'
      : `${formatCount(count, 'older file')} were here before the drop zone and are not sent.`,

  /** @param openFile what a program still had open for writing, as a path in the zone's folder; null: nothing that was seen. */
  countdown: (sinceMs: number, leftMs: number | null, openFile: string | null): string => {
    const since = `last change ${formatWait(sinceMs)} ago`;
    if (leftMs === null) return since;
    return openFile === null
      ? `Waiting for the instrument to finish: ${since}, ${formatWait(leftMs)} to go`
      : `A program still had '${openFile}' open for writing: ${since}, looked at again in ${formatWait(leftMs)}`;
  },
} as const;
