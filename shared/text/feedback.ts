/** What the window's one toast says beside what was done. */
export const feedbackTexts = {
  /** The name of its place, for screen readers. */
  region: 'What was just done',
  undo: 'Undo',
  show: 'Show',
  close: 'Close',
  /** Told with the sentence, because a toast leaves by itself. */
  keysOf: { undo: 'Ctrl+Z takes it back.', show: 'F8 leads to it.' },
  serviceSaid: 'The service said',
} as const;
