import type { Handlers } from '../../../shared/contract.ts';
import type { StoredInfo } from '../../../shared/features/trash/model.ts';
import { storeTexts } from '../../../shared/features/trash/text.ts';
import { isoTime } from '../../core/calendar.ts';
import { restoreStored } from '../../engine/answers/restore-from-trash.ts';
import { KEEP_MS } from '../../engine/recover/trash-keeping.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { pathBelow } from '../../../shared/local-path.ts';
import type { Journal } from '../../journal/journal.ts';
import type { StoredFile } from '../../journal/records/trash.ts';
import { refused } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { type PutBack, putBack } from './put-back.ts';

/** The trash, and restoring from it. `poke` wakes the outbox. */
export function storeHandlers(context: AppContext, poke: () => void): Pick<Handlers, 'store.list' | 'store.restore'> {
  return {
    'store.list': () => Promise.resolve(storeList(context.journal)),
    'store.restore': ({ id, to }) =>
      context.engine.exclusively(async () => {
        const file = context.journal.store.get(id);
        if (file === null) throw refused(storeTexts.unknown(id));
        const back = to === undefined ? await restore(context, file) : await putBack(context, file, to, poke);
        context.changed();
        context.checkNow();
        return back;
      }),
  };
}

async function restore({ journal, settings, world }: AppContext, file: StoredFile): Promise<PutBack> {
  const mirror = journal.mirrors.get(file.mirror);
  if (mirror === null) throw refused(storeTexts.notMirrored(pathBelow(settings.dataDirectory, `store/${file.name}`)));
  return { mirror: mirror.id, ...(await restoreStored({ world, journal, mirror }, file)) };
}

/**
 * Versions of one removed file form one entry, named by its newest bytes. Files being restored to the service are
 * listed with the outgoing files instead.
 */
function storeList(journal: Journal): StoredInfo[] {
  const leaving = new Set([...journal.store.returned(), ...journal.outgoing.storedNames()]);
  const rows = journal.store.all().filter(({ name }) => !leaving.has(name));
  const order = ({ older }: StoredFile): number => older?.order ?? Infinity;
  const newest = new Map<ServiceId, StoredFile>();
  const counts = new Map<ServiceId, number>();
  for (const row of rows) {
    const { file = null, older } = row;
    if (file === null) continue;
    const before = newest.get(file);
    if (before === undefined || order(row) > order(before)) newest.set(file, row);
    if (older) counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  const tops = new Set(newest.values());
  const shown = rows.filter(row => !row.older || tops.has(row));
  return shown.map(row => {
    const file = row.file ?? null;
    const isNewest = file !== null && newest.get(file) === row;
    return infoOf(row, isNewest ? (counts.get(file) ?? 0) - (row.older ? 1 : 0) : 0);
  });
}

function infoOf({ name, mirror, path, sizeBytes, reason, at }: StoredFile, older: number): StoredInfo {
  return { id: name, mirror, path, sizeBytes, reason, at: isoTime(at), until: isoTime(at + KEEP_MS), older };
}
