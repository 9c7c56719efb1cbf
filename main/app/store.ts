import type { Handlers } from '../../shared/contract/contract.ts';
import type { StoredInfo } from '../../shared/model/stored.ts';
import { storeTexts } from '../../shared/text/store.ts';
import { isoTime } from '../core/calendar.ts';
import { restoreStored } from '../engine/restore.ts';
import { KEEP_MS } from '../engine/store-keeping.ts';
import type { StoredFile } from '../journal/history.ts';
import { refused } from './named.ts';
import type { AppParts } from './parts.ts';
import { type PutBack, putBack } from './put-back.ts';

/** What was taken out of the mirrored folders, and its way back. `poke`: something waits in the outbox. */
export function storeHandlers(parts: AppParts, poke: () => void): Pick<Handlers, 'store.list' | 'store.restore'> {
  return {
    'store.list': () => Promise.resolve(parts.journal.store.all().map(infoOf)),
    'store.restore': ({ id, to }) =>
      parts.engine.exclusively(async () => {
        const file = parts.journal.store.get(id);
        if (file === null) throw refused(storeTexts.unknown(id));
        const back = to === undefined ? await restore(parts, file) : await putBack(parts, file, to, poke);
        parts.changed();
        parts.checkNow();
        return back;
      }),
  };
}

async function restore({ journal, settings, world }: AppParts, file: StoredFile): Promise<PutBack> {
  const mirror = journal.mirrors.get(file.mirror);
  if (mirror === null) throw refused(storeTexts.notMirrored(`${settings.dataDirectory}/store/${file.name}`));
  return { mirror: mirror.id, path: await restoreStored({ world, journal, mirror }, file) };
}

function infoOf({ name, mirror, path, sizeBytes, reason, at }: StoredFile): StoredInfo {
  return { id: name, mirror, path, sizeBytes, reason, at: isoTime(at), until: isoTime(at + KEEP_MS) };
}
