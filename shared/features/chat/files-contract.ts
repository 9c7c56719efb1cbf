import { z } from 'zod';

import { chatOrigin, chatUpload, mention, savedAttachment, workingCopy } from './files-model.ts';
import { chatAttachment } from './model.ts';
import { openedContent } from '../preview/model.ts';
import { folderPlace } from '../browse/place-model.ts';
import { call, nothing } from '../../rpc/call.ts';

const id = z.string().min(1).max(100);
const ofTask = z.object({ task: id, attachment: id });
const workingCopies = z.array(workingCopy);

/** What files and conversations have in common (spec 2.7, 4.1, 4.2). */
export const chatFileCalls = {
  /**
   * A file of this computer is to go with a message. Its bytes come with `PUT /drop/<id>/<name>`, or with `drops.part` and
   * the id as the ticket; after the last of them it is kept here, in a folder of Benchtop's own, until the message that
   * names it in `uploads` has arrived. Where it came from is only read.
   */
  'chat.attach': call(
    z.object({ name: z.string().min(1).max(1000), sizeBytes: z.number().int().min(0).nullable() }),
    z.object({ id: z.string() }),
  ),
  /** How far these are. What is not there any more is left out. */
  'chat.uploads': call(z.object({ ids: z.array(id).max(200) }), z.array(chatUpload)),
  /** Lets go of one that is in no message; its bytes go into the 30-day store. @throws `bad-request` while one names it. */
  'chat.detach': call(z.object({ id }), nothing),
  /** Opens a file of a task to look into it: as `content.open`, with `content.read` and `content.close` after it. */
  'chat.openAttachment': call(ofTask.extend({ fetch: z.enum(['no', 'small', 'yes']).default('small') }), openedContent),
  /** Makes a file of the knowledge base from it, in a folder, with a word about the task. Nothing is replaced. */
  'chat.saveAttachment': call(ofTask.extend({ to: folderPlace }), savedAttachment),
  /** Saves a copy into a folder of this computer; `folder` and `name` as in `files.downloadTo`. */
  'chat.downloadAttachment': call(
    ofTask.extend({ folder: z.string().min(1).max(8000), name: z.string().min(1).max(255).nullable() }),
    z.object({ path: z.string(), sizeBytes: z.number() }),
  ),
  /** Keeps it on this computer to look into offline, as `library.keep`. `file`: under which id it is found there. */
  'chat.keepAttachment': call(
    ofTask.extend({ wait: z.boolean().default(false) }),
    z.object({ file: z.string(), note: z.string().nullable() }),
  ),
  /** From which task a file came that was saved or kept; null: not that we know. */
  'chat.origin': call(z.object({ id }), chatOrigin.nullable()),
  /**
   * Saves a table or view that was made from a file to a task (spec 4.1, rendered files). `source`: the row of the file;
   * `version`: of the service; null: the one it has. `bytes`: base64.
   */
  'chat.saveView': call(
    z.object({
      task: id,
      name: z.string().min(1).max(255),
      /** Null: by its name. */
      contentType: z.string().min(1).max(200).nullable(),
      bytes: z.string().max(6_000_000),
      source: id.nullable(),
      version: id.nullable(),
    }),
    chatAttachment,
  ),
  /** Makes a copy of a published file for editing it in a task (spec 3.3). */
  'chat.startWorkingCopy': call(z.object({ task: id, file: id }), workingCopy),
  /** Those that were made here: all, of one task, or of one file, which may be either side. Each is asked for at the service. */
  'chat.workingCopies': call(z.object({ task: id.nullable(), file: id.nullable() }), workingCopies),
  /**
   * Makes a copy's content the next version of its original. `seen`: the versions that the person saw of both, as `sides`
   * named them; if one has another by now nothing is done.
   */
  'chat.commitWorkingCopy': call(z.object({ copy: id, seen: z.object({ copy: id, original: id }) }), workingCopy),
  /** Is not listed any more. At the service the copy stays. */
  'chat.forgetWorkingCopy': call(z.object({ copy: id }), nothing),
  /**
   * Files that a message may name, by name: what this computer knows first, then what the service finds. `where` `here`:
   * without asking the service. `note`: why the service's part is missing.
   */
  'chat.mention': call(
    z.object({
      text: z.string().max(500),
      where: z.enum(['here', 'all']).default('all'),
      limit: z.number().int().min(1).max(100).default(20),
    }),
    z.object({ mentions: z.array(mention), note: z.string().nullable() }),
  ),
};
