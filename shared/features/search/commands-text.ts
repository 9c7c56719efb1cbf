/** The words of what can be done from the search field. `words`: other names that people may type. */
export const commandTexts = {
  heading: 'Commands',
  none: (text: string) => `No command fits ‘${text}’.`,
  commands: {
    pause: { label: 'Pause', words: 'stop hold sync' },
    resume: { label: 'Resume', words: 'go on continue sync' },
    checkNow: { label: 'Check now', words: 'look refresh sync' },
    newFolder: { label: 'New folder…', words: 'make create directory' },
    newNote: { label: 'New note…', words: 'make create write text file markdown' },
    addDrafts: { label: 'Add files to your drafts…', words: 'upload send drop' },
    chooseFolders: { label: 'Choose folders to keep here', words: 'mirror offline add' },
    files: { label: 'Go to Files', words: 'browse folders open' },
    attention: { label: 'Go to Attention', words: 'conflicts problems decide open' },
    activity: { label: 'Go to Activity', words: 'history transfers waiting open' },
    zones: { label: 'Go to Drop zones', words: 'instruments watched folders runs open' },
    chat: { label: 'Go to Chat', words: 'ask agent conversation task message open' },
    library: { label: 'Go to Library', words: 'published shared organization protocols open' },
    settings: { label: 'Go to Settings', words: 'preferences options limits open' },
    connections: { label: 'Go to Connections', words: 'tools servers providers integrations authorize open' },
    account: { label: 'Go to your account', words: 'profile sign out organization invitation open' },
    organization: { label: 'Go to Organization', words: 'members projects export audit keys manage open' },
    keys: { label: 'Show the keys', words: 'keyboard shortcuts help' },
  },
} as const;

/** One of them. */
export type CommandName = keyof typeof commandTexts.commands;
