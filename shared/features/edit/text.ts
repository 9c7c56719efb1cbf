import type { OlderWeight } from './model.ts';
import type { Reader } from '../sharing/audience-model.ts';
import { EVERYBODY } from '../sharing/effective-access.ts';
import type { AccessEffect } from '../sharing/model.ts';
import { olderCount } from '../../text/faults.ts';
import { formatBytes, formatCount } from '../../text/format.ts';
import { afterMove, capitalized, effectsText } from '../sharing/text.ts';
import { shownName } from '../../text/shown-name.ts';

/** The words of everything that is done with files. */
export const acting = {
  toolbar: 'What can be done here',
  menu: 'What can be done with it',
  selected: (count: number, sizeBytes: number, hasUnknown: boolean) =>
    `${formatCount(count, 'item')} selected${sizeBytes > 0 ? ` · ${formatBytes(sizeBytes)}` : ''}${hasUnknown && sizeBytes > 0 ? ' in files' : ''}`,
  clear: 'Clear selection',
  more: 'More',
  add: 'Add',
  actions: {
    open: 'Open',
    openHere: 'Open in its program',
    reveal: 'Show in its folder',
    preview: 'Preview',
    newFolder: 'New folder…',
    newNote: 'New note…',
    addFiles: 'Add files…',
    addFolder: 'Add a folder…',
    keep: 'Keep offline',
    free: 'Free up space',
    copyTo: 'Copy to a folder…',
    publish: 'Publish in the library…',
    withdraw: 'Take out of the library…',
    download: 'Download to…',
    askAgent: 'Ask the agent…',
    editCopy: 'Edit a copy in a task…',
    versions: 'Version history…',
    share: 'Share…',
    rename: 'Rename…',
    move: 'Move…',
    clearFolder: 'Take out of its folder…',
    describe: 'Description and tags…',
    details: 'Details',
    copyPath: 'Copy path',
    copyId: 'Copy id',
    remove: 'Remove…',
  },
} as const;

function things(files: number, folders: number): string {
  const parts = [files > 0 ? formatCount(files, 'file') : '', folders > 0 ? formatCount(folders, 'folder') : ''];
  return parts.filter(part => part !== '').join(' and ');
}

