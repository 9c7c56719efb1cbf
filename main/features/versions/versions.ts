import { badRequest } from '../../../shared/fault.ts';
import type { Handlers } from '../../../shared/contract.ts';
import type { MergeSides } from '../../../shared/features/versions/model.ts';
import { versionTexts as texts } from '../../../shared/features/versions/text.ts';
import { baseName } from '../../../shared/local-path.ts';
import { base64 } from '../../remote/transfer/version-body.ts';
import { detailOf, serviceOf, type Thing, thingOf } from '../../items/resolve-id.ts';
import type { Fetches } from '../../items/content/fetches.ts';
import { type CopySaver, checkedPlace, isFileName, seenName } from '../../items/local/save-copy.ts';
import { nameOf } from '../../items/local/local-path.ts';
import type { AppContext } from '../../items/app-context.ts';
import { bytesOf, bytesOfBase64, serviceIdOf, versionOf } from './version-bytes.ts';
import { listVersions } from './version-list.ts';
import { restoreVersion, saveMerge, sendDraft } from './save-merge.ts';
import { forgetMerge, waitingMerges } from '../../items/waiting-merges.ts';

type Section =
  | 'versions.list'
  | 'versions.bytes'
  | 'versions.downloadTo'
  | 'versions.restore'
  | 'versions.save'
  | 'versions.sendDraft'
  | 'versions.dropDraft'
  | 'versions.ofConflict';

/** The versions of one file. Making a version waits for the current pass, and both sides are checked afterwards. */
export function versionHandlers(
  context: AppContext,
  { copies, fetches }: { readonly copies: CopySaver; readonly fetches: Fetches },
): Pick<Handlers, Section> {
  const { journal } = context;
  return {
    'versions.list': async ({ id, page }) => listVersions(context, thingOf(journal, id), page),
    'versions.bytes': async ({ id, version }, signal) => {
      const thing = thingOf(journal, id);
      const bytes = await bytesOf(context, { thing, ref: version }, { fetches, asked: { id, version }, signal });
      const text = new TextDecoder().decode(base64(bytes));
      return { name: await shownName(context, thing), sizeBytes: bytes.length, bytes: text };
    },
    'versions.downloadTo': async ({ id, version, folder, name }) => {
      if (version === 'local') throw badRequest(texts.onlyThere);
      const place = await checkedPlace(context, folder);
      if (name !== null && !isFileName(name)) throw badRequest(texts.noVersion(name));
      const thing = thingOf(journal, id);
      if (version === 'draft') return { id, ...(await saveDraft(context, copies, { thing, folder: place, name })) };
      return { id, ...(await copies.save(thing, { folder: place, name, version: versionOf(version) })) };
    },
    'versions.restore': ({ id, version, head }) =>
      changing(context, async () => {
        const wanted = { version: versionOf(version), head: versionOf(head) };
        return { version: await restoreVersion(context, thingOf(journal, id), wanted) };
      }),
    'versions.save': ({ id, head, bytes, note, overDraft = false }) =>
      changing(context, () => {
        const merge = { head: versionOf(head), bytes: bytesOfBase64(bytes), note: note?.trim() || null, overDraft };
        return saveMerge(context, thingOf(journal, id), merge);
      }),
    'versions.sendDraft': ({ id }) => changing(context, () => sendDraft(context, thingOf(journal, id))),
    'versions.dropDraft': async ({ id }) => {
      forgetMerge(journal, serviceIdOf(thingOf(journal, id)));
      context.changed();
      return null;
    },
    'versions.ofConflict': async ({ id }) => sidesOf(context, id),
  };
}

/** Saves a copy of a waiting merge to a folder outside of the mirrors. The merge stays waiting. */
async function saveDraft(
  { journal }: AppContext,
  copies: CopySaver,
  { thing, folder, name }: { readonly thing: Thing; readonly folder: string; readonly name: string | null },
): Promise<{ path: string; sizeBytes: number; version: string }> {
  const file = serviceIdOf(thing);
  const draft = journal.mergeDrafts.get(file);
  if (draft === null) throw badRequest(texts.noDraft);
  const own = seenName(baseName(waitingMerges(journal).find(one => one.file === file)?.path ?? file));
  const path = await copies.put(draft.bytes, { folder, name }, own);
  return { path, sizeBytes: draft.bytes.length, version: draft.head };
}

/** Runs between two passes, so that no pass sees half of the change. */
async function changing<T>(context: AppContext, work: () => Promise<T>): Promise<T> {
  try {
    return await context.engine.exclusively(work);
  } finally {
    context.changed();
    context.checkNow();
  }
}

async function shownName(context: AppContext, thing: Thing): Promise<string> {
  if (thing.where === 'mirror') return nameOf(thing.item);
  return (await detailOf(await serviceOf(context, null), thing)).name;
}

/** The local copy, the service's version, and their base if the journal knows it. */
function sidesOf({ journal }: AppContext, id: string): MergeSides {
  const conflict = journal.conflicts.get(Number(id));
  const item = conflict === null ? null : journal.items.get(conflict.item);
  const copy = conflict === null ? null : journal.items.get(conflict.copy);
  const head = item?.remote?.version ?? null;
  if (conflict === null || item === null || copy === null || head === null) throw badRequest(texts.noSides);
  const mine = copy.local === null ? (copy.remote?.version ?? null) : 'local';
  if (mine === null) throw badRequest(texts.noSides);
  const { version } = conflict.base;
  return {
    id: String(item.id),
    name: nameOf(item),
    mine: { id: String(copy.id), version: mine },
    theirs: { id: String(item.id), version: head },
    base: version === null ? null : { id: String(item.id), version },
  };
}
