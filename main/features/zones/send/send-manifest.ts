import { oddAnswers } from '../../../../shared/text/odd-answers.ts';
import { KIB, MIB } from '../../../../shared/units.ts';
import { nameKey } from '../../../core/names/local-names.ts';
import { versionFrame } from '../../../remote/transfer/version-frame.ts';
import { contentTypeOf } from '../../../remote/transfer/content-type.ts';
import { oddAnswer } from '../../../remote/api/odd-answer.ts';
import { versionBody } from '../../../remote/transfer/version-body.ts';
import { confirmed } from './arrival.ts';
import type { Destination, Place } from './destination.ts';
import {
  COMPANION,
  companionText,
  MANIFEST,
  manifestText,
  mergedLists,
  readCompanion,
  readManifest,
} from './manifest.ts';
import type { Listed } from './manifest.ts';
import { isFault, textThere } from './read-back.ts';
import type { Reader } from './read-back.ts';
import type { OpenZone, ZoneContext } from '../observe/zone-context.ts';

/** A list of a hundred thousand files is some 30 MB; a longer one is none of ours. */
const MOST_BYTES = 64 * MIB;
/** Others may write it too, in turn. */
const TRIES = 5;

export interface ManifestSending {
  readonly context: ZoneContext;
  readonly open: OpenZone;
  readonly reader: Reader;
  readonly destination: Destination;
}

/**
 * Writes the lists of hashes of a run's folder at the service: all that is known to have arrived there, with what stood in
 * them before. Written again they are the same, and nothing is sent. @throws FaultError, DestinationRefuses.
 */
export async function sendManifest(sending: ManifestSending, folder: readonly string[]): Promise<void> {
  const { context, open, destination } = sending;
  const { records, world, computer } = context;
  const { ours, operator, label } = listOf(sending, folder);
  const place = await destination.folder(folder);
  const { wish } = open.zone;
  const about = { zone: wish.name, computer, instrument: wish.instrument, location: wish.location };
  const merged = await writeText(sending, place, {
    name: COMPANION,
    make: before => {
      const all = mergedLists(before === null ? [] : (readCompanion(before) ?? []), ours);
      return companionText({ ...about, operator, label }, all);
    },
  });
  await writeText(sending, place, {
    name: MANIFEST,
    make: before => manifestText(mergedLists([...readManifest(before ?? ''), ...(readCompanion(merged) ?? [])], ours)),
  });
  records.transaction(() => {
    records.runs.setListDue(open.zone.id, folder, false);
    records.audit.add(world.clock.now(), 'manifest', {
      zone: wish.name,
      to: [...folder, MANIFEST].join('/'),
      files: ours.length,
    });
  });
}

/** What is known to be in a folder of the destination and below it, whichever run it came with; and who ran those. */
function listOf(
  { context, open }: ManifestSending,
  folder: readonly string[],
): { ours: readonly Listed[]; operator: string | null; label: string | null } {
  const { records } = context;
  const prefix = folder.length === 0 ? '' : `${folder.join('/')}/`;
  const all = records.files.sentBelow(open.zone.id, prefix);
  const runs = [...new Set(all.map(({ run }) => run))].map(run => records.runs.get(run));
  const ours = all.flatMap(({ sent, path, modifiedMs }) => {
    // What proved not to be as it was sent has no hash until it went again.
    if (sent === null || sent.sha256.length !== 64) return [];
    const { at, sha256, sizeBytes } = sent;
    return [{ path: at.slice(prefix.length), sha256, sizeBytes, source: path, modifiedMs }];
  });
  return { ours, operator: sameOf(runs.map(run => run?.operator)), label: sameOf(runs.map(run => run?.label)) };
}

/** What all of them say; null where they differ. */
function sameOf(said: readonly (string | null | undefined)[]): string | null {
  const all = new Set(said);
  return all.size === 1 ? (said[0] ?? null) : null;
}

interface Text {
  readonly name: string;
  /** The text that is to be there, from what is there; null: nothing. */
  readonly make: (before: string | null) => string;
}

/** @returns the text that is there now. */
async function writeText(sending: ManifestSending, place: Place, { name, make }: Text): Promise<string> {
  const { destination, reader } = sending;
  const taken = await destination.taken(place);
  for (let attempt = 1; ; attempt++) {
    const known = taken.get(nameKey(name));
    const head = known === undefined ? null : await headOf(reader, known.id);
    const before = head === null ? null : await textThere(reader, head, MOST_BYTES);
    const text = make(before);
    if (text === before) return text;
    try {
      const bytes = new TextEncoder().encode(text);
      if (head === null) {
        const file = await uploadText(sending, place, { name, bytes });
        taken.set(nameKey(name), await reader.api.file(file));
      } else
        await reader.api.addVersion(
          head.file,
          versionBody(
            versionFrame(head.version),
            { sizeBytes: bytes.length, chunks: pieces(bytes) },
            async () => undefined,
          ),
        );
      return text;
    } catch (error) {
      // Somebody wrote it meanwhile: theirs is read, and ours put to it.
      if (!isFault(error, 'stale') || attempt === TRIES) throw error;
    }
  }
}

async function headOf({ api }: Reader, id: Parameters<Reader['api']['file']>[0]) {
  try {
    const { version, isGone } = await api.file(id);
    return version === null || isGone ? null : { file: id, version };
  } catch (error) {
    if (isFault(error, 'gone')) return null;
    throw error;
  }
}

async function uploadText(
  { destination, reader }: ManifestSending,
  place: Place,
  { name, bytes }: { name: string; bytes: Uint8Array },
) {
  const { api, storage, hasher } = reader;
  const hash = hasher();
  hash.add(bytes);
  const contentType = contentTypeOf(name);
  const target = await api.announce({ fileName: name, contentType, fileSizeBytes: bytes.length, folderId: place.id });
  if (!(await destination.isNew(place, target.file, `text ${name}`))) throw oddAnswer(oddAnswers.notNew);
  await storage.put({ url: target.url, contentType, owner: `manifest ${place.id} ${name}` }, bytes);
  // Where it did not arrive, the next round finds nothing there and begins anew.
  await confirmed(reader, { file: target.file, version: target.version, sha256: hash.end() });
  return target.file;
}

const PIECE_BYTES = 256 * KIB;

async function* pieces(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
