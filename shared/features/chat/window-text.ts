import type { TaskState } from './model.ts';
import { formatBytes, formatCount, formatExact } from '../../text/format.ts';
import { shownName } from '../../text/shown-name.ts';

const TITLE_MOST = 60;

/** A title as it stands in a sentence. */
function quoted(title: string): string {
  const plain = shownName(title.replaceAll(/\s+/g, ' ').trim());
  return `“${plain.length > TITLE_MOST ? `${plain.slice(0, TITLE_MOST)}…` : plain}”`;
}

/** The words of the window's chat. */
export const chatWindow = {
  said: {
    sending: 'Written. It is sent now, or once the service answers.',
    working: 'The agent is working.',
    ready: (sentence: string) => (sentence === '' ? 'Reply ready.' : `Reply ready: ${sentence}`),
    finds: (count: number) => (count === 0 ? 'No file fits.' : `${formatCount(count, 'file')}. Arrow keys choose.`),
  },
  serviceSaid: 'The service said',
  again: 'Try again',

  tasks: {
    label: 'Tasks',
    list: 'Tasks with the agent',
    fresh: 'New task',
    search: 'Search tasks',
    clear: 'Empty the search field',
    filter: 'Which tasks',
    filters: { active: 'Active', completed: 'Completed', archived: 'Archived' },
    states: {
      notSent: 'Not sent',
      working: 'Agent working',
      replyReady: 'Reply ready',
      draft: 'Draft',
      quiet: '',
    } satisfies { readonly [S in TaskState]: string },
    untitled: 'Task without a title',
    onlyHere: 'Only on this computer so far',
    more: 'Show more tasks',
    reading: 'Reading your tasks…',
    empty: { active: 'No active tasks.', completed: 'No completed tasks.', archived: 'No archived tasks.' },
    nothing: (search: string) => `No task fits ${quoted(search)}.`,
    asOf: (at: string) => `The service does not answer. These are the tasks as of ${formatExact(Date.parse(at))}.`,
    menu: (title: string) => `What can be done with ${quoted(title)}`,
    rename: 'Rename…',
    complete: 'Mark as completed',
    reopen: 'Mark as active',
    archive: 'Archive',
    unarchive: 'Bring back from the archive',
    renamed: (title: string) => `The task is called ${quoted(title)} now.`,
    statusSet: (title: string, status: string) => `${quoted(title)} is ${status} now.`,
    archived: (title: string) => `${quoted(title)} was archived. Its messages and files stay.`,
    unarchived: (title: string) => `${quoted(title)} is back among your tasks.`,
    renameTitle: 'Rename the task',
    title: 'Title',
    renameYes: 'Rename',
  },

  start: {
    title: 'Ask about your files',
    hint: 'Write a question below. Type @ to name a file, or choose “Ask the agent” on files, a preview or a conflict.',
    privacy: 'Only you can read your conversations. The agent reads the files that you name, and what you may read.',
  },

  conversation: {
    label: (title: string) => `Conversation ${quoted(title)}`,
    reading: 'Reading the conversation…',
    older: 'Reading what was said before…',
    showOlder: 'Show what was said before',
    begin: 'This is where the conversation begins.',
    empty: 'Nothing was said here yet.',
    asOf: (at: string) =>
      `The service does not answer. This is what it said last, as of ${formatExact(Date.parse(at))}. You can go on writing.`,
    notAvailable: 'This conversation is not there for you',
    newBelow: (count: number) => `${formatCount(count, 'new message')} below`,
    toEnd: 'To the newest message',
    you: 'You',
    agent: 'Agent',
    by: (who: string, time: string) => (time === '' ? who : `${who}, ${time}`),
    actions: 'More about this task',
    checkNow: 'Check now',
    keys: 'Alt+PageUp and Alt+PageDown go from message to message, Alt+F2 opens the reading view.',
    unknownStatus: (word: string) =>
      `The service says that this task is ${quoted(word)}, which Benchtop does not know. So it offers to read, write and rename, and no change of status.`,
  },

  reply: {
    partial: 'Not complete yet: the agent is still writing.',
    failed: 'The agent could not finish its reply. What it wrote is kept; you can ask again.',
    unknown: (word: string) => `The service says: ${word}`,
    empty: 'This message has no text.',
    showAll: 'Show all of this reply',
    showLess: 'Show less',
    unread: 'Shown as it is written, because it could not be laid out.',
    cut: 'It goes on, but is too long to be drawn whole. Copy it to see all of it.',
    copy: 'Copy the text',
    copied: 'Copied',
    notCopied: 'It could not be copied.',
    askAgain: 'Ask again',
    tools: 'What can be done with this message',
    working: 'The agent is working',
    since: (clock: string, elapsed: string) => `since ${clock} · ${elapsed}`,
    checked: (ago: string) => `Checked ${ago}`,
    workingHint: 'You can go elsewhere; the reply will be here when you come back.',
    late: 'No reply yet. It may still arrive.',
  },

  table: {
    picture: 'Show as a picture',
    size: (rows: number, columns: number) => `${formatCount(rows, 'row')}, ${formatCount(columns, 'column')}`,
    label: 'Table in the reply',
    copy: 'Copy table',
    open: 'Open larger',
    save: 'Save as CSV',
    saved: (name: string) => `${name} was given to the system to save.`,
    fileName: 'table from the agent.csv',
    keep: 'Save to the task',
    kept: (name: string) => `${quoted(name)} is among the files of this task now.`,
    close: 'Close',
    tooMany: (rows: number) => `The first ${formatCount(rows, 'row')}. Save it as CSV to see all of them.`,
  },
  code: { copy: 'Copy code' },

  outside: {
    title: (host: string) => `Open ${shownName(host)} in your browser?`,
    text: 'A reply links to this address outside of your knowledge base. Nothing was loaded from it.',
    open: (host: string) => `Open ${shownName(host)}`,
    stay: 'Stay here',
    picture: (text: string) =>
      text === '' ? 'Picture on the internet' : `Picture on the internet: ${shownName(text)}`,
  },

  files: {
    label: 'Files of this task',
    show: 'Files of this task',
    hide: 'Hide the files of this task',
    reading: 'Reading the files…',
    empty: 'No files yet. What the agent makes appears here.',
    preview: 'Look into it',
    showInFiles: 'Show in Files',
    share: 'Share…',
    save: 'Save into a folder…',
    saveChip: 'Save…',
    saveInto: (folder: string) => `Save into ${quoted(folder)}`,
    saving: 'Saving…',
    savedIn: (folder: string) => `In ${quoted(folder)}`,
    ofFile: (name: string) => `: ${shownName(name)}`,
    download: 'Download to…',
    keep: 'Keep offline',
    remove: 'Remove from the task…',
    menu: (name: string) => `What can be done with ${quoted(name)}`,
    removeTitle: (name: string) => `Remove ${quoted(name)} from this task?`,
    removeText:
      'The file of the task is removed at the service for good, and the agent cannot use it any more. Copies in your folders stay.',
    removeYes: 'Remove',
    removed: (name: string) => `${quoted(name)} was removed from the task.`,
    sources: { upload: 'Added by you', agent: 'Made by the agent', rendered: 'Saved view' } as {
      readonly [word: string]: string;
    },
    size: (bytes: number | null) => (bytes === null ? '' : formatBytes(bytes)),
    unreachable: 'Not there any more, or not for you',
    missing: "Can't be used any more",
    notSent: 'Not at the service yet; it is sent by itself first',
    uses: { open: 'open file', context: 'to work with', mention: 'mentioned' },
  },

  outbox: {
    states: {
      waiting: 'Waiting',
      sending: 'Sending…',
      checking: 'Looking whether it arrived',
      unsure: 'May have arrived',
      failed: 'Not sent',
    },
    waits: 'It is kept here and will be sent by itself.',
    after: (wait: string) => `Next try in ${wait}.`,
    retry: 'Try again',
    sendAnyway: 'Send again anyway',
    cancel: 'Cancel',
    edit: 'Edit',
    withoutMissing: (files: number) => `Remove ${formatCount(files, 'file')} and send`,
    replace: 'Replace…',
    cancelled: 'Taken out. It will not be sent.',
    mayHaveArrived: 'It was under way once, so the agent may answer it all the same.',
    waitsAgain: 'It waits to be sent again.',
    label: (state: string) => `Your message: ${state}`,
  },

  uploads: {
    label: 'Files of this computer that go with the message',
    unknown: 'A file',
    gone: 'No longer kept here; choose it again',
    states: {
      coming: 'Being copied…',
      kept: 'Safe here, goes with the message',
      sending: 'Being sent',
      ready: 'At the service',
      failed: 'Not taken',
    },
    sending: (percent: number) => `Being sent, ${percent} %`,
  },

  composer: {
    attach: 'Add files of this computer…',
    drop: 'Add to your message',
    dropHint: 'They go to the agent with the message and stay with the task. Nothing is sent before you send it.',
    attached: (files: number) => `${formatCount(files, 'file')} added to your message.`,
    notAttached: (names: readonly string[]) =>
      `Not added: ${names.map(shownName).join(', ')}. The file is where it was; try again, or choose another.`,
    tooManyFiles: (most: number) => `At most ${most} files go with one message. The others were not added.`,
    copying: 'It can be sent as soon as its files are copied.',
    label: 'Message to the agent',
    placeholder: 'Ask the agent. @ names a file.',
    send: 'Send',
    save: 'Save and send',
    hints: {
      enter: 'Enter sends, Shift+Enter begins a line.',
      command: 'Ctrl+Enter sends, Enter begins a line.',
    },
    sendWith: 'How to send',
    sendKeys: { enter: 'Enter sends', command: 'Ctrl+Enter sends' },
    files: 'Files that go with this message',
    context: (files: number) =>
      `With your message the agent is told of ${formatCount(files, 'file')} and may read ${files === 1 ? 'it' : 'them'}. Nothing is sent before you send it.`,
    remove: (name: string) => `Leave out ${name}`,
    editing: 'You are changing a message that was not sent.',
    stopEditing: 'Leave it as it is',
    sentMeanwhile: 'It was sent meanwhile as it was. What you changed stands here as a new message; nothing is lost.',
    notKept: 'Benchtop does not answer, so what you write is only in this window until it does.',
    tooLong: (over: number) => `${formatCount(over, 'character')} too long: 50,000 fit into a message.`,
    mentions: 'Files that may be meant',
    asking: 'Asking the service…',
    fromTask: 'From a task with the agent',
    replaceHint: 'Leave out what can’t be used, or name another file with @.',
  },

  reading: {
    open: 'Reading view',
    title: (title: string) => `Reading view of ${quoted(title)}`,
    close: 'Close',
    older: 'Show earlier messages',
    part: (count: number, all: number) => `The last ${formatCount(count, 'message')} of ${all} that are read so far.`,
  },
};
