/** In the place of a mirrored folder's name: before it is known, and when the folder is no longer kept in step. */
export const mirrorNameTexts = { unread: '…', gone: 'a folder that is no longer kept in step' } as const;

/** What is said when a folder is no longer kept in step. */
export const stopMirrorWords = {
  title: (name: string) => `Stop syncing '${name}'?`,
  text: (local: string) =>
    `All files stay where they are, in '${local}' and at the service. From then on changes on one side no longer reach the other.`,
  unsent: (count: string) =>
    `${count} between the two sides are not carried out yet. They stay where they were made, and will not be.`,
  again: 'You can add the folder again later: what is equal is not sent or downloaded again.',
  confirm: 'Stop syncing it',
  done: (name: string) => `'${name}' is no longer kept in step. Its files stay where they are.`,
} as const;
