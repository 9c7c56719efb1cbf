import { badRequest } from '../../../shared/fault.ts';
import { isSameBytes } from '../../../shared/diff/written.ts';
import type { VersionId } from '../../../shared/ids.ts';
import type { SavedMerge } from '../../../shared/features/versions/model.ts';
import { versionTexts as texts } from '../../../shared/features/versions/text.ts';
import { mergeTexts } from '../../../shared/features/versions/waiting-merges-text.ts';
import { baseName } from '../../../shared/local-path.ts';
import { isFault, addHistory } from '../../engine/context/mirror-context.ts';
import { versionFrame } from '../../remote/transfer/version-frame.ts';
import { versionBody } from '../../remote/transfer/version-body.ts';
import { mustCarry } from '../../items/target-folder.ts';
import { serviceOf, type Thing } from '../../items/resolve-id.ts';
import { nameOf } from '../../items/local/local-path.ts';
import type { AppContext } from '../../items/app-context.ts';
import { bytesOf, isUnsent, serviceIdOf } from './version-bytes.ts';
import { forgetMerge, keepMerge, nameMerge, waitingMerges } from '../../items/waiting-merges.ts';
import { oneChunk } from '../../remote/transfer/byte-chunks.ts';

/** A merge result, and the person's choices. */
export interface Merge {
  readonly head: VersionId;
  readonly bytes: Uint8Array;
  readonly note: string | null;
  /** Whether it may replace a waiting merge, because it was made from that one. */
  readonly overDraft: boolean;
}

/**
 * Makes a new version with the content of an older one; the local file follows with the next passes. RACE: the service
 * offers no condition for this call. A version added between our check and the call stays in the history below the
 * restored one. @throws FaultError `bad-request` when the current version is not the one that was seen.
 */
export async function restoreVersion(
  context: AppContext,
  thing: Thing,
  { version, head }: { readonly version: VersionId; readonly head: VersionId },
): Promise<VersionId> {
  const file = serviceIdOf(thing);
  if (version === head) throw badRequest(texts.current);
  if (thing.where === 'mirror') {
    mustCarry(thing.mirror);
    // With local changes both sides would differ, which needs a merge.
    if (isUnsent(thing.item)) throw badRequest(texts.unsent(nameOf(thing.item)));
  }
  const api = await serviceOf(context, thing.where === 'mirror' ? thing.mirror : null);
  if ((await api.file(file)).version !== head) throw badRequest(texts.moved);
  const made = await api.restoreVersion(file, version);
  const sha256 = context.journal.items.hashOf(version);
  if (sha256 !== null) context.journal.items.recordHash(made.id, sha256);
  await note(context, thing, { verb: 'restored', cause: 'person', former: head, made: made.id });
  return made.id;
}

/**
 * Saves a merge as a version based on the one it was made on. It is stored in the journal until the service has it. If
 * there is a newer version, nothing is sent, unless that version has the same bytes.
 */
export async function saveMerge(context: AppContext, thing: Thing, merge: Merge): Promise<SavedMerge> {
  const { journal, world, engine } = context;
  const file = serviceIdOf(thing);
  if (thing.where === 'mirror') mustCarry(thing.mirror);
  const { head, bytes, note: words, overDraft } = merge;
  const waiting = journal.mergeDrafts.get(file);
  if (waiting !== null && !overDraft && !isSameBytes(waiting.bytes, bytes))
    throw badRequest(mergeTexts.waits(baseName(waitingMerges(journal).find(one => one.file === file)?.path ?? file)));
  keepMerge(journal, thing, { file, head, bytes, note: words, at: world.clock.now() });
  context.changed();
  const api = await serviceOf(context, thing.where === 'mirror' ? thing.mirror : null);
  const there = await api.file(file);
  nameMerge(journal, thing, there.name);
  const before = versionIn(there);
  if (before !== merge.head) return moved(context, thing, { merge, head: before });
  const body = versionBody(versionFrame(merge.head, merge.note), sourceOf(merge.bytes), () => Promise.resolve());
  const { storage } = await engine.connection();
  try {
    const made = await api.addVersion(file, storage.sending(body));
    forgetMerge(journal, file);
    await note(context, thing, { verb: 'sent', cause: 'merged', former: merge.head, made: made.id });
    return { is: 'saved', version: made.id, number: made.number };
  } catch (error) {
    if (!isFault(error, 'stale')) throw error;
    return moved(context, thing, { merge, head: versionIn(await api.file(file)) });
  }
}

/** After a lost answer, the newer version may be our own. */
async function moved(
  context: AppContext,
  thing: Thing,
  { merge, head }: { readonly merge: Merge; readonly head: VersionId },
): Promise<SavedMerge> {
  const there = await bytesOf(context, { thing, ref: head });
  if (!isSameBytes(there, merge.bytes)) return { is: 'moved', head };
  forgetMerge(context.journal, serviceIdOf(thing));
  return { is: 'saved', version: head, number: null };
}

function versionIn({ version }: { readonly version: VersionId | null }): VersionId {
  if (version === null) throw badRequest(texts.notSent);
  return version;
}

/** Sends a waiting merge unchanged. If there is a newer version, it stays waiting. */
export async function sendDraft(context: AppContext, thing: Thing): Promise<SavedMerge> {
  const draft = context.journal.mergeDrafts.get(serviceIdOf(thing));
  if (draft === null) throw badRequest(texts.noDraft);
  return saveMerge(context, thing, { head: draft.head, bytes: draft.bytes, note: draft.note, overDraft: true });
}

function sourceOf(bytes: Uint8Array): { readonly sizeBytes: number; readonly chunks: AsyncIterable<Uint8Array> } {
  return { sizeBytes: bytes.length, chunks: oneChunk(bytes) };
}

/** Adds a row of history with its undo; none for a file outside the mirrors. */
async function note(
  { engine, journal }: AppContext,
  thing: Thing,
  line: { readonly verb: string; readonly cause: string; readonly former: VersionId; readonly made: VersionId },
): Promise<void> {
  if (thing.where !== 'mirror') return;
  const { verb, cause, former, made } = line;
  const file = serviceIdOf(thing);
  const mirrorContext = await engine.context(thing.mirror);
  const undo = { kind: 'version', item: thing.item.id, file, former, made } as const;
  journal.transaction(() => addHistory(mirrorContext, { item: thing.item.id, verb, cause, file, version: made, undo }));
}
