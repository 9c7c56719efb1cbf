import { z } from 'zod';

import { freedFiles } from './file-row-model.ts';
import { call } from '../../rpc/call.ts';

const paths = z.array(z.string().min(1).max(8000)).min(1).max(1000);
/** Rows by their ids: digits are an item of a mirrored folder, a UUID is something of the service's catalogue. */
const ids = z.array(z.string().min(1).max(100)).min(1).max(100_000);
/** Either absolute paths on this computer, or ids of rows. */
const named = z.union([z.object({ paths }), z.object({ ids })]);

export const filesCalls = {
  /**
   * Frees the space of files here whose bytes the service surely has; they are only online from then on. A folder: of
   * all files in it, and what is new in it at the service stays there. `paths` are absolute. What was refused is kept.
   */
  'files.free': call(named, freedFiles),
  /** Wants files and folders here again: they are downloaded. */
  'files.keep': call(named, z.object({ files: z.number().int() })),
};

/** Counts up whenever something a listing shows has changed; at most four times a second. */
export const filesTopics = { 'files.revision': z.number().int() };
