import type { Handlers } from '../../shared/contract/contract.ts';
import { FaultError } from '../../shared/fault.ts';
import type { StoredInfo } from '../../shared/model/stored.ts';
import { storeTexts } from '../../shared/text/store.ts';
import { isoTime } from '../core/calendar.ts';
import { restoreStored } from '../engine/restore.ts';
import { KEEP_MS } from '../engine/store-keeping.ts';
import type { StoredFile } from '../journal/history.ts';
import type { AppParts } from './parts.ts';

/** What was taken out of the mirrored folders, and its way back. */
export function storeHandlers(parts: AppParts): Pick<Handlers, 'store.list' | 'store.restore'> {
  return {
    'store.list': () => Promise.resolve(parts.journal.store.all().map(infoOf)),
    'store.restore': ({ id }) => parts.engine.exclusively(() => restore(parts, id)),
  };
}

async function restore(parts: AppParts, id: string): Promise<{ mirror: string; path: string }> {
  const { journal, settings, world } = parts;
  const file = journal.store.get(id);
  if (file === null) throw refused(storeTexts.unknown(id));
  const mirror = journal.mirrors.get(file.mirror);
  if (mirror === null) throw refused(storeTexts.notMirrored(`${settings.dataDirectory}/store/${file.name}`));
  const path = await restoreStored({ world, journal, mirror }, file);
  parts.changed();
  parts.checkNow();
  return { mirror: mirror.id, path };
}

function infoOf({ name, mirror, path, sizeBytes, reason, at }: StoredFile): StoredInfo {
  return { id: name, mirror, path, sizeBytes, reason, at: isoTime(at), until: isoTime(at + KEEP_MS) };
}

function refused(detail: string): FaultError {
  return new FaultError({ kind: 'bad-request', detail });
}