/** What dialogs ask. */
export const questionTexts = {
  said: 'The service said',
  cancel: 'Cancel',
  busy: 'One moment…',
  newFolder: {
    title: (folder: string) => `New folder in “${folder}”`,
    label: 'Name',
    yes: 'Make folder',
  },
  newNote: {
    title: (folder: string) => `New note in “${folder}”`,
    label: 'Name',
    hint: 'Without an ending it becomes a Markdown file (.md).',
    text: 'Text',
    placeholder: 'Write here…',
    yes: 'Save note',
  },
  rename: {
    title: (name: string) => `Rename “${name}”`,
    label: 'New name',
    yes: 'Rename',
    extension: 'The ending of the name changes, and with it the program that opens the file.',
    slash: 'On this computer “/” and “\\” become look-alike signs; at the service the name is as you type it.',
  },
  move: {
    title: (names: string) => `Move ${names}`,
    label: 'Move into',
    yes: 'Move here',
    reading: 'Reading…',
    /** `names`: null while the service does not tell. */
    wider: (names: readonly string[] | null) =>
      names === null
        ? 'The service does not tell who could open it there. Nothing was moved yet.'
        : `After the move, ${listed(names)} can open it too. Nothing was moved yet.`,
    /** How many more: everybody is not one more, and a team is no person. */
    widerTitle: (who: readonly Reader[]) =>
      who.some(({ key }) => key === EVERYBODY)
        ? 'The whole organization can read it after the move'
        : `${formatCount(who.length, 'more reader', 'more readers')} after the move`,
    widerYes: 'Move all the same',
    widerCommand: 'To move it all the same, give the command again with --wider.',
    widerAgreed: (names: readonly string[] | null, isSent: boolean) => {
      if (names === null) return 'It is moved although the service does not tell who can open it there.';
      return isSent
        ? `${listed(names)} can open it now, too.`
        : `Once the service has it there, ${listed(names)} can open it too.`;
    },
    changes: afterMove,
    /** Who can do less; `isSent`: the service has carried it out. */
    lost: (effects: readonly AccessEffect[], isSent: boolean) =>
      isSent ? `${capitalized(effectsText(effects))}.` : `Once the service has it there, ${effectsText(effects)}.`,
    notBack: (names: readonly string[] | null) =>
      names === null
        ? 'Nothing was moved back: the service does not tell who could open it there.'
        : `Nothing was moved back: ${listed(names)} could open it there.`,
  },
  clearFolder: {
    title: (names: string) => `Take ${names} out of the folder?`,
    sentence:
      'The file stays at the service with its versions and shares, but in no folder: you find it under “Not in a folder”. The copy in the mirrored folder on this computer goes into the store and is kept there for 30 days.',
    yes: 'Take out of the folder',
  },
  remove: {
    title: (names: string) => `Remove ${names}?`,
    counting: 'Counting what is in it…',
    whole: (files: number, folders: number, size: string) =>
      `This removes ${things(files, folders) || 'nothing'}${size}.`,
    unseen: (count: number) =>
      `${formatCount(count, 'item')} of the service ${count === 1 ? 'is' : 'are'} in no mirrored folder, so what is in it was not counted. A folder is archived with everything in it and can be restored.`,
    everywhere: 'It goes at the service too, and the service has no way to bring files back.',
    /** `names`: who can open it there; null while it is not known. */
    losers: (names: readonly string[] | null) =>
      names === null || names.length === 0
        ? 'Everybody else who can open it there loses it too.'
        : `Whoever can open it there loses it: ${listed(names)}.`,
    kept: 'A copy of every file is kept on this computer for 30 days.',
    /** What becomes of older versions; a sentence for each that is so. */
    older: ({ kept, keptBytes, lost, lostBytes, unknownFiles, keepsNone }: OlderWeight): readonly string[] => [
      ...(kept === 0 ? [] : [`${olderCount(kept, keptBytes)} will be downloaded first and kept with it.`]),
      ...(lost === 0
        ? []
        : [
            `${olderCount(lost, lostBytes)} will be lost, because there is no room set aside for them on this computer.`,
          ]),
      ...(unknownFiles === 0
        ? []
        : [
            `Which older versions ${formatCount(unknownFiles, 'file')} ${unknownFiles === 1 ? 'has' : 'have'} is not known now. ${keepsNone ? 'None of them are kept.' : 'When not all of them can be kept, you are asked first.'}`,
          ]),
    ],
    hold: (seconds: number) =>
      seconds === 0
        ? 'It is removed at the service at once, with the next sync.'
        : `What is on this computer is removed at the service after ${duration(seconds)} at the earliest, and you can undo it in that time.`,
    fetched: (count: number) =>
      `${formatCount(count, 'file')} ${count === 1 ? 'is' : 'are'} only online and will be downloaded first, so that a copy is kept.`,
    unsent: (count: number) =>
      `${formatCount(count, 'file')} ${count === 1 ? 'has' : 'have'} changes that the service does not have. They are kept in that copy only.`,
    asked: 'Because these are many, you will be asked once more before they are removed at the service.',
    type: (count: number) => `Type ${count} to remove ${formatCount(count, 'file')}`,
    more: (count: number) => `and ${formatCount(count, 'more', 'more')}`,
    yes: 'Remove',
  },
  names: (names: readonly string[]) => (names.length === 1 ? `“${names[0] ?? ''}”` : formatCount(names.length, 'item')),
} as const;

/** What is said once something was done. */
export const doneTexts = {
  kept: (files: number) =>
    files === 0
      ? 'Everything of it is kept on this computer already.'
      : `${formatCount(files, 'file')} will be downloaded and kept on this computer.`,
  freed: (files: number, sizeBytes: number) =>
    files === 0
      ? 'No space was freed.'
      : `${formatBytes(sizeBytes)} freed: ${formatCount(files, 'file')} ${files === 1 ? 'is' : 'are'} only online now.`,
  stays: (path: string, why: string) => `“${path}” stays: ${why}`,
  copied: (text: string) => `Copied: ${text}`,
  folderMade: (name: string) => `The folder “${name}” was made.`,
  noteMade: (name: string) => `“${name}” was saved.`,
  renamed: (from: string, to: string) => (from === to ? `It is called “${to}”.` : `“${from}” is called “${to}” now.`),
  moved: (count: number, folder: string) =>
    count === 0 ? 'Nothing was moved.' : `${formatCount(count, 'item')} moved to “${folder}”.`,
  movedBack: (count: number) => `${formatCount(count, 'item')} moved back.`,
  takenOut: (count: number) =>
    count === 0
      ? 'Nothing was changed.'
      : `${formatCount(count, 'file')} taken out of the folder. You find ${count === 1 ? 'it' : 'them'} at the service under “Not in a folder”.`,
  removed: (files: number, folders: number) =>
    files + folders === 0
      ? 'Nothing was removed.'
      : `${things(files, folders)} removed. The bytes of every file are kept on this computer for 30 days.`,
  broughtBack: (files: number, folders: number) => `${things(files, folders)} brought back.`,
  left: ({ path, text }: { readonly path: string; readonly text: string }) => `“${path}” stays: ${text}`,
} as const;

