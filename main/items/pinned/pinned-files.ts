import { z } from 'zod';

import type { Fault } from '../../../shared/fault.ts';
import type { ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import type { Facts } from '../../journal/records/history.ts';
import { serviceId, versionId } from '../../remote/api/shapes.ts';

/** Under which name the list stands among the facts. */
const FACT = 'keptFiles';
/** The list is written whole with each change; more files than this are a folder to mirror. */
export const MOST_KEPT_FILES = 5000;

const fault = z.custom<Fault>(value => typeof value === 'object' && value !== null && 'kind' in value);

const keptCopy = z.object({
  version: versionId,
  /** Its name in our own folder. */
  path: z.string().regex(/^[a-z0-9-]+$/),
  sizeBytes: z.number(),
  sha256: z.string().transform(text => text as Sha256),
  /** What the file was like when it was last known to have these bytes. */
  stamp: z.string(),
  /** When it came, ms since the epoch. */
  at: z.number(),
  /** The service's own word for when the file had last changed, as it came. */
  updatedAt: z.string().nullable(),
});

const keptFile = z.object({
  id: serviceId,
  /** Whose file it is; empty: the key's own organization. */
  organization: z.string(),
  name: z.string(),
  /** Which list it was chosen from. */
  from: z.enum(['library', 'other']).catch('other'),
  /** What lists last said of when it changed. */
  seen: z.string().nullable(),
  /** Null while it was not fetched. */
  copy: keptCopy.nullable(),
  /** What the last attempt to fetch it met. */
  fault: fault.nullable(),
});

/** Bytes of one version, on this computer. */
export interface KeptCopy {
  readonly version: VersionId;
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: Sha256;
  readonly stamp: string;
  readonly at: number;
  readonly updatedAt: string | null;
}

/** A file in no mirror that somebody wants on this computer. */
export interface KeptFile {
  readonly id: ServiceId;
  readonly organization: string;
  readonly name: string;
  readonly from: 'library' | 'other';
  readonly seen: string | null;
  readonly copy: KeptCopy | null;
  readonly fault: Fault | null;
}

/** Whether lists say that the service has another state of it than the one that is here. */
export function isOld({ copy, seen }: KeptFile): boolean {
  return copy !== null && seen !== null && seen !== copy.updatedAt;
}

/** The files that are wanted on this computer, without being in a mirror. */
export class KeptFiles {
  readonly #facts: Facts;
  #known: Map<ServiceId, KeptFile> | null = null;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** Grows with every change. */
  changes = 0;

  all(): readonly KeptFile[] {
    return [...this.#map().values()];
  }

  find(id: string): KeptFile | null {
    return this.#map().get(id as ServiceId) ?? null;
  }

  put(file: KeptFile): void {
    this.#map().set(file.id, file);
    this.#write();
  }

  remove(id: ServiceId): void {
    if (this.#map().delete(id)) this.#write();
  }

  #map(): Map<ServiceId, KeptFile> {
    this.#known ??= new Map(read(this.#facts.get(FACT)).map(file => [file.id, file]));
    return this.#known;
  }

  #write(): void {
    this.changes += 1;
    const all = this.all();
    this.#facts.set(FACT, all.length === 0 ? null : JSON.stringify(all));
  }
}

/** Nobody else writes it; a line that cannot be read is a file that is not kept, and its bytes are still at the service. */
function read(text: string | null): readonly KeptFile[] {
  try {
    const all: unknown = text === null ? [] : JSON.parse(text);
    if (!Array.isArray(all)) return [];
    return all.flatMap(one => {
      const { data } = keptFile.safeParse(one);
      return data === undefined ? [] : [data];
    });
  } catch {
    return [];
  }
}
