import type { NamedFile, OpenFile, WrittenMessage } from '../../../../shared/features/chat/model.ts';

/** The most characters of a message (wire facts, section 3). */
export const MOST_CHARACTERS = 50_000;
const MOST_FILES = 200;
/** The most files of this computer that go up with one message. */
export const MOST_UPLOADS = 50;

export const EMPTY: WrittenMessage = {
  text: '',
  contextFiles: [],
  referencedFiles: [],
  openFile: null,
  attachmentIds: [],
};

/** Whether the draft holds nothing worth keeping. */
export function isEmptyDraft(draft: WrittenMessage): boolean {
  const { text, contextFiles, referencedFiles, openFile, attachmentIds, uploads = [] } = draft;
  const files = [contextFiles, referencedFiles, attachmentIds, uploads];
  return text === '' && openFile === null && files.every(({ length }) => length === 0);
}

/** With files that the agent is to work with; one that is there already stays as it is. */
export function withContext(
  draft: WrittenMessage,
  files: readonly NamedFile[],
  openFile: OpenFile | null,
): WrittenMessage {
  const contextFiles = files.reduce((all, file) => joined(all, file), draft.contextFiles);
  return { ...draft, contextFiles, openFile: openFile ?? draft.openFile };
}

/** With a file that the text mentions. */
export function withMention(draft: WrittenMessage, file: NamedFile): WrittenMessage {
  return { ...draft, referencedFiles: joined(draft.referencedFiles, file) };
}

/** With a file of this computer that goes up with it. */
export function withUpload(draft: WrittenMessage, id: string): WrittenMessage {
  return { ...draft, uploads: [...new Set([...(draft.uploads ?? []), id])].slice(0, MOST_UPLOADS) };
}

export function withoutUpload(draft: WrittenMessage, id: string): WrittenMessage {
  return { ...draft, uploads: (draft.uploads ?? []).filter(each => each !== id) };
}

/** Without a file, wherever it is named. */
export function withoutFile(draft: WrittenMessage, id: string): WrittenMessage {
  const others = (files: NamedFile[]): NamedFile[] => files.filter(each => each.id !== id);
  return {
    ...draft,
    contextFiles: others(draft.contextFiles),
    referencedFiles: others(draft.referencedFiles),
    openFile: draft.openFile?.file === id ? null : draft.openFile,
  };
}

function joined(files: NamedFile[], file: NamedFile): NamedFile[] {
  const isIn = files.some(({ id }) => id === file.id);
  return isIn || files.length >= MOST_FILES ? files : [...files, file];
}

/** The saved draft, followed by what was typed before it was loaded. */
export function withTyped(kept: WrittenMessage, typed: WrittenMessage): WrittenMessage {
  const text = [kept.text, typed.text].filter(part => part !== '').join('\n\n');
  const mentioned = typed.referencedFiles.reduce(withMention, kept);
  const whole = (typed.uploads ?? []).reduce(withUpload, mentioned);
  return { ...withContext(whole, typed.contextFiles, typed.openFile), text };
}

/** A file of a message, with what it is there. */
export interface DraftFile extends NamedFile {
  readonly use: 'open' | 'context' | 'mention';
}

/** All files of a message, each once. */
export function filesIn({ contextFiles, referencedFiles, openFile }: WrittenMessage): readonly DraftFile[] {
  const context = contextFiles.map(
    file => ({ ...file, use: file.id === openFile?.file ? 'open' : 'context' }) as const,
  );
  const ids = new Set(context.map(({ id }) => id));
  const mentions = referencedFiles.filter(({ id }) => !ids.has(id)).map(file => ({ ...file, use: 'mention' }) as const);
  const isNamed = openFile === null || [...context, ...mentions].some(({ id }) => id === openFile.file);
  const open = isNamed ? [] : [{ id: openFile.file, name: '', use: 'open' } as const];
  return [...open, ...context, ...mentions];
}
