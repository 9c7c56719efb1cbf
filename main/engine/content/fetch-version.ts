import { FaultError } from '../../../shared/fault.ts';
import type { ItemId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import { hasRoom, RECORDS_BYTES } from '../../core/policy/disk-reserve.ts';
import type { FinishedStaging, Staging } from '../../ports/disk.ts';
import type { FileDetail } from '../../remote/api/shapes.ts';
import { serviceFolder } from '../context/mirror-context.ts';
import type { MirrorContext, StepOutcome, Progress } from '../context/mirror-context.ts';
import type { HttpResponse } from '../../ports/http.ts';
import { noteUnfilled } from './unfilled-uploads.ts';
import type { PartialDownload } from './partial-downloads.ts';
import { unlistTrash } from './move-to-trash.ts';
import { Head, mustBeLossless, mustBeNoPage, sizeOfVersion } from './reject-login-page.ts';

/** The current head of a file; null when it is no longer where (or what) the plan saw. */
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
 * GAP: listings may show a file that was announced and whose bytes never came. It has no version, not even in its
 * history, so it does not exist yet: it is no item, and a local file of its name is a file of its own. A later poll
 * asks again when the listing changes, or after some time. For an item with a base, a missing version says nothing.
 */
function noteNotUploaded(context: MirrorContext, { id }: Item, detail: FileDetail): void {
  const { journal } = context;
  journal.transaction(() => {
    const item = journal.items.get(id);
    if (item === null || item.base !== null || journal.intents.isOpen(id)) return;
    noteUnfilled(context, detail);
    if (item.local !== null) journal.items.setRemote(id, 'absent', null);
    else if (item.localPresence === 'absent') journal.items.remove(id);
  });
}

/**
 * The outcome of a step that found no head. An item that turned out to be local only is planned again at once: the next
 * poll would pair it again with the file that does not exist yet.
 */
export function outcomeWithoutHead({ journal }: MirrorContext, id: ItemId): StepOutcome {
  const item = journal.items.get(id);
  if (item === null) return 'postponed';
  return item.remote === null ? 'done' : 'stale';
}

/**
 * Checks that a file of this size still fits on the mirror's disk, with all running downloads, and that the journal has
 * room.
 * @throws FaultError `disk-full`.
 */
export async function mustFit(context: MirrorContext, sizeBytes: number | null, path: string): Promise<void> {
  const space = await context.world.disk.space(context.mirror.root.path);
  const fits = hasRoom(space, sizeBytes ?? 0, context.reserved.bytes);
  if (!fits || space.recordsFreeBytes < RECORDS_BYTES) throw new FaultError({ kind: 'disk-full', path });
}

/**
 * Runs work that writes this many bytes to the mirror's disk, if they fit beside all running downloads. `work` reports
 * what it wrote; the rest of the reservation is released at its end.
 * @throws FaultError `disk-full`, and what `work` throws.
 */
export async function withRoom<T>(
  context: MirrorContext,
  { sizeBytes, path }: { sizeBytes: number | null; path: string },
  work: (onWritten: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  let left = 0;
  const reserve = (bytes: number): void => {
    left += bytes;
    context.reserved.bytes += bytes;
  };
  try {
    // Reserved before the check: of several that begin at once, only as many go on as fit.
    reserve(sizeBytes ?? 0);
    await mustFit(context, 0, path);
    return await work(written => reserve(-Math.min(written, left)));
  } finally {
    reserve(-left);
  }
}

/** What a fetch needs. */
export type Fetcher = Pick<MirrorContext, 'api' | 'storage'> & { readonly progress?: Pick<Progress, 'transfer'> };

/** What is fetched, and where it is written. */
export interface Fetching {
  /** The item that shows the progress; null: none. */
  readonly item: ItemId | null;
  readonly file: ServiceId;
  readonly version: VersionId;
  /** As the service says; null when it does not. */
  readonly sizeBytes: number | null;
  readonly into: Staging;
  /** An interrupted download that this one continues; its staged file is `into`. */
  readonly partial?: PartialDownload | undefined;
  readonly onWritten?: (bytes: number) => void;
  /** Called with the number of bytes received, before they are flushed to the disk. */
  readonly onCame?: ((bytes: number) => void) | undefined;
}

/**
 * Fetches exactly one version into a staged file and checks that it is complete and the right one (T11, T26): by the
 * size from the service or the storage. On any fault the staged file is discarded.
 */
export async function fetchVersion(fetcher: Fetcher, fetching: Fetching): Promise<FinishedStaging> {
  const { into, item } = fetching;
  try {
    const { cameBytes, declaredBytes, sizeBytes, finished, rejectLoginPage } = await receive(fetcher, fetching);
    // Checked before it is finished: in the trash, a finished file stays.
    if (sizeBytes !== null && cameBytes > sizeBytes) throw longer(sizeBytes);
    if (declaredBytes !== null && declaredBytes !== cameBytes) throw brokenOff(cameBytes, declaredBytes);
    if (sizeBytes !== null && sizeBytes !== cameBytes)
      throw declaredBytes === null ? brokenOff(cameBytes, sizeBytes) : otherSize(cameBytes, sizeBytes);
    if (sizeBytes === null) rejectLoginPage();
    if (finished !== null) return finished;
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
 * Fetches a version into the trash, under a name that must have a row already (`listInTrash`, `listRescued`). On
 * failure the row is removed with it: a row without bytes would be relied on by a later removal.
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
 * Discards a staged file. A failure must neither hide the original fault nor keep the records from being corrected:
 * what is left is swept at the next start.
 */
export async function dropStaged(into: Staging, cameNowhere?: () => void): Promise<void> {
  await into.discard(cameNowhere).catch(() => undefined);
}

/** What was received, and how it can be checked. */
interface Received {
  /** Of an answer that is longer than the file some number above the file's size: its rest is not read. */
  readonly cameBytes: number;
  /** The length that the answer declared; null when it declared none. */
  readonly declaredBytes: number | null;
  /** The file's size, from the service or else from the storage; null when neither tells. */
  readonly sizeBytes: number | null;
  /** The staged file, where the disk received and flushed it by itself; else null. */
  readonly finished: FinishedStaging | null;
  /** The last check, when no size is known. @throws FaultError `failing`. */
  readonly rejectLoginPage: () => void;
}

async function receive(fetcher: Fetcher, fetching: Fetching): Promise<Received> {
  const { file, version, into } = fetching;
  const content = await fetcher.api.versionContent(file, version);
  if (content.url === null) {
    const text = content.inline ?? '';
    const bytes = new TextEncoder().encode(text);
    await into.write(bytes);
    const sizeBytes = fetching.sizeBytes ?? (await sizeOfVersion(fetcher, file, version));
    const rejectLoginPage = (): void => mustBeLossless(text);
    return { cameBytes: bytes.length, declaredBytes: null, sizeBytes, finished: null, rejectLoginPage };
  }
  const carried = await receiveThere(fetcher, fetching, content.url);
  if (carried !== null) return carried;
  const opened = await open(fetcher, fetching, content.url);
  const { response, fromBytes, total } = opened;
  // Only where nothing tells the size may the first bytes show that this is no file.
  const head = fetching.sizeBytes === null ? new Head() : null;
  const cameBytes = await writeBody(fetcher, fetching, opened, head);
  const declaredBytes = declaredIn(response);
  return {
    cameBytes,
    declaredBytes: declaredBytes === null ? null : declaredBytes + fromBytes,
    finished: null,
    sizeBytes: fetching.sizeBytes ?? total ?? (await sizeOfVersion(fetcher, file, version)),
    rejectLoginPage: () => {
      if (head !== null) mustBeNoPage(response, head);
    },
  };
}

/** Writes an answer's body to its staged file. @returns how long that is now, with what an earlier try received. */
async function writeBody(
  { progress }: Fetcher,
  { item, into, partial, sizeBytes, onWritten }: Fetching,
  { response, fromBytes, total }: OpenedDownload,
  head: Head | null,
): Promise<number> {
  let doneBytes = fromBytes;
  for await (const chunk of response.lend?.() ?? response.body) {
    await into.write(chunk);
    head?.add(chunk);
    doneBytes += chunk.length;
    // An answer without an end would fill the disk.
    if (sizeBytes !== null && doneBytes > sizeBytes) break;
    onWritten?.(chunk.length);
    if (item !== null)
      progress?.transfer(item, { direction: 'down', doneBytes, sizeBytes: sizeBytes ?? total ?? doneBytes });
    await partial?.came(chunk.length);
  }
  return doneBytes;
}

/** Has the disk itself receive a small file of known size; null when it cannot: then nothing was done. */
async function receiveThere(
  { storage, progress }: Fetcher,
  { item, into, sizeBytes, partial, onWritten, onCame }: Fetching,
  url: string,
): Promise<Received | null> {
  if (sizeBytes === null || partial !== undefined) return null;
  if (item !== null) progress?.transfer(item, { direction: 'down', doneBytes: 0, sizeBytes });
  const came = await storage.getInto(url, into, { sizeBytes, onCame: () => onCame?.(sizeBytes) });
  if (came === null) return null;
  const { cameBytes, finished } = came;
  if (finished !== null) onWritten?.(cameBytes);
  return { cameBytes, declaredBytes: declaredIn(came), sizeBytes, finished, rejectLoginPage: () => undefined };
}

function declaredIn({ headers }: Pick<HttpResponse, 'headers'>): number | null {
  const length = headers.get('content-length');
  return length === undefined ? null : Number(length);
}

interface OpenedDownload {
  readonly response: HttpResponse;
  /** Bytes that an earlier try received. */
  readonly fromBytes: number;
  /** The whole size, from the storage; null when it does not tell. */
  readonly total: number | null;
}

/** Opens a version's address: all of it, or the rest of an interrupted download. */
async function open({ storage }: Fetcher, { sizeBytes, partial }: Fetching, url: string): Promise<OpenedDownload> {
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

/** The answer is complete, but has another size than announced: a fault of this file alone. */
function otherSize(got: number, of: number): FaultError {
  return new FaultError({
    kind: 'failing',
    status: 200,
    messages: [`It says that the file has ${of} bytes, and sent ${got}.`],
  });
}

function longer(of: number): FaultError {
  return new FaultError({
    kind: 'failing',
    status: 200,
    messages: [`It says that the file has ${of} bytes, and sent more.`],
  });
}

function brokenOff(got: number, of: number): FaultError {
  return new FaultError({ kind: 'offline', detail: `a download broke off after ${got} of ${of} bytes` });
}
