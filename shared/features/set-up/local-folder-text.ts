/** The words around choosing a folder of this computer. */
export const localFolderTexts = {
  choose: 'Choose…',
  close: 'Close the tree',
  tree: 'Folders of this computer',
  reading: 'Reading the folders…',
  unreadable: 'This folder cannot be read.',
  'no-answer': 'Its disk or share does not answer.',
  more: 'There are more; type the path of another one.',
  said: 'The system said',
  dialog: 'Choose a folder',
} as const;
