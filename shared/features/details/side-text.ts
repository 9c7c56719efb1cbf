/** The words at the head of the panel beside the files: its two sides, its neighbours, what can be done. */
export const sideTexts = {
  sides: 'What the panel shows',
  preview: 'Preview',
  details: 'Details',
  before: 'Previous in the list',
  after: 'Next in the list',
  deeds: { open: 'Open', download: 'Download', ask: 'Ask the agent', history: 'History' },
  share: 'Share…',
  /** Of the folder on show, where nothing in it is chosen. */
  shareFolder: (name: string) => `Share “${name}”…`,
  putBack: 'Put back',
  note: 'Say what the next version changes',
  describe: 'Edit description and tags',
  undescribed: 'No description yet.',
} as const;
