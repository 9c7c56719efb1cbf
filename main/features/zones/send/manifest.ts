import { z } from 'zod';

import type { Sha256 } from '../../../../shared/ids.ts';

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
export interface Provenance {
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
  try {
    const parsed = companion.safeParse(JSON.parse(text));
    if (!parsed.success) return null;
    return parsed.data.files.map(file => ({ ...file, sha256: file.sha256 as Sha256 }));
  } catch {
    return null;
  }
}

/** Merges two lists; `now` wins where both have a path. */
export function mergedLists(before: readonly Listed[], now: readonly Listed[]): readonly Listed[] {
  const merged = new Map(before.map(file => [file.path, file]));
  for (const file of now) merged.set(file.path, file);
  return sorted([...merged.values()]);
}

function sorted<T extends { readonly path: string }>(files: readonly T[]): readonly T[] {
  return files.toSorted((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0));
}
