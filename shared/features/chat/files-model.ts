import { z } from 'zod';

import { versionPlace } from '../versions/model.ts';

/**
 * How far a file of this computer is that goes with a message. `coming`: its bytes are on their way to Benchtop. `kept`:
 * they are safe here. `sending`: on its way to the service. `ready`: the service confirmed it as a file of the task.
 * `failed`: it was not taken; `note` says why.
 */
const chatUploadState = z.enum(['coming', 'kept', 'sending', 'ready', 'failed']);

/** A file of this computer that goes with a message. */
export const chatUpload = z.object({
  id: z.string(),
  name: z.string(),
  /** Null while its bytes are coming. */
  sizeBytes: z.number().nullable(),
  state: chatUploadState,
  /** How much of it is at the service, while it is sent. */
  doneBytes: z.number(),
  /** Why it failed, a whole sentence. */
  note: z.string().nullable(),
});
export type ChatUpload = z.infer<typeof chatUpload>;

/** From which task a file came. */
export const chatOrigin = z.object({
  task: z.string(),
  title: z.string(),
  /** When it was saved or kept, ISO 8601 UTC. */
  at: z.string(),
  /** The same in one line, such as "From the task 'Plate 7', 20 November 2026". */
  text: z.string(),
});
export type ChatOrigin = z.infer<typeof chatOrigin>;

/** A file of a task that was saved into a folder of the knowledge base. */
export const savedAttachment = z.object({
  /** The new file, by the service's id. */
  file: z.string(),
  name: z.string(),
  origin: chatOrigin,
  /** One sentence when the file is there, and the service did not take where it came from; null: it did. */
  note: z.string().nullable(),
});
export type SavedAttachment = z.infer<typeof savedAttachment>;

/**
 * Where a working copy stands beside its original. `same`: nothing was changed in it. `edited`: it has something new.
 * `behind`: the original has something newer than the copy was made from. `both`: each has. `committed`: its content is the
 * original's. `gone`: one of the two is not there any more. `unknown`: the service does not answer.
 */
const workingCopyState = z.enum(['same', 'edited', 'behind', 'both', 'committed', 'gone', 'unknown']);
export type WorkingCopyState = z.infer<typeof workingCopyState>;

/** A copy of a published file that is edited in a task. */
export const workingCopy = z.object({
  /** The service's id of the copy. */
  copy: z.string(),
  original: z.string(),
  name: z.string(),
  task: z.string(),
  taskTitle: z.string(),
  /** ISO 8601 UTC. */
  at: z.string(),
  state: workingCopyState,
  /** The state in a sentence, such as "Edited by the agent in the task 'Plate 7'." */
  text: z.string(),
  /** What to put beside each other; null while one of the two is not known. */
  sides: z.object({ copy: versionPlace, original: versionPlace, base: versionPlace.nullable() }).nullable(),
});
export type WorkingCopy = z.infer<typeof workingCopy>;

/** A file that a message may name. */
export const mention = z.object({
  /** As `referencedFiles` takes it: our item, or the service's id. */
  id: z.string(),
  /** The service's id; null for what was not sent yet. */
  file: z.string().nullable(),
  name: z.string(),
  /** `here`: this computer's index. `files`: the service's files. `attachments`: what agents and people made in tasks. */
  from: z.enum(['here', 'files', 'attachments']),
  /** The folders that lead there, joined by ` / `; null when only the service knows. */
  path: z.string().nullable(),
  /** Of an attachment, its task when that is the person's own. */
  task: z.string().nullable(),
  /** How far reading its text is, in the service's word; null: not known or nothing to read. */
  extraction: z.string().nullable(),
});
export type Mention = z.infer<typeof mention>;
