import { z } from 'zod';

import { oddAnswers } from '../../../../shared/text/odd-answers.ts';
import { KIB, MIB } from '../../../../shared/units.ts';
import type { Sha256 } from '../../../../shared/ids.ts';
import { jsonOrNull } from '../../../../shared/parse-json.ts';
import { nameKey } from '../../../core/names/local-names.ts';
import { versionFrame } from '../../../remote/transfer/version-frame.ts';
import { contentTypeOf } from '../../../remote/transfer/content-type.ts';
import { oddAnswer } from '../../../remote/api/odd-answer.ts';
import { versionBody } from '../../../remote/transfer/version-body.ts';
import type { OpenZone, ZoneContext } from '../observe/zone-context.ts';
import { confirmUpload, isFault, type Reader, textOfVersion } from './read-back.ts';
import type { Destination, DestinationFolder } from './destination.ts';
import { inChunks } from '../../../remote/transfer/byte-chunks.ts';

/** A manifest of 100,000 files has about 30 MB; a longer one was not written by us. */
const MOST_BYTES = 64 * MIB;
/** Other computers may write the manifest too, so a conflict is retried. */
const TRIES = 5;

interface ManifestContext {
  readonly context: ZoneContext;
  readonly open: OpenZone;
  readonly reader: Reader;
  readonly destination: Destination;
}

/**
 * Writes the manifests of a run's folder: everything known to have arrived there, merged with their previous content.
 * Nothing is sent when they are up to date. @throws FaultError, DestinationRefuses.
 */
