import { formatCount } from '../../text/format.ts';

/** What chat says (ux B10). */
export const chatTexts = {
  notAvailable: "This task isn't available to you. Conversations are private to the person who started them.",
  waits: 'Will be sent when the service answers.',
  toldToWait: 'The service asked us to wait. It will be sent by itself.',
  checking: 'The connection broke while it was sent. Looking whether it arrived before anything is sent again.',
  unsure:
    'It may have arrived, and the service does not show for certain whether it did. It is not sent again unless you say so.',
  signedOut: 'Waits until you sign in again.',
  expired: (files: number) =>
    `${formatCount(files, 'file')} of this message can't be used any more. Remove or replace ${files === 1 ? 'it' : 'them'}, then send again.`,
  refusedFiles: 'The service says that something this message names is no longer there.',
  empty: 'Write something first. Nothing was sent.',
  noSuchMessage: 'This message does not wait any more. It was sent or taken out.',
  onItsWay: 'It may have arrived already, so it cannot be changed. Wait until that is known.',
  noSuchTask: 'There is no such conversation here.',
  noSuchFile: 'This file does not go with this message.',
  noTitle: 'A task needs a title. Nothing was changed.',
  tooMany: 'Too many messages wait to be sent. Nothing was added; what is there stays.',
  newTask: 'New task',
};

/** What the commands of chat say. */
export const chatCommandTexts = {
  noneCalled: (name: string) => `No file of this task is called '${name}'. See: benchtop chat files TASK`,
  severalCalled: (name: string, ids: readonly string[]) =>
    `${ids.length} files of this task are called '${name}'. Name the one that is meant by its id: ${ids.join(', ')}`,
  summary: 'ask the lab agent, and read what it said',
  group: 'Conversations with the lab agent about your files.',
  ask: 'Asks the agent, waits for the reply and prints it, with the files it names.',
  list: 'Lists your tasks.',
  show: 'Prints what was said in a task.',
  outbox: 'Lists the messages that have not been sent, each with its reason.',
  retry: 'Tries a message of the outbox again.',
  edit: 'Changes the text of a message that has not been sent.',
  cancel: 'Takes a message out of the outbox.',
  rename: 'Gives a task another title.',
  status: 'Says that a task is active or completed.',
  archive: 'Archives a task.',
  unarchive: 'Brings an archived task back.',
  files: 'Lists the files of a task.',
  removeFile: 'Removes a file of a task.',
  draft: 'Prints or sets what is being written; without a task: of a new one.',
  noTasks: 'There are no tasks.',
  empty: 'Nothing waits to be sent.',
  sent: (task: string) => `Sent. Task: ${task}`,
  kept: (id: string, note: string) => `Not sent yet; kept as ${id}. ${note}`,
  lacks: (id: string, names: readonly string[]) =>
    `Can't be used any more: ${names.join(', ')}. Take the message out (benchtop chat cancel ${id}), then ask again with other files.`,
  goesOn: 'It is sent by itself while Benchtop runs, or when the same question is asked again.',
  unknown: (id: string, note: string) =>
    `It is not known yet whether it arrived; kept as ${id}. ${note} The same question asked again is not sent a second time.`,
  noReply: (task: string) =>
    `Sent, but the reply is not known here yet. It will be in this task: benchtop chat show ${task}`,
  stopped:
    'Stopped before the reply. The question may have been sent (see: benchtop chat list); asked again, it is not sent a second time.',
  brokeOff:
    'Benchtop ended before it answered. The question may have been sent (see: benchtop chat list); asked again, it is not sent a second time.',
  notTaken: 'Benchtop ended before it took the question. It was not sent. Try again in a moment.',
  failedReply: 'The agent could not finish its reply.',
  noStatus: (word: string) => `'${word}' is no status that can be set. Write active or completed.`,
  asOf: (at: string) => `The service does not answer. This is from ${at}.`,
  cancelled: 'Taken out of the outbox.',
  mayHaveArrived: 'It was under way once, so the agent may answer it all the same.',
};
