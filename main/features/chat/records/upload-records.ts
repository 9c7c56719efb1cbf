import { z } from 'zod';

import type { Sha256 } from '../../../../shared/ids.ts';
import type { Facts } from '../../../journal/records/history.ts';
import { serviceId, versionId } from '../../../remote/api/shapes.ts';
import { ListedRecords } from './listed-records.ts';

const FACT = 'chat.uploads';
/** The list is rewritten with each change, so its length is limited. */
export const MOST_UPLOADS = 500;

const keptUpload = z.object({
  /** Also its file name in our folder. */
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string(),
  sizeBytes: z.number(),
  sha256: z.string().transform(text => text as Sha256),
  stamp: z.string(),
  /** When it was added, ms since the epoch. */
  at: z.number(),
  /** The announced upload, for which task or folder; it may have been confirmed, so it is checked first. */
  target: z.object({ place: z.string(), file: serviceId, version: versionId.nullable() }).nullable(),
  /** The task's attachment that it became. */
  arrived: z.object({ task: z.string(), attachment: z.string() }).nullable(),
  /** The service's refusal as a sentence; null: none. */
  note: z.string().nullable(),
  /** Its message has arrived, so its bytes are no longer needed. */
  isDone: z.boolean(),
});

/** A local file kept until its message has arrived. */
export type KeptUpload = z.infer<typeof keptUpload>;

/** Local files that are sent with messages. */
export class UploadRecords extends ListedRecords<typeof keptUpload> {
  constructor(facts: Facts) {
    super(facts, FACT, keptUpload);
  }

  /** Changes the record of a file; does nothing if it was removed. */
  change(id: string, facts: Partial<KeptUpload>): void {
    this.write(this.all().map(each => (each.id === id ? { ...each, ...facts } : each)));
  }
}
