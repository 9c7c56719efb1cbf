import type { Sha256, VersionId } from '../../../shared/ids.ts';
import type { Item, LocalFacts } from '../../core/item.ts';
import { localPath } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';

// A removed file that was put back is a new file at the service. Its older versions are sent before its newest bytes: the
// oldest becomes the new file, and each other one a version on top of the one before. Each is recorded as what both sides
// agreed on, so that the file here is an edit of it, and the next plan sends the next one. A crash in between leaves the
// rest in the store, to be gone on with.

/** What is sent for an item: the bytes of its file, or those of an older version that comes back before them. */
export interface Sending {
  /** A name in the store; null: the file here. */
  readonly stored: string | null;
  readonly sha256: Sha256;
  readonly sizeBytes: number;
}

/** The file as it is here. */
function asIs({ sha256, sizeBytes }: LocalFacts & { readonly sha256: Sha256 }): Sending {
  return { stored: null, sha256, sizeBytes };
}

/** The first bytes of a new file. Older versions that come back with it are its own from now on. Part of a transaction. */
export function firstToSend(
  context: MirrorContext,
  item: Item,
  local: LocalFacts & { readonly sha256: Sha256 },
): Sending {
  const { journal, mirror } = context;
  const file = journal.store.comingBack(mirror.id, localPath(context, item.id), local.sha256);
  if (file !== null) journal.store.giveTo(file, item.id);
  return nextOf(context, item, { local, base: null }) ?? asIs(local);
}

/** What is sent as the next version of a file, on top of `base`. Part of a transaction. */
export function nextToSend(
  context: MirrorContext,
  item: Item,
  at: { readonly local: LocalFacts & { readonly sha256: Sha256 }; readonly base: VersionId | null },
): Sending {
  return (at.base === null ? null : nextOf(context, item, at)) ?? asIs(at.local);
}

/** Bytes like those of the file here are not sent before them: then both sides would be taken for equal. */
function nextOf(
  { journal }: MirrorContext,
  item: Item,
  { local, base }: { readonly local: LocalFacts & { readonly sha256: Sha256 }; readonly base: VersionId | null },
): Sending | null {
  const waiting = journal.store.returningTo(item.id, base);
  const needless = waiting.filter(({ sha256 }) => sha256 === local.sha256);
  for (const { name } of needless) journal.store.setNeedless(name);
  const next = waiting.find(({ sha256 }) => sha256 !== local.sha256);
  return next === undefined ? null : { stored: next.name, sha256: next.sha256, sizeBytes: next.sizeBytes };
}

/** A version that the service has from us may be one that came back. Part of the transaction that records it. */
export function noteReturned(
  { journal }: Pick<MirrorContext, 'journal'>,
  item: Item['id'],
  sent: { readonly base: VersionId | null; readonly version: VersionId; readonly sha256: Sha256 },
): void {
  const row = journal.store.returningTo(item, sent.base).find(({ sha256 }) => sha256 === sent.sha256);
  if (row !== undefined) journal.store.setReturned(item, row.name, sent.version);
}

/** Lets the bytes go of what came back; the rows go after them, so that nothing lies in the store unlisted. */
export async function dropReturned({
  journal,
  world,
}: {
  readonly journal: MirrorContext['journal'];
  readonly world: Pick<MirrorContext['world'], 'disk'>;
}): Promise<void> {
  for (const name of journal.store.returned()) {
    await world.disk.dropStored(name);
    journal.store.remove(name);
  }
}

/** Whether what is to be sent can be read. Missing bytes of an older version stop nothing: the file goes on without them. */
export async function isReadable(
  { journal, world }: Pick<MirrorContext, 'journal' | 'world'>,
  { stored }: Sending,
): Promise<boolean> {
  if (stored === null) return true;
  const files = await world.disk.listStored();
  if (files.some(file => file.isFinished && file.name === stored)) return true;
  journal.store.remove(stored);
  return false;
}
