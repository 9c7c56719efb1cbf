import type { ServiceId } from '../../../shared/ids.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { nameOf } from '../../items/local/local-path.ts';
import { type MirroredThing, refused, type Thing } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { Relocated } from './relocate.ts';
import { mustCarry } from '../../items/locate-item.ts';
import { detailOf, serviceOf } from '../../items/require-remote.ts';

/**
 * Takes a file out of its folder at the service; it is then listed under "Not in a folder". Only for files without
 * unsent changes: the local copy is moved to the trash by the next passes. @throws FaultError.
 */
export async function clearFolder(context: AppContext, thing: Thing): Promise<Relocated> {
  if (thing.where === 'mirror') {
    const { item, mirror } = thing;
    mustCarry(mirror);
    const isWhole = item.local === null || (item.agreed !== null && item.local.sha256 === item.agreed.sha256);
    if (item.remote === null || !isWhole) throw refused(refusalTexts.notSent(nameOf(item)));
  }
  const mirror = thing.where === 'mirror' ? thing.mirror : null;
  const api = await serviceOf(context, mirror);
  const now = await detailOf(api, thing);
  if (now.kind === 'folder') throw refused(refusalTexts.onlyFiles);
  await api.clearFolder(now.id);
  if (thing.where === 'mirror') await leaveMirror(context, thing, now.id);
  return { name: now.name, path: now.name, isSent: true };
}

/**
 * No listing shows the file any more, and its detail names no folder: that alone proves nothing, and the local copy
 * would stay forever. So ask once more and record it as gone from the mirror; the pass then moves the local copy to the
 * trash.
 */
async function leaveMirror(context: AppContext, { item, mirror }: MirroredThing, id: ServiceId): Promise<void> {
  const { engine, journal } = context;
  const api = await serviceOf(context, mirror);
  await engine.exclusively(async () => {
    const { folderId, isGone } = await api.file(id);
    if (isGone || folderId !== null || journal.items.get(item.id)?.remote?.id !== id) return;
    journal.transaction(() => {
      journal.items.setRemote(item.id, 'absent', null);
      journal.missing.clear(item.id, 'remote');
      if (journal.items.get(item.id)?.local === null) journal.items.remove(item.id);
    });
  });
}
