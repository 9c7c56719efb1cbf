import { formatBytes, formatCount } from '../../text/format.ts';

/** What is said of files that go with messages, or come out of conversations (ux B10). */
export const chatFileTexts = {
  noUpload: 'This file is not on its way any more. Choose it again.',
  unnamed: 'File',
  inMessage: 'This file goes with a message that is not sent yet. Take it out of the message first.',
  tooMany: 'Too many files wait to go with messages. Nothing was added; what is there stays.',
  vanished: (name: string) =>
    `'${name}' is no longer kept here as it was chosen, so it was not sent. Remove it from the message and choose it again.`,
  refused: (name: string, said: string) =>
    `The service did not take '${name}', so the message was not sent${said === '' ? '' : ` (${said})`}. Remove the file and send again; it is still where you chose it.`,
  tooLarge: (name: string, sizeBytes: number) =>
    `'${name}' (${formatBytes(sizeBytes)}) is too large for the service, so the message was not sent. Remove the file and send again; it is still where you chose it.`,
  notAllowed: (name: string) =>
    `You may not add '${name}' to this task, so the message was not sent. Remove the file and send again.`,
  waits: (files: number) => `Waits until ${formatCount(files, 'file')} of it ${files === 1 ? 'is' : 'are'} sent.`,
  again: (files: number) =>
    `${formatCount(files, 'file')} of this message ${files === 1 ? 'is' : 'are'} no longer in the task. Try again to send ${files === 1 ? 'it' : 'them'} once more.`,
  gone: 'This file is no longer available in the task.',
  notWhole: 'What came is not the whole file. Nothing was saved; try again.',
  aPage: 'Something else answered in place of the service, with a web page. Nothing was saved.',
  tooLargeToShow: (mostBytes: number) =>
    `Files of tasks up to ${formatBytes(mostBytes)} can be looked into here. Save this one to look into it.`,
  offline: 'The service cannot be reached, so this cannot be done now. Nothing was changed.',
  unsureSaved:
    'The connection broke before the service answered, so it is not known whether the file was saved. Look into the folder before you try again.',
  folderNotSent: 'This folder is not at the service yet. Try again once it was sent.',
  origin: (title: string, day: string) => `From the task '${title}', ${day}`,
  notNoted: 'The file is saved. The service did not take the note about the task it came from.',
  noBase:
    'This file is not in the knowledge base any more, so it cannot be kept offline by itself. Save it to a folder.',
  badName: (name: string) => `'${name}' is no name for a file.`,
  inMirror: 'It is in a folder that is synced with this computer, so it is here already.',
  inMirrorAway: 'It is in a folder that is synced with this computer. Keep it offline there.',
  willBeKept: 'It will be kept on this computer, to look into offline.',
  emptyView: 'There is nothing in this view to save.',
  viewNotSaved:
    'The connection broke before the service said whether the view was saved. Look at the files of the task before you try again.',
  viewNotListed:
    'The service took the view and does not list it among the files of the task. Look there again before you save it once more.',
  workingCopy: {
    same: (task: string) => `Nothing was changed in it yet. It belongs to the task '${task}'.`,
    edited: (task: string) => `The copy for the task '${task}' was edited.`,
    byAgent: (task: string) => `Edited by the agent in the task '${task}'.`,
    behind: (task: string) =>
      `Nothing was changed in it, and the original has a newer version. It belongs to the task '${task}'.`,
    both: (task: string) =>
      `The copy for the task '${task}' was edited, and the original has a newer version too. Compare them before you commit.`,
    committed: (task: string) => `Its changes are in the original. It belongs to the task '${task}'.`,
    gone: 'The copy or its original is no longer there, or not for you.',
    unknown: 'The service does not say how it is now.',
  },
  notPublished: (said: string) =>
    `The service makes no working copy of this file${said === '' ? '' : ` (${said})`}. It makes them of published files.`,
  unsureCopy:
    'The connection broke before the service answered. If it made a copy it is at the service, among your files that are in no folder; nothing else was changed.',
  unsentCopy: (name: string) =>
    `'${name}' was changed on this computer and is not sent yet. No copy was made; try again once it was sent.`,
  unsent: (name: string) =>
    `'${name}' was changed on this computer and is not sent yet. Nothing was committed; try again once it was sent.`,
  notSeen:
    'The copy or its original has a newer version by now than the one you saw. Nothing was committed; compare them again.',
  heldToBase:
    'The service commits a copy only while its original is what the copy was made from, and somebody has changed it since. Nothing was committed. Compare them and take parts of both: that is saved as a version of the original.',
  nothingNew: 'There is nothing new in the copy. Nothing was committed.',
  notCommitted: (said: string) =>
    `The service did not commit it${said === '' ? '' : ` (${said})`}. Nothing was changed.`,
  unsureCommitted:
    'The connection broke before the service answered, and it does not show whether the copy was committed. Compare both before you try again.',
  noCopy: 'This working copy is not listed here.',
  onlyHere: 'The service could not be asked, so only what is known here is shown.',
} as const;

/** What the commands say. */
export const chatFileCommandTexts = {
  attach: 'files of this computer that go with it; they are only read',
  save: 'Saves a file of a task into a folder of the knowledge base, or with --local to a place on this computer.',
  keep: 'Keeps a file of a task on this computer, to look into offline.',
  view: 'Saves a file that was made from another to a task, with a note of which file and version it was made from.',
  copies: 'Lists the working copies that were made here.',
  copy: 'Working copies of published files, edited in a task.',
  start: 'Makes a copy of a published file for editing it in a task.',
  commit: 'Makes the content of a working copy the next version of its original.',
  forget: 'Lists a working copy no longer. At the service it stays.',
  preview: 'Says what a file of a task is, and with --text what is in it.',
  ofTask: 'Says from which task a file came that was saved or kept here.',
  noOrigin: 'It is not known to have come from a task.',
  detach: 'Takes a file out of a message that has not been sent. Its bytes stay in the store for 30 days.',
  detached: 'Taken out of the message.',
  largeView: (mostBytes: number) => `A view may have ${formatBytes(mostBytes)} at most. Nothing was sent.`,
  mention: 'Finds files that a message may name: here first, then at the service.',
  where: 'Name a folder with --to, or a place on this computer with --local.',
  oneOf: 'Give either --to or --local.',
  unread: (path: string) => `'${path}' cannot be read. Nothing was sent.`,
  noFile: (path: string) => `'${path}' is a folder. Name a file.`,
  saved: (name: string, origin: string) => `Saved as '${name}'. ${origin}.`,
  noCopies: 'There are no working copies.',
  committed: 'Committed. The original has it as its newest version.',
  noMentions: 'Nothing was found.',
} as const;
