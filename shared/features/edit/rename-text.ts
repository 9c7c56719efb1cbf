/** Why something cannot have another name. */
export const renameTexts = {
  gone: 'It is no longer there, so it cannot be renamed. Nothing was changed.',
  unusable: (name: string) => `'${name}' is no name for a file or folder on this computer. Choose another one.`,
  taken: (name: string) => `Something else is called '${name}' already. Choose another name; nothing was changed.`,
  onlyReceives: 'This mirror only downloads, so nothing is renamed at the service. Nothing was changed.',
  notToRename: (id: string) => `Problem '${id}' is about no single file or folder, so there is nothing to rename.`,
} as const;