export async function sendManifest(sending: ManifestContext, folder: readonly string[]): Promise<void> {
  const { context, open, destination } = sending;
  const { records, world, computer } = context;
  const { ours, operator, label } = listOf(sending, folder);
  const place = await destination.folder(folder);
  const { wish } = open.zone;
  const about = { zone: wish.name, computer, instrument: wish.instrument, location: wish.location };
  const merged = await writeText(sending, place, {
    name: COMPANION,
    make: before => {
      const all = mergeManifests(before === null ? [] : (readCompanion(before) ?? []), ours);
      return companionText({ ...about, operator, label }, all);
    },
  });
  await writeText(sending, place, {
    name: MANIFEST,
    make: before =>
      manifestText(mergeManifests([...readManifest(before ?? ''), ...(readCompanion(merged) ?? [])], ours)),
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

/** Everything known to be in a folder of the destination and below it, from any run, and who ran those runs. */
function listOf(
  { context, open }: ManifestContext,
  folder: readonly string[],
): { ours: readonly Listed[]; operator: string | null; label: string | null } {
  const { records } = context;
  const prefix = folder.length === 0 ? '' : `${folder.join('/')}/`;
  const all = records.files.sentBelow(open.zone.id, prefix);
  const runs = [...new Set(all.map(({ run }) => run))].map(run => records.runs.get(run));
  const ours = all.flatMap(({ sent, path, modifiedMs }) => {
    // A file whose verification failed has no hash until it is sent again.
    if (sent === null || sent.sha256.length !== 64) return [];
    const { at, sha256, sizeBytes } = sent;
    return [{ path: at.slice(prefix.length), sha256, sizeBytes, source: path, modifiedMs }];
  });
  return { ours, operator: sameOf(runs.map(run => run?.operator)), label: sameOf(runs.map(run => run?.label)) };
}

/** The value they all share; null where they differ. */
function sameOf(said: readonly (string | null | undefined)[]): string | null {
  const all = new Set(said);
  return all.size === 1 ? (said[0] ?? null) : null;
}

interface Text {
  readonly name: string;
  /** Makes the new content from the present one; null: there is no file. */
  readonly make: (before: string | null) => string;
}

/** @returns the content that is at the service now. */
async function writeText(sending: ManifestContext, place: DestinationFolder, { name, make }: Text): Promise<string> {
  const { destination, reader } = sending;
  const taken = await destination.taken(place);
  for (let attempt = 1; ; attempt++) {
    const known = taken.get(nameKey(name));
    const head = known === undefined ? null : await headOf(reader, known.id);
    const before = head === null ? null : await textOfVersion(reader, head, MOST_BYTES);
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
            { sizeBytes: bytes.length, chunks: inChunks(bytes, CHUNK_BYTES) },
            async () => undefined,
          ),
        );
      return text;
    } catch (error) {
      // Another computer wrote it first: read its content and merge again.
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
  { destination, reader }: ManifestContext,
  place: DestinationFolder,
  { name, bytes }: { name: string; bytes: Uint8Array },
) {
  const { api, storage, hasher } = reader;
  const hash = hasher();
  hash.add(bytes);
  const contentType = contentTypeOf(name);
  const target = await api.announce({ fileName: name, contentType, fileSizeBytes: bytes.length, folderId: place.id });
  if (!(await destination.isNew(place, target.file, `text ${name}`))) throw oddAnswer(oddAnswers.notNew);
  await storage.put({ url: target.url, contentType, owner: `manifest ${place.id} ${name}` }, bytes);
  // If it did not arrive, the next round finds no file and starts over.
  const put = { file: target.file, version: target.version, sha256: hash.end(), sizeBytes: bytes.length };
  await confirmUpload(reader, put);
  return target.file;
}

const CHUNK_BYTES = 256 * KIB;

/** File name of the hash list in each run's folder, in the format of `sha256sum -c`. */
export const MANIFEST = 'manifest-sha256.txt';
/** File name of its machine-readable companion, which also has the source paths. */
export const COMPANION = 'benchtop-run.json';

/** One file in a manifest. */
export interface Listed {
  /** Inside the run's folder. */
  readonly path: string;
  readonly sha256: Sha256;
  readonly sizeBytes: number | null;
  /** Its path inside the zone's folder; null: not known. */
  readonly source: string | null;
  readonly modifiedMs: number | null;
}

/** The lines `sha256  path`, sorted by path. Names with a line end or a backslash are escaped as `sha256sum` does. */
export function manifestText(files: readonly Pick<Listed, 'path' | 'sha256'>[]): string {
  return sorted(files)
    .map(({ path, sha256 }) => {
      const isOdd = /[\\\n\r]/.test(path);
      const written = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
      return `${isOdd ? '\\' : ''}${sha256}  ${isOdd ? written : path}\n`;
    })
    .join('');
}

const LINE = /^(\\?)([0-9a-f]{64}) [ *](.+)$/;

/** Parses a manifest. Invalid lines are skipped. */
export function readManifest(text: string): readonly Listed[] {
  return text.split('\n').flatMap(line => {
    const [, odd, sha256, written = ''] = LINE.exec(line.replace(/\r$/, '')) ?? [];
    if (sha256 === undefined) return [];
    const path =
      odd === '\\'
        ? written.replaceAll(/\\([\\nr])/g, (_, letter: string) => ({ n: '\n', r: '\r' })[letter] ?? '\\')
        : written;
    return [{ path, sha256: sha256 as Sha256, sizeBytes: null, source: null, modifiedMs: null }];
  });
}

const companion = z.object({
  format: z.literal(1),
  files: z.array(
    z.object({
      path: z.string(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      sizeBytes: z.number().nullable().catch(null),
      source: z.string().nullable().catch(null),
      modifiedMs: z.number().nullable().catch(null),
    }),
  ),
});

/** The header of the companion. */
interface Provenance {
  readonly zone: string;
  readonly computer: string;
  readonly instrument: string;
  readonly location: string;
  readonly operator: string | null;
  /** The label given at the instrument. */
  readonly label: string | null;
}

/** Writes the companion: run, instrument, and the source of each file. */
export function companionText(about: Provenance, files: readonly Listed[]): string {
  const lines = sorted(files).map(({ path, sha256, sizeBytes, source, modifiedMs }) =>
    JSON.stringify({ path, sha256, sizeBytes, source, modifiedMs }),
  );
  const head = JSON.stringify({ format: 1, ...about }).slice(0, -1);
  return `${head},"files":[\n${lines.join(',\n')}\n]}\n`;
}

/** Parses a companion; null when it is not in our format. */
export function readCompanion(text: string): readonly Listed[] | null {
  const read = companion.safeParse(jsonOrNull(text));
  return read.success ? read.data.files.map(file => ({ ...file, sha256: file.sha256 as Sha256 })) : null;
}

/** Merges two lists; `now` wins where both have a path. */
export function mergeManifests(before: readonly Listed[], now: readonly Listed[]): readonly Listed[] {
  const merged = new Map(before.map(file => [file.path, file]));
  for (const file of now) merged.set(file.path, file);
  return sorted([...merged.values()]);
}

function sorted<T extends { readonly path: string }>(files: readonly T[]): readonly T[] {
  return files.toSorted((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0));
}
