import { endingOf } from '../../../../shared/name-ending.ts';
import type { Versions } from '../../../../shared/diff/comparison.ts';
import type { ReadVersions } from '../../../../shared/diff/read-versions.ts';
import { formatOf } from '../../../../shared/preview/formats/formats.ts';
import { startWorker } from '../../../state/start-worker.ts';
import type { Hdf5VersionsAsks } from '../../preview/sections/workers/hdf5.worker.ts';
import { SECTION_WORKERS } from '../../preview/sections/workers.ts';
import { Parser } from '../../preview/stores/parser.ts';

/** Whether only the worker of HDF5 can read a file: its library needs WebAssembly, which no other one may use. */
export function isHdf5(name: string): boolean {
  return formatOf(endingOf(name)) === 'hdf5';
}

/** Reads versions of an HDF5 file, so that they can be compared elsewhere. */
export class Hdf5Versions {
  #parser: Parser<Hdf5VersionsAsks> | null = null;
  #read: { readonly of: Versions; readonly is: Promise<ReadVersions> } | null = null;

  /** The same versions are read once, however they are compared. @throws UnreadableError with a sentence */
  read(versions: Versions): Promise<ReadVersions> {
    if (this.#read?.of === versions) return this.#read.is;
    const parser = (this.#parser ??= new Parser<Hdf5VersionsAsks>(startWorker(SECTION_WORKERS.hdf5)));
    const is = parser.ask('versions', versions);
    this.#read = { of: versions, is };
    return is;
  }

  end(): void {
    this.#parser?.end();
    this.#parser = null;
    this.#read = null;
  }
}
