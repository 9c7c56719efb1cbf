import { z } from 'zod';

import type { Sha256 } from '../../../../shared/ids.ts';
import type { Facts } from '../../../journal/records/history.ts';
import { serviceId, versionId } from '../../../remote/api/shapes.ts';
import { ListedRecords } from './listed-records.ts';

const FACT = 'chat.uploads';
/** The list is written whole with each change. */
export const MOST_UPLOADS = 500;

const keptUpload = z.object({
  /** Also its name in our folder. */
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string(),
  sizeBytes: z.number(),
  sha256: z.string().transform(text => text as Sha256),
  stamp: z.string(),
  /** When it came here, ms since the epoch. */
  at: z.number(),
  /** What was announced for it, for which task or folder, and may have been confirmed: it is looked for first. */
  target: z.object({ place: z.string(), file: serviceId, version: versionId.nullable() }).nullable(),
  /** The file of a task that it became. */
  arrived: z.object({ task: z.string(), attachment: z.string() }).nullable(),
  /** Why the service did not take it, a whole sentence. */
  note: z.string().nullable(),
  /** Its message has arrived: its bytes are of no use any more. */
  isDone: z.boolean(),
});

/** A file of this computer that is kept until the message it goes with has arrived. */
export type KeptUpload = z.infer<typeof keptUpload>;

/** The files that are to go with messages. */
export class UploadRecords extends ListedRecords<typeof keptUpload> {
  constructor(facts: Facts) {
    super(facts, FACT, keptUpload);
  }

  /** Changes what is recorded of one; nothing when it was taken out meanwhile. */
  change(id: string, facts: Partial<KeptUpload>): void {
    this.write(this.all().map(each => (each.id === id ? { ...each, ...facts } : each)));
  }
}
