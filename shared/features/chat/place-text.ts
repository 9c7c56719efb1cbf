import { formatCount } from '../../text/format.ts';

/** What chat is called wherever it can be entered. */
export const chatPlace = {
  title: 'Chat',
  ready: (count: number) => `${formatCount(count, 'new reply', 'new replies')}`,
  ask: 'Ask the agent',
  askAbout: 'Ask the agent…',
  saving: {
    title: (name: string) => `Save “${name}” into a folder`,
    hint: 'A file is made there from it, with a word about the task it came from. Nothing is replaced, and the file stays in the task.',
    label: 'Folder',
    yes: 'Save',
    doing: (name: string) => `“${name}” is being saved…`,
    saved: (name: string, folder: string) => `“${name}” was saved into “${folder}”.`,
  },
  downloadAbout:
    'A copy is saved there, whole or not at all. Nothing is replaced: a taken name becomes “name (2)”. The file stays in the task, and the copy is not kept in step.',
  keeping: {
    doing: (name: string) => `“${name}” is being kept on this computer…`,
    done: (name: string) => `“${name}” is kept on this computer.`,
  },
} as const;
