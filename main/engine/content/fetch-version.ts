import { FaultError } from '../../../shared/fault.ts';
import type { ItemId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import { hasRoom, RECORDS_BYTES } from '../../core/policy/disk-reserve.ts';
import type { Finished, Staging } from '../../ports/disk.ts';
import type { FileDetail } from '../../remote/api/shapes.ts';
import { serviceFolder } from '../context/mirror-context.ts';
import type { MirrorContext, Outcome, Progress } from '../context/mirror-context.ts';
import type { HttpResponse } from '../../ports/http.ts';
import { noteUnfilled } from './unfilled-uploads.ts';
import type { PartialDownload } from './partial-downloads.ts';
import { unlistTrash } from './move-to-trash.ts';
import { Head, mustBeLossless, mustBeNoPage, sizeOfVersion } from './reject-login-page.ts';

/** The head of a file, as it is right now; null when it is no longer where (or what) the plan saw. */
export async function freshHead(
  context: MirrorContext,
  item: Item,
): Promise<(FileDetail & { version: VersionId }) | null> {
  const { remote } = item;
  if (remote === null) return null;
  const detail = await context.api.file(remote.id);
  if (detail.isGone) return null;
  if (detail.version === null) {
    noteNotUploaded(context, item, detail);
    return null;
  }
  if (detail.folderId !== null && detail.folderId !== serviceFolder(context, remote.parent)) return null;
  return { ...detail, version: detail.version };
}

/**
 * GAP: lists may show a file that was announced and whose bytes never came. It has no version, not even in its history:
 * it is not there yet, so it is no item, and what is here under its name is a file of its own. A look that lists it
 * otherwise, or much later, asks again. Of what was agreed on before, a missing version says nothing.
 */
function noteNotUploaded(context: MirrorContext, { id }: Item, detail: FileDetail): void {
  const { journal } = context;
  journal.transaction(() => {
    const item = journal.items.get(id);
    if (item === null || item.agreed !== null || journal.intents.isOpen(id)) return;
    noteUnfilled(context, detail);
    if (item.local !== null) journal.items.setRemote(id, 'absent', null);
    else if (item.localSight === 'absent') journal.items.remove(id);
  });
}

/**
 * What to do when there was no head to go by. An item that turned out to be here alone is planned anew at once: the next
 * look would take it for the same as what is not there yet.
 */
export function outcomeWithoutHead({ journal }: MirrorContext, id: ItemId): Outcome {
  const item = journal.items.get(id);
  if (item === null) return 'deferred';
  return item.remote === null ? 'done' : 'again';
}

/**
 * Checks that a file of this size still fits on the mirror's disk, with all that is being downloaded already, and that our
 * records can go on. @throws FaultError `disk-full`.
 */
export async function mustFit(context: MirrorContext, sizeBytes: number | null, path: string): Promise<void> {
  const space = await context.world.disk.space(context.mirror.root.path);
  const fits = hasRoom(space, sizeBytes ?? 0, context.promised.bytes);
  if (!fits || space.recordsFreeBytes < RECORDS_BYTES) throw new FaultError({ kind: 'disk-full', path });
}

/**
 * Does something that brings so many bytes here, once it is sure that they fit beside all others that are on their way.
 * `work` tells what it wrote; the rest is given back at its end. @throws FaultError `disk-full`, and what `work` throws.
 */
export async function withRoom<T>(
  context: MirrorContext,
  { sizeBytes, path }: { sizeBytes: number | null; path: string },
  work: (onWritten: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  let left = 0;
  const promise = (bytes: number): void => {
    left += bytes;
    context.promised.bytes += bytes;
  };
  try {
    // Promised before it is asked: of several that begin at once, only as many go on as fit.
    promise(sizeBytes ?? 0);
    await mustFit(context, 0, path);
    return await work(written => promise(-Math.min(written, left)));
  } finally {
    promise(-left);
  }
}

/** What fetching needs. */
export type Fetcher = Pick<MirrorContext, 'api' | 'storage'> & { readonly progress?: Pick<Progress, 'transfer'> };

/** What is fetched, for whom, and where to. */
export interface Fetching {
  /** Whose progress it is; null: nobody's. */
  readonly item: ItemId | null;
  readonly file: ServiceId;
  readonly version: VersionId;
  /** As the service says; null when it does not. */
  readonly sizeBytes: number | null;
  readonly into: Staging;
  /** Where it goes on if it broke off before; its staged file is `into`. */
  readonly partial?: PartialDownload | undefined;
  readonly onWritten?: (bytes: number) => void;
  /** Told how many bytes came, before they are flushed to the disk. */
  readonly onCame?: ((bytes: number) => void) | undefined;
}

/**
 * Fetches exactly one version into a staged file and makes sure that it is whole and is that file (T11, T26): by the size
 * that the service or the storage tells. On any trouble the staged file is discarded.
 */
export async function fetchVersion(fetcher: Fetcher, fetching: Fetching): Promise<Finished> {
  const { into, item } = fetching;
  try {
    const { cameBytes, promised, sizeBytes, rejectLoginPage } = await receive(fetcher, fetching);
    // Before it is finished: in the store, what is finished stays.
    if (promised !== null && promised !== cameBytes) throw brokenOff(cameBytes, promised);
    if (sizeBytes !== null && sizeBytes !== cameBytes)
      throw promised === null ? brokenOff(cameBytes, sizeBytes) : otherSize(cameBytes, sizeBytes);
    if (sizeBytes === null) rejectLoginPage();
    fetching.onCame?.(cameBytes);
    await fetching.partial?.settled();
    const whole = await into.finish();
    fetching.partial?.forget();
    return whole;
  } catch (error) {
    if (fetching.partial === undefined) await dropStaged(into);
    else await fetching.partial.breakOff(error).catch(() => undefined);
    throw error;
  } finally {
    if (item !== null) fetcher.progress?.transfer(item, null);
  }
}

/**
 * Fetches a version into the store, under a name that a row must have already (`listInTrash`, `listRescued`). When it does
 * not come, the row goes with it: one that claims bytes which are not there would be relied on.
 */
export async function fetchIntoTrash(
  context: MirrorContext,
  { name, path, ...wanted }: Omit<Fetching, 'into' | 'onWritten'> & { readonly name: string; readonly path: string },
): Promise<Sha256> {
  try {
    const into = await context.world.disk.stageInStore(name);
    return (await fetchVersion(context, { ...wanted, into })).sha256;
  } catch (error) {
    await unlistTrash(context, path, [name]);
    throw error;
  }
}

/**
 * Lets go of what was staged. A disk that says no to this must not hide what else went wrong, nor keep the records from
 * being put right: what stays is swept at the next start.
 */
export async function dropStaged(into: Staging, cameNowhere?: () => void): Promise<void> {
  await into.discard(cameNowhere).catch(() => undefined);
}

/** What came, and how it can be judged. */
interface Received {
  readonly cameBytes: number;
  /** The length that the answer promised; null when it promised none. */
  readonly promised: number | null;
  /** How long the file is, by the service's word or else the storage's; null when nobody tells. */
  readonly sizeBytes: number | null;
  /** The last resort when nobody tells a size. @throws FaultError `failing`. */
  readonly rejectLoginPage: () => void;
}

async function receive(fetcher: Fetcher, fetching: Fetching): Promise<Received> {
  const { item, file, version, into, onWritten } = fetching;
  const content = await fetcher.api.versionContent(file, version);
  if (content.url === null) {
    const text = content.inline ?? '';
    const bytes = new TextEncoder().encode(text);
    await into.write(bytes);
    const sizeBytes = fetching.sizeBytes ?? (await sizeOfVersion(fetcher, file, version));
    return { cameBytes: bytes.length, promised: null, sizeBytes, rejectLoginPage: () => mustBeLossless(text) };
  }
  const { response, fromBytes, total } = await open(fetcher, fetching, content.url);
  const head = new Head();
  let doneBytes = fromBytes;
  for await (const chunk of response.lend?.() ?? response.body) {
    await into.write(chunk);
    head.add(chunk);
    doneBytes += chunk.length;
    onWritten?.(chunk.length);
    const sizeBytes = fetching.sizeBytes ?? total ?? doneBytes;
    if (item !== null) fetcher.progress?.transfer(item, { direction: 'down', doneBytes, sizeBytes });
    await fetching.partial?.came(chunk.length);
  }
  const length = response.headers.get('content-length');
  return {
    cameBytes: doneBytes,
    promised: length === undefined ? null : Number(length) + fromBytes,
    sizeBytes: fetching.sizeBytes ?? total ?? (await sizeOfVersion(fetcher, file, version)),
    rejectLoginPage: () => mustBeNoPage(response, head),
  };
}

interface Opened {
  readonly response: HttpResponse;
  /** What is here already. */
  readonly fromBytes: number;
  /** The whole size by the storage's word; null when it does not tell. */
  readonly total: number | null;
}

/** Opens what a version's address leads to: all of it, or the rest of what is here already. */
async function open({ storage }: Fetcher, { sizeBytes, partial }: Fetching, url: string): Promise<Opened> {
  if (sizeBytes === null) {
    const response = await storage.getCounted(url);
    return { response, fromBytes: 0, total: response.totalBytes };
  }
  const rest = partial?.rest ?? null;
  const response = rest === null ? null : await storage.getRest(url, rest);
  if (rest !== null && response !== null) return { response, fromBytes: rest.fromBytes, total: null };
  if (rest !== null) await partial?.rewind();
  const whole = await storage.get(url);
  if (whole.headers.get('content-length') === String(sizeBytes)) partial?.begin(whole.headers.get('etag') ?? null);
  return { response: whole, fromBytes: 0, total: null };
}

/** All of the answer came, but it is not what was announced: that is a matter of this file. */
function otherSize(got: number, of: number): FaultError {
  return new FaultError({
    kind: 'failing',
    status: 200,
    messages: [`It says that the file has ${of} bytes, and sent ${got}.`],
  });
}

function brokenOff(got: number, of: number): FaultError {
  return new FaultError({ kind: 'offline', detail: `a download broke off after ${got} of ${of} bytes` });
}
