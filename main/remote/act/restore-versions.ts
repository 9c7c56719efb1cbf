import type { Sha256, VersionId } from '../../../shared/ids.ts';
import type { Item, LocalFacts } from '../../core/item.ts';
import { localPath } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';

// A restored file is a new file at the service. Its older versions are sent before its newest bytes: the oldest becomes
// the new file, and each further one a version on top of the one before. Each is recorded as the base, so that the
// local file is an edit of it, and the next plan sends the next one. After a crash, the rest is still in the trash and
// is sent later.

/** What is sent for an item: the bytes of its file, or those of an older version that comes first. */
export interface Sending {
  /** A name in the trash; null: the local file. */
  readonly stored: string | null;
  readonly sha256: Sha256;
  readonly sizeBytes: number;
}

/** The local file itself. */
function asIs({ sha256, sizeBytes }: LocalFacts & { readonly sha256: Sha256 }): Sending {
  return { stored: null, sha256, sizeBytes };
}

/** The first bytes of a new file. Its restored older versions belong to it from now on. Part of a transaction. */
export function firstToSend(
  context: MirrorContext,
  item: Item,
  local: LocalFacts & { readonly sha256: Sha256 },
): Sending {
  const { journal, mirror } = context;
  const file = journal.trash.comingBack(mirror.id, localPath(context, item.id), local.sha256);
  if (file !== null) journal.trash.giveTo(file, item.id);
  return nextOf(context, item, { local, base: null }) ?? asIs(local);
}

/** The next version of a file, on top of `base`. Part of a transaction. */
export function nextToSend(
  context: MirrorContext,
  item: Item,
  at: { readonly local: LocalFacts & { readonly sha256: Sha256 }; readonly base: VersionId | null },
): Sending {
  return (at.base === null ? null : nextOf(context, item, at)) ?? asIs(at.local);
}

/** An older version with the local file's bytes is not sent before it: then both sides would count as equal. */
function nextOf(
  { journal }: MirrorContext,
  item: Item,
  { local, base }: { readonly local: LocalFacts & { readonly sha256: Sha256 }; readonly base: VersionId | null },
): Sending | null {
  const waiting = journal.trash.returningTo(item.id, base);
  const needless = waiting.filter(({ sha256 }) => sha256 === local.sha256);
  for (const { name } of needless) journal.trash.setNeedless(name);
  const next = waiting.find(({ sha256 }) => sha256 !== local.sha256);
  return next === undefined ? null : { stored: next.name, sha256: next.sha256, sizeBytes: next.sizeBytes };
}

/** Notes that a version which the service now has may be a restored one. Part of the transaction that records it. */
export function noteReturned(
  { journal }: Pick<MirrorContext, 'journal'>,
  item: Item['id'],
  sent: { readonly base: VersionId | null; readonly version: VersionId; readonly sha256: Sha256 },
): void {
  const row = journal.trash.returningTo(item, sent.base).find(({ sha256 }) => sha256 === sent.sha256);
  if (row !== undefined) journal.trash.setReturned(item, row.name, sent.version);
}

/** Deletes the bytes of restored versions; the rows go after them, so that no file in the trash is without a row. */
export async function dropReturned({
  journal,
  world,
}: {
  readonly journal: MirrorContext['journal'];
  readonly world: Pick<MirrorContext['world'], 'disk'>;
}): Promise<void> {
  for (const name of journal.trash.removableVersions()) {
    await world.disk.dropStored(name);
    journal.trash.remove(name);
  }
}

/** Whether the bytes to send can be read. Missing bytes of an older version do not block the file itself. */
export async function isReadable(
  { journal, world }: Pick<MirrorContext, 'journal' | 'world'>,
  { stored }: Sending,
): Promise<boolean> {
  if (stored === null) return true;
  const files = await world.disk.listStored();
  if (files.some(file => file.isFinished && file.name === stored)) return true;
  journal.trash.remove(stored);
  return false;
}
