import type { ZoneTest, ZoneWish } from './model.ts';
import { formatBytes, formatCount } from '../../text/format.ts';

/** The words of the steps that make or change a drop zone. */
export const wizardWords = {
  newTitle: 'New drop zone',
  changeTitle: (name: string): string => `Change “${name}”`,
  step: (at: number, of: number): string => `Step ${at} of ${of}`,
  back: 'Back',
  next: 'Next',
  leave: 'Leave without changing anything',
  looking: 'Looking…',
  steps: {
    folder: 'The folder',
    what: 'What to send',
    when: 'When a run is finished, and when it is sent',
    where: 'Where it goes',
    labels: 'Labels',
    proof: 'Proof',
    test: 'What would happen',
  },

  folder: {
    about:
      'The folder that the instrument writes into. It is only ever read: nothing in it is changed, moved or removed.',
    name: 'Name of the drop zone',
    nameHint: 'Such as the instrument’s. It is on its card and in alerts.',
    folder: 'Folder on this computer',
    folderHint: 'Its whole path, such as D:\\Data or /mnt/orbitrap.',
    fixed: 'Another folder is another drop zone, so it cannot be changed here.',
    look: 'Look at this folder',
    fine: 'It can be read.',
    kinds: {
      local: 'It is on a local disk. It is looked at every 10 seconds.',
      network: 'It is on a network share, so it is looked at every 10 seconds instead of listened to.',
      removable: 'It is on a removable disk.',
      unknown: 'What kind of disk it is on cannot be told.',
    },
    free: (bytes: number): string => `${formatBytes(bytes)} are free there.`,
  },

  what: {
    preset: 'Kind of data',
    grouping: 'What makes one run',
    groupings: {
      'top-folder': 'Each folder directly in the drop zone',
      'own-folder': 'Each folder that holds files',
      file: 'Each file by itself',
    } satisfies { readonly [G in ZoneWish['grouping']]: string },
    subfolders: 'With everything in its subfolders',
    include: 'Only names like these',
    includeHint: 'One in a line, such as *.csv or Results/**. Empty: what the kind of data says.',
    exclude: 'But not these',
    excludeHint: 'One in a line, such as *.tmp.',
    found: 'What is there now',
    fits: (files: number, bytes: number, runs: number): string =>
      `${formatCount(files, 'file')} (${formatBytes(bytes)}) in ${formatCount(runs, 'run')} would be sent.`,
    nothing: 'Nothing that is there now would be sent.',
    allFit: 'Nothing here would be skipped.',
  },

  when: {
    label: 'A run is finished when',
    marker: 'Name of the marker file',
    markerHint: '{run} and * may stand in it, such as {run}.done.',
    quiet: 'Seconds without a change',
    quietHint: 'More is waited for large files, and where an instrument was seen to pause.',
  },

  pace: {
    label: 'It is sent',
    always: 'As soon as it is finished',
    hours: 'Only at some hours',
    from: 'From',
    to: 'Until',
    noTime: 'Write a time of day, such as 20:00.',
    programs: 'But not while one of these programs runs',
    programsHint: 'Divided by commas, such as Xcalibur, ZEN*. The file that is on its way is finished first.',
  },

  where: {
    folders: 'Folders of the service',
    reading: 'Reading the folders…',
    none: 'There are no folders that can be chosen.',
    unread: 'The folders could not be read.',
    chosen: (path: string): string => `Chosen: ${path}`,
    nothingChosen: 'Choose a folder.',
    isSpecial: 'not for people’s own files',
    layout: 'Folders below it',
    layoutHint:
      '{instrument}, {location}, {operator}, {label}, {zone}, {computer}, {run}, {folder}, {yyyy}, {mm}, {dd}, {hh} and {min} may stand in it.',
    preview: 'Where a file will lie',
    example: (path: string): string => `${path} would lie at`,
    never:
      'Nothing at the service is ever replaced: where a file of the same name has other bytes, they become a version of it, or a file beside it where it is too large.',
  },

  labels: {
    about: 'They go with each file, so that whoever finds it knows where it comes from.',
    instrument: 'Instrument',
    location: 'Location',
    operator: 'Operator',
    operators: { none: 'Not told', fixed: 'Always the same', path: 'Found in the path' } satisfies {
      readonly [K in ZoneWish['operator']['kind']]: string;
    },
    person: 'Name of the operator',
    pattern: 'Pattern',
    patternHint: 'A regular expression whose first group is the name, such as ^([^/]+)/ for the first folder.',
    tags: 'Tags',
    tagsHint: 'Divided by commas.',
    description: 'Description',
    descriptionHint: '{run} and the others may stand in it.',
  },

  proof: {
    verify: 'After they arrived, files are',
    verifies: {
      all: { label: 'All read back and compared', hint: 'The surest, and each byte travels twice.' },
      sample: {
        label: 'Read back as a sample',
        hint: 'One in twenty. The others are safe to remove only once verified.',
      },
      none: { label: 'Not read back', hint: 'The service’s word is taken for it.' },
    } satisfies { readonly [V in ZoneWish['verify']]: { readonly label: string; readonly hint: string } },
    manifest: 'Write manifest-sha256.txt beside the files of each run',
    start: 'Send',
    starts: {
      all: 'Everything, also what is there already',
      since: 'What comes from now on, and of what is there only runs that changed since',
    },
    there: (test: ZoneTest): string =>
      `There ${test.wouldSend === 1 ? 'is' : 'are'} ${formatCount(test.wouldSend, 'file')} (${formatBytes(test.wouldSendBytes)}) there now.`,
    since: 'First day',
    stalled: 'Alert when something finished waits longer than, in hours',
    wipe: 'The facility wipes this disk after, in days',
    wipeHint: 'Empty: it does not. An alert comes before.',
  },

  test: {
    about: 'Nothing is sent yet. This is what the drop zone would do with what is in its folder now.',
    againstTitle: 'It cannot be started like this',
    send: 'Would be sent',
    into: 'Into the folder of the service',
    skip: 'Would be skipped',
    cannot: 'Cannot be read',
    verdict: 'What happens',
    path: 'File',
    to: 'Where in it',
    size: 'Size',
    rows: 'Dry run',
    first: (count: number): string => `At most ${count} of each kind are listed.`,
    start: 'Start the drop zone',
    save: 'Save',
    saving: 'Saving…',
    again: 'Look again',
    started: (name: string): string => `The drop zone “${name}” was started.`,
    saved: (name: string): string => `“${name}” was changed.`,
  },

  number: (least: number, most: number): string => `Write a whole number from ${least} to ${most}.`,
} as const;
