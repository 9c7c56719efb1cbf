import type { WorkingCopyState } from './files-model.ts';
import { shownName } from '../../text/shown-name.ts';

/** The words of the window's working copies: files that are edited in a task before they become a version. */
export const copyWindow = {
  label: 'Working copies',
  states: {
    same: 'Not changed yet',
    edited: 'Edited',
    behind: 'Original is newer',
    both: 'Both changed',
    committed: 'Committed',
    gone: 'Gone',
    unknown: 'Not known now',
  } satisfies { readonly [S in WorkingCopyState]: string },
  of: (name: string) => `Working copy of “${shownName(name)}”`,
  compare: 'Compare with the original',
  commit: 'Commit…',
  forget: 'Forget…',
  toTask: 'Go to the task',
  lookAgain: 'Look again',
  preview: 'Look into the copy',
  sideCopy: 'The copy',
  sideOriginal: 'The original',
  start: {
    here: 'Edit a copy in this task',
    title: (name: string) => `Edit a copy of “${shownName(name)}” in a task`,
    hint: 'The service makes a copy of the published file for the task, and the agent edits the copy. The original stays as it is until you commit.',
    yes: 'Make the copy',
    doing: (name: string) => `A working copy of “${shownName(name)}” is being made…`,
    done: (name: string, task: string) =>
      `There is a working copy of “${shownName(name)}” for the task “${shownName(task)}”. The original stays as it is until you commit.`,
  },
  committing: {
    title: (name: string) => `Commit the copy of “${shownName(name)}”?`,
    text: 'What is in the copy becomes the next version of the original. The version that is current now stays in its history.',
    seen: 'Only what you saw is committed: if either has a newer version by now, nothing is done.',
    bothTitle: 'The original has changed since the copy was made',
    both: 'Committed, the copy stands above that newer version, which stays in the history only. To have both, compare them and take parts of each instead.',
    yes: 'Commit',
    done: (name: string) => `“${shownName(name)}” has the content of the copy as its newest version.`,
  },
  forgetting: {
    title: (name: string) => `Forget the working copy of “${shownName(name)}”?`,
    text: 'It is not listed here any more. At the service the copy stays, among your files that are in no folder; the original is not touched.',
    unsaved: 'What was edited in it and not committed is then only in that file.',
    yes: 'Forget it',
    done: (name: string) => `The working copy of “${shownName(name)}” is not listed here any more.`,
  },
} as const;

/** The words of choosing a task. */
export const taskChoiceWords = {
  label: 'Task',
  search: 'Search tasks',
  clear: 'Empty the search field',
  reading: 'Reading your tasks…',
  none: 'You have no active task. Ask the agent something in Chat first.',
  noFit: 'No task fits.',
  untitled: 'Task without a title',
  more: 'There are more tasks than are listed here. Search for yours.',
  old: 'The service does not answer. These are the tasks as it last said.',
} as const;

/** The words of saving what is on show to a task. */
export const viewWords = {
  action: 'Save to a task…',
  title: 'Save this view to a task',
  hint: 'The rows on show, sorted and narrowed as they are, become a CSV file of the task, with a note of the file and version they come from. The file itself is not changed.',
  pictureTitle: 'Save this picture to a task',
  pictureHint: 'The picture becomes a file of the task, with a note of the file and version it was drawn from.',
  part: 'Only the beginning of the file was read, so rows after it are not in this view.',
  name: 'Name in the task',
  yes: 'Save',
  tooLarge: (most: string) =>
    `This is more than ${most}. Narrow the rows and save again, or ask the agent about the whole file.`,
  fileName: (name: string) => `${name.replace(/\.[^.]{1,5}$/, '')}, view.csv`,
  withEnding: (name: string) => (/\.csv$/i.test(name) ? name : `${name}.csv`),
} as const;