/** Why a name cannot be given, by what is wrong with it. */
const NAMES = {
  empty: 'A name needs at least one letter, digit or sign. Type one.',
  dots: '“.” and “..” mean folders on every computer, so nothing can be called that. Choose another name.',
  'hidden-signs':
    'The name holds signs that nobody sees, such as line breaks or turns of the reading direction. Type it anew.',
  'too-long': 'The name is longer than 255 signs (or bytes), and not every computer can keep it. Choose a shorter one.',
  ours: '“.benchtop” is the folder of Benchtop’s own records. Choose another name.',
};

/** Why something that was asked for is not done. Each says what happened, what is safe and what to do. */
export const refusalTexts = {
  noId: (id: string) => `'${id.slice(0, 40)}' is no id of a file or folder. Take one from: benchtop files list --json`,
  unknownPath: (path: string) => `'${path}' is neither here nor at the service, as far as is known. Check the name.`,
  notMirrored: 'It is in no mirrored folder, so there is no place for it on this computer. Mirror its folder first.',
  name: (trouble: keyof typeof NAMES): string => NAMES[trouble],
  noteEmpty: (name: string, why: string) =>
    `“${name}” was made at the service, but its text was not taken: ${why} Keep the text, and save it under another name.`,
  taken: (name: string) =>
    `There is a “${name}” already. Nothing was changed; choose another name, or rename the other one first.`,
  intoItself: 'A folder cannot be moved into itself. Nothing was changed; choose another folder.',
  noFolder: 'That is a file, not a folder. Choose a folder.',
  noPlace: 'Things are kept in folders, and this is a list. Open a folder, and do it there.',
  whichFolder: 'That folder is not there any more. Choose another one.',
  noParent: 'It is in no folder, or in one that you cannot open, so it cannot be renamed here.',
  mirrorsOwn: 'This is the mirrored folder itself; it stays as it is. To stop mirroring it: benchtop mirror remove',
  downloadsOnly:
    'This folder only downloads: nothing that is done here reaches the service, so nothing was changed. Do it at the service.',
  notSent: (name: string) =>
    `“${name}” has changes that are not sent yet, and this is done at the service. Nothing was changed; try again when it is in step.`,
  folderNotSent: 'The service does not have that folder yet. Nothing was changed; try again when it is in step.',
  changedJustNow: (name: string) =>
    `“${name}” was changed just now. Nothing was done to it; look again and decide then.`,
  changesNow: 'It is being changed right now. It stays; try again in a moment.',
  otherThing: 'It is neither a file nor a folder, so Benchtop leaves it alone.',
  notEmpty: 'Something is in it that was not there before. The folder stays; look again and decide then.',
  storeFull: (name: string) =>
    `The store that keeps what is removed has no room for “${name}”, so it was not removed. Make room, or raise storeMaxBytes.`,
  otherBytes: (name: string) =>
    `The service sent other bytes than “${name}” had, so it was not removed. Try again later.`,
  onlyFiles: 'Only files can be taken out of their folder. Nothing was changed.',
} as const;

/** What the command line says beyond the window. */
export const fileCommandTexts = {
  group:
    'Does things with files and folders. What is on this computer is changed here and carried to the service, also offline; what is not is changed at the service at once. Nothing is ever replaced.',
  noFolder: (path: string) => `'${path}' is a file, not a folder. Name a folder.`,
  several: (path: string, ids: readonly string[]) =>
    `Several things are called '${path}': ${ids.join(', ')}. Name the one you mean by its id.`,
  remove:
    'Removes files and folders, here and at the service. The bytes of every file are kept in the store for 30 days, with as many of its older versions as there is room for; about others you are asked first. Without --yes it only says what would be removed.',
  would: (files: number, folders: number, sizeBytes: number) =>
    `This would remove ${things(files, folders) || 'nothing'}, ${formatBytes(sizeBytes)}. To do it, add --yes.`,
  olderAsked: 'With --yes, that file waits for your answer first: benchtop problems list',
  undo: (ids: readonly string[]) => `To take it back: ${ids.map(id => `benchtop undo ${id}`).join('; ')}`,
  put: 'Copies files and folders of this computer into a folder, and prints what came of it. Folders keep their structure; a name that is taken becomes name (2).',
  renamed: (from: string, to: string) => `'${from}' is there already, so this one is '${to}'.`,
  added: (files: number, sizeBytes: number, folder: string) =>
    `${formatCount(files, 'file')} (${formatBytes(sizeBytes)}) added to '${folder}'.`,
  unread: (path: string) => `'${path}' cannot be read. Check its name and permissions.`,
} as const;

/** So many names are listed; the others are counted. */
const LISTED = 5;

function listed(names: readonly string[]): string {
  const first = names.slice(0, LISTED).map(shownName);
  const more = names.length - first.length;
  const parts = more > 0 ? [...first, formatCount(more, 'more', 'more')] : first;
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function duration(seconds: number): string {
  return seconds % 60 === 0 ? formatCount(seconds / 60, 'minute') : formatCount(seconds, 'second');
}
