import { create } from 'zustand';

import { type Fault, toFault } from '../../../../shared/fault.ts';
import type { NamedFile, OutboxMessage, WrittenMessage } from '../../../../shared/features/chat/model.ts';
import { chatTexts } from '../../../../shared/features/chat/text.ts';
import { chatWindow as words } from '../../../../shared/features/chat/window-text.ts';
import { SECOND } from '../../../../shared/units.ts';
import { useAskingAgent } from './asking-agent.ts';
import { engine, onConnected } from '../../../state/engine.ts';
import { goTo, useNavigation } from '../../../state/navigation.ts';
import { announce } from '../../../state/announcements.ts';
import {
  EMPTY,
  isEmptyDraft,
  MOST_CHARACTERS,
  withContext,
  withMention,
  withoutFile,
  withoutUpload,
  withTyped,
  withUpload,
} from './draft.ts';
import { readOutbox } from './outbox.ts';
import { update } from '../../../state/reading/section.ts';

/** What is being written. */
export interface Composer {
  /** The conversation that it is for; null: it begins one. Undefined: no conversation is open. */
  readonly task: string | null | undefined;
  readonly draft: WrittenMessage;
  /** Whether what was kept has been read. */
  readonly isLoaded: boolean;
  /** False: Benchtop could not be given the last words to keep. */
  readonly isKept: boolean;
  /** The message of the outbox that is being edited; the conversation's draft is set aside until that ends. */
  readonly editing: OutboxMessage | null;
  readonly isSending: boolean;
  readonly fault: Fault | null;
  /** What else is to be said about it. */
  readonly note: string | null;
}

const NOTHING: Composer = {
  task: undefined,
  draft: EMPTY,
  isLoaded: false,
  isKept: true,
  editing: null,
  isSending: false,
  fault: null,
  note: null,
};

export const useComposer = create<Composer>(() => NOTHING);

/** The draft is saved when typing stops for this long. */
const PAUSE_MS = 0.5 * SECOND;

let timer: ReturnType<typeof setTimeout> | undefined;
let opened = 0;
/** The reading of what was kept; whether something was. */
let loading: Promise<boolean> = Promise.resolve(false);
/** The draft of the conversation while one of its messages is changed. */
let aside: WrittenMessage = EMPTY;

/** Opens the composer of a conversation; undefined: closes it. The draft of the one before is saved first. */
export function openComposer(task: string | null | undefined): void {
  if (useComposer.getState().task === task) return;
  keepNow();
  opened += 1;
  useComposer.setState({ ...NOTHING, task });
  if (task !== undefined) loading = load();
}

/** @returns whether something was kept that is in the field now. */
async function load(): Promise<boolean> {
  const mine = opened;
  const { task } = useComposer.getState();
  if (task === undefined) return false;
  try {
    const kept = await engine.call('chat.draft', { task });
    if (mine !== opened) return false;
    const typed = useComposer.getState().draft;
    const draft = kept === null ? typed : isEmptyDraft(typed) ? kept : withTyped(kept, typed);
    useComposer.setState({ draft, isLoaded: true });
    takeFiles();
    if (!isEmptyDraft(typed)) keepSoon();
    return kept !== null;
  } catch {
    // Asked again once Benchtop is back.
    return false;
  }
}

/** The same conversation under the name that it has from now on. */
export function renameComposer(from: string, to: string): void {
  if (useComposer.getState().task === from) useComposer.setState({ task: to });
}

export function writeDraft(text: string): void {
  change({ ...useComposer.getState().draft, text });
}

export function mentionFile(file: NamedFile, text: string): void {
  change({ ...withMention(useComposer.getState().draft, file), text });
}

export function removeFile(id: string): void {
  change(withoutFile(useComposer.getState().draft, id));
}

/** A file of this computer goes along; `id` as `chat.attach` gave it. @returns whether that conversation is still written in. */
export function addUpload(task: string | null, id: string): boolean {
  const composer = useComposer.getState();
  if (composer.task !== task) return false;
  change(withUpload(composer.draft, id));
  return true;
}

/** It does not go along any more. */
export function removeUpload(id: string): void {
  change(withoutUpload(useComposer.getState().draft, id));
}

/** Says something about what is written. */
export function noteInComposer(note: string): void {
  useComposer.setState({ note });
}

/** Puts what was said before into the field, to say it again. */
export function askAgain(text: string): void {
  const { draft } = useComposer.getState();
  change({ ...draft, text: [draft.text, text].filter(part => part !== '').join('\n\n') });
}

