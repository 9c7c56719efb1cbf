import { z } from 'zod';

import { folderView } from '../model/file-row.ts';
import { call } from './call.ts';

export const filesCalls = {
  /** A folder of a mirror from what is recorded, without asking the service. `folder` null: the mirror's own. */
  'files.list': call(z.object({ mirror: z.string().max(100), folder: z.string().max(100).nullable() }), folderView),
};

/** Counts up whenever something a listing shows has changed; at most four times a second. */
export const filesTopics = { 'files.revision': z.number().int() };
