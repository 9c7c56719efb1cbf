import { z } from 'zod';

import { folderView, freedFiles } from '../model/file-row.ts';
import { call } from './call.ts';

const paths = z.array(z.string().min(1).max(8000)).min(1).max(1000);

export const filesCalls = {
  /**
   * Frees the space of files here whose bytes the service surely has; they are only online from then on. A folder: of
   * all files in it, and what is new in it at the service stays there. `paths` are absolute. What was refused is kept.
   */
  'files.free': call(z.object({ paths }), freedFiles),
  /** Wants files and folders here again: they are downloaded. */
  'files.keep': call(z.object({ paths }), z.object({ files: z.number().int() })),
  /** A folder of a mirror from what is recorded, without asking the service. `folder` null: the mirror's own. */
  'files.list': call(z.object({ mirror: z.string().max(100), folder: z.string().max(100).nullable() }), folderView),
};

/** Counts up whenever something a listing shows has changed; at most four times a second. */
export const filesTopics = { 'files.revision': z.number().int() };
