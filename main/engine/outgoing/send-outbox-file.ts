import { FaultError } from '../../../shared/fault.ts';
import type { Sha256 } from '../../../shared/ids.ts';
import type { OutgoingWork, QueuedChange } from '../../journal/records/outgoing.ts';
import { fileOf } from './send-descriptions.ts';
import {
  arrivedBefore,
  type Bytes,
  destinationOf,
  sendAsNew,
  type Sending,
  type SentFile,
  addSentToHistory,
  type UploadParts,
} from './send-new-file.ts';

type Upload = Extract<OutgoingWork, { kind: 'upload' }>;

/**
 * Sends a file of the outbox to a folder that is not on this computer. It stays in the outbox until the service has
 * confirmed it, or its very bytes were read back; a taken name gets a number.
 * @returns whether it is settled.
 * @throws FaultError.
 */
export async function sendOutboxFile(parts: UploadParts, waiting: QueuedChange): Promise<boolean> {
  const { journal, link, world } = parts;
  const { work } = waiting;
  if (work.kind !== 'upload') return true;
  const folder = fileOf(journal, waiting.subject);
  if (folder === null) return false;
  const api = link.api(work.organization ?? folder.organization);
  const outbox = await world.disk.outbox();
  const sending: SendingUpload = { api, waiting, going: work, folder: folder.id, outbox };
  const bytes = bytesOf(parts, sending);
  const sent = (await arrivedBefore(parts, sending, bytes)) ?? (await send(parts, sending, bytes));
  await letGo(parts, sending, sent);
  parts.arrived(destinationOf(waiting, folder.id));
  return true;
}

interface SendingUpload extends Sending {
  readonly going: Upload;
}

function send(parts: UploadParts, sending: SendingUpload, bytes: Bytes): Promise<SentFile> {
  const { waiting, going } = sending;
  return sendAsNew(parts, sending, bytes, target => parts.journal.outgoing.setWork(waiting.id, { ...going, target }));
}

function bytesOf(parts: UploadParts, sending: SendingUpload): Bytes {
  const { outbox, going } = sending;
  const open = () => parts.world.disk.open(outbox, going.path);
  return { owner: `outbox ${going.path}`, open, hash: () => hashOf(parts, sending), sizeBytes: going.sizeBytes };
}

/** @throws FaultError `stale`. */
async function hashOf({ world }: UploadParts, { outbox, going }: SendingUpload): Promise<Sha256> {
  const hashed = await world.disk.hash(outbox, going.path);
  if (hashed === null) throw new FaultError({ kind: 'stale', detail: 'it is no longer in the outbox as it was' });
  return hashed.sha256;
}

/** The service has the file: the outbox copy is deleted, with its empty folders. */
async function letGo(parts: UploadParts, sending: SendingUpload, sent: SentFile): Promise<void> {
  const {
    journal,
    world: { disk },
  } = parts;
  const { waiting, going, outbox } = sending;
  const { path, sizeBytes } = going;
  journal.transaction(() => {
    journal.outgoing.remove(waiting.id);
    addSentToHistory(parts, sending, { ...sent, sizeBytes });
  });
  const entry = await disk.entry(outbox, path);
  if (entry !== null) await disk.free(outbox, path, entry.fingerprint);
  for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1))
    if (!(await disk.removeFolder(outbox, path.slice(0, cut)))) return;
}