function change(draft: WrittenMessage): void {
  useComposer.setState({ draft, fault: null, note: null });
  keepSoon();
}

function keepSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(keepNow, PAUSE_MS);
}

/** Has Benchtop keep what is written. */
export function keepNow(): void {
  clearTimeout(timer);
  timer = undefined;
  const { task, draft, isLoaded, editing } = useComposer.getState();
  // What was not read yet is not written over; what is changed is in the outbox.
  if (task === undefined || !isLoaded || editing !== null || draft.text.length > MOST_CHARACTERS) return;
  engine.call('chat.setDraft', { task, draft: isEmptyDraft(draft) ? null : draft }).then(
    () => useComposer.setState({ isKept: true }),
    () => useComposer.setState({ isKept: false }),
  );
}

/** Whether there is something that can be sent. */
export function canSend({ draft: { text }, isSending }: Composer): boolean {
  return text.trim() !== '' && text.length <= MOST_CHARACTERS && !isSending;
}

/** Puts it into the outbox, from which it goes by itself. The field is empty only once it is there. */
export async function sendMessage(): Promise<void> {
  if (!(await isInSight())) return;
  const composer = useComposer.getState();
  const { task, draft, editing } = composer;
  if (task === undefined || !canSend(composer)) return;
  clearTimeout(timer);
  const put = () => (editing === null ? sendNew(task, draft) : saveEdit(editing, draft));
  const isPut = await update(useComposer, put, () => ({}), {
    during: { isSending: true, fault: null, note: null },
    after: { isSending: false },
  });
  if (!isPut) keepSoon();
}

/**
 * Whether all that would be sent is in the field. Files that are asked about come there once what was kept has been
 * read; a saved draft is not sent before the person saw it.
 */
async function isInSight(): Promise<boolean> {
  const { task, isLoaded, editing } = useComposer.getState();
  if (isLoaded || editing !== null) return true;
  const wasKept = await loading;
  return !wasKept && useComposer.getState().task === task;
}

async function sendNew(task: string | null, draft: WrittenMessage): Promise<void> {
  const { conversation } = await engine.call('chat.send', { ...draft, task, wait: false });
  await readOutbox();
  announce(words.said.sending);
  if (useComposer.getState().task !== task) return;
  if (useComposer.getState().draft === draft) useComposer.setState({ draft: EMPTY });
  else keepSoon();
  const { route } = useNavigation.getState();
  if (task === null && route.screen === 'chat' && route.task === null) goTo({ screen: 'chat', task: conversation });
}

async function saveEdit({ id }: OutboxMessage, message: WrittenMessage): Promise<void> {
  try {
    await engine.call('chat.edit', { id, message });
    stopEditing();
  } catch (thrown) {
    const fault = toFault(thrown);
    if (fault.kind !== 'bad-request' || fault.detail !== chatTexts.noSuchMessage) throw thrown;
    // The message was sent before the edit: the edited text becomes a message of its own.
    const draft = withTyped(aside, message);
    useComposer.setState({ editing: null, draft, note: words.composer.sentMeanwhile });
    keepSoon();
  }
  await readOutbox();
}

/** Changes a message that was not sent; what was being written waits. */
export function editMessage(message: OutboxMessage): void {
  const { draft, editing } = useComposer.getState();
  keepNow();
  if (editing === null) aside = draft;
  const { text, contextFiles, referencedFiles, openFile, attachmentIds, uploads = [] } = message;
  const changed = { text, contextFiles, referencedFiles, openFile, attachmentIds, uploads };
  useComposer.setState({ editing: message, draft: changed, fault: null, note: null });
}

/** Leaves the message as it is, and goes on with what was being written. */
export function stopEditing(): void {
  useComposer.setState({ editing: null, draft: aside, fault: null, note: null });
  aside = EMPTY;
}

/** Takes the files that a person wants to ask about from another screen. */
function takeFiles(): void {
  const { about } = useAskingAgent.getState();
  const { task, isLoaded, editing, draft } = useComposer.getState();
  if (about === null || task !== null || !isLoaded || editing !== null) return;
  useAskingAgent.setState({ about: null });
  change(withContext(draft, about.files, about.openFile));
}

useAskingAgent.subscribe(takeFiles);

onConnected(() => {
  const { isLoaded, isKept } = useComposer.getState();
  if (!isLoaded) loading = load();
  else if (!isKept) keepNow();
});
