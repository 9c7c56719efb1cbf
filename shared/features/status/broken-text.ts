/** Why nothing may be said of both sides: what was seen could not be recorded, or a look broke off. */
export function brokenTexts({ isOfRecords, detail }: { readonly isOfRecords: boolean; readonly detail: string }): {
  readonly title: string;
  readonly text: string;
  readonly remedy: string;
} {
  if (!isOfRecords)
    return {
      title: 'Looking at both sides broke off',
      text: `Benchtop could not finish its last look (${detail}). Your files stay as they are, and it is tried again by itself.`,
      remedy: 'If this stays, start Benchtop again.',
    };
  return {
    title: 'Benchtop’s records cannot be written',
    text: `Benchtop cannot write its records (${detail}). Your files stay as they are; nothing is sent or downloaded until it can.`,
    remedy: 'Free some space on the disk that the records are on; it goes on by itself then.',
  };
}
