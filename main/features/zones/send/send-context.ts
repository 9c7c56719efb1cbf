import { FaultError } from '../../../../shared/fault.ts';
import type { Sha256 } from '../../../../shared/ids.ts';
import { GIB } from '../../../../shared/units.ts';
import type { SourceFile } from '../../../ports/read-only-folder.ts';
import type { ZoneItem } from '../records/rows.ts';
import type { Destination } from './destination.ts';
import type { Reader } from './read-back.ts';
import type { Arrived } from '../records/file-records.ts';
import type { Run } from '../records/run-records.ts';
import type { OpenZone, Progress, ZoneContext } from '../observe/zone-context.ts';

/** What sending the files of one run needs. */
export interface SendContext {
  readonly context: ZoneContext;
  readonly open: OpenZone;
  readonly reader: Reader;
  readonly destination: Destination;
  readonly progress: Progress;
  /** With its destination folder decided. */
  readonly run: Run & { readonly folder: readonly string[] };
  /** A part of the run could not be read in the last scan. */
  readonly isPartlyUnseen: boolean;
}

/** What became of a file: it was sent, it was at the service already, or it changed and has to settle first. */
export type Outcome = 'sent' | 'recognised' | 'later';

/** Larger files are sent one at a time. */
const LARGE_BYTES = GIB;

/** A file opened for sending; its bytes are counted and hashed as they are read. */
export interface SourceReading {
  readonly sizeBytes: number;
  readonly fingerprint: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** @throws FaultError `stale` when the file changed since it was opened. */
  readonly mustBeUnchanged: () => Promise<void>;
  /** To be called after all bytes were read. @throws FaultError `stale` when there were fewer or more than expected. */
  readonly hash: () => Sha256;
}

/** Opens a file, passes it to `withIt` and closes it. @throws FaultError `stale` when it changed since it settled. */
export async function withSourceFile<T>(
  { context, open, progress }: Pick<SendContext, 'context' | 'open' | 'progress'>,
  item: ZoneItem,
  withIt: (file: SourceReading) => Promise<T>,
): Promise<T> {
  const work = async (): Promise<T> => {
    const file = await open.source.read(item.path);
    try {
      if (file.entry.fingerprint !== item.fingerprint) throw changedMeanwhile(item);
      return await withIt(readingOf({ context, progress }, item, file));
    } finally {
      progress.transfer(item.id, null);
      await file.close();
    }
  };
  return item.sizeBytes > LARGE_BYTES ? context.oneAtATime(work) : work();
}

function readingOf(
  { context, progress }: Pick<SendContext, 'context' | 'progress'>,
  item: ZoneItem,
  file: SourceFile,
): SourceReading {
  const hash = context.world.sources.hasher();
  const { sizeBytes } = file.entry;
  let doneBytes = 0;
  const chunks = async function* (): AsyncIterable<Uint8Array> {
    for await (const chunk of file.chunks()) {
      doneBytes += chunk.byteLength;
      if (doneBytes > sizeBytes) throw changedMeanwhile(item);
      hash.add(chunk);
      yield chunk;
      progress.transfer(item.id, { path: item.path, doneBytes, sizeBytes });
    }
    if (doneBytes !== sizeBytes) throw changedMeanwhile(item);
  };
  return {
    sizeBytes,
    fingerprint: file.entry.fingerprint,
    chunks: chunks(),
    mustBeUnchanged: async () => {
      if (!(await file.unchanged())) throw changedMeanwhile(item);
    },
    hash: () => {
      if (doneBytes !== sizeBytes) throw changedMeanwhile(item);
      return hash.end();
    },
  };
}

/** The hash of a settled file. @throws FaultError `stale` when it changed while it was read. */
export function hashOfSource(
  sending: Pick<SendContext, 'context' | 'open' | 'progress'>,
  item: ZoneItem,
): Promise<Sha256> {
  return withSourceFile(sending, item, async file => {
    const chunks = file.chunks[Symbol.asyncIterator]();
    for (let next = await chunks.next(); next.done !== true;) next = await chunks.next();
    await file.mustBeUnchanged();
    return file.hash();
  });
}

function changedMeanwhile({ path }: ZoneItem): FaultError {
  return new FaultError({ kind: 'stale', detail: `'${path}' changed while it was being read` });
}

/** How a file came to be at the service. */
export type ArrivalEvent = 'confirmed' | 'version' | 'found' | 'renamed';

/** Records that the service has a file, with its line in the audit log. */
export function recordArrival(
  { context: { records, world }, open: { zone }, run }: Pick<SendContext, 'context' | 'open' | 'run'>,
  item: ZoneItem,
  {
    event,
    ...arrived
  }: Arrived & { readonly event: ArrivalEvent; readonly from?: string; readonly folder?: readonly string[] },
): void {
  const now = world.clock.now();
  records.transaction(() => {
    records.files.arrived(item.id, arrived, now);
    records.destination.claim(zone.id, arrived.at);
    records.runs.arrived(run.id, null);
    records.runs.setListDue(zone.id, arrived.folder ?? run.folder, true);
    records.audit.add(now, event, {
      zone: zone.wish.name,
      path: item.path,
      ...(arrived.from === undefined ? {} : { from: arrived.from }),
      to: arrived.at,
      sizeBytes: arrived.sizeBytes,
      sha256: arrived.sha256,
      modifiedMs: item.modifiedMs,
      file: arrived.file,
      version: arrived.version,
      opened: 'read-only',
    });
  });
}

/** The destination folder of a file and its name there. */
export function destinationPathOf(
  folder: readonly string[],
  inside: string,
): { folders: readonly string[]; name: string } {
  const names = inside.split('/');
  return { folders: [...folder, ...names.slice(0, -1)], name: names.at(-1) ?? '' };
}
