import { z } from 'zod';

import { mirrorInfo, mirrorMode } from '../model/mirror.ts';
import { call, nothing } from './call.ts';

const mirrorId = z.string().max(100);

export const mirrorsCalls = {
  /** `remote` is a folder's UUID or names joined by `/` from a root folder; `local` an absolute path. */
  'mirrors.add': call(
    z.object({ remote: z.string().min(1).max(8000), local: z.string().min(1).max(8000), mode: mirrorMode }),
    /** `notice`: one sentence about something to know beforehand, such as too little room. */
    z.object({ id: z.string(), notice: z.string().nullable() }),
  ),
  'mirrors.list': call(nothing, z.array(mirrorInfo)),
  /** Stops mirroring; the local files stay. */
  'mirrors.remove': call(z.object({ id: mirrorId }), nothing),
};

export const mirrorsTopics = { 'mirrors.all': z.array(mirrorInfo) };
