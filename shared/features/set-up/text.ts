/** What is said about a place for folders, by its code. */
export const placeTexts = {
  file: () => 'A file has this name. Choose a folder.',
  unreadable: () => 'This place can’t be read. Choose another one, or change its permissions.',
  'no-answer': () => 'This place does not answer. Check the connection to its disk or share, or choose another place.',
  'not-writable': () => 'Nothing can be written here. Choose another place, or change its permissions.',
  system: () => 'This belongs to the system. Choose a folder of your own.',
  home: () => 'This is your whole home folder. Choose a folder in it.',
  synced: (product: string) =>
    `This lies in a folder of ${product}. Two programs that synchronise one folder undo each other’s work. Choose a place outside of it.`,
  'in-mirror': (mirror: string) =>
    `This lies in “${mirror}”, which Benchtop keeps in step already. Choose another place.`,
  ours: () => 'Benchtop keeps its own records here. Choose another place.',
  network: () =>
    'This is on another computer. It works, but changes there are noticed late, and while it can’t be reached nothing is sent or downloaded.',
  removable: () => 'This is a disk that can be taken out. While it is away, nothing is sent, downloaded or removed.',
  long: () => 'This path is long. Files deep inside may not open in some programs of Windows.',
  'little-room': () => 'There is little room left on this disk. What doesn’t fit waits.',
  'not-empty': () => 'There are files here already. They will be compared first; none is overwritten.',
  new: () => 'The folder will be made.',
  empty: () => 'The folder is empty.',
} as const;

/** The engine's other words about setting up. */
export const setUpTexts = {
  noGround: 'This Benchtop can’t look at places on this computer.',
  notAbsolute: (path: string) => `“${path}” is no whole path. It begins at the top, such as /home/ada/Lab.`,
  myFolder: 'My folder',
  drafts: 'Drafts',
  home: 'Home folder',
  top: (path: string) => `Whole computer (${path})`,
} as const;
