import { arraysTexts as texts } from '../../../features/preview/archives-text.ts';
import { MIB } from '../../../units.ts';
import { UnreadableError } from '../../unreadable.ts';
import { entryBytes, readDirectory } from '../archives/zip-directory.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { SectionsRequest } from '../read-sections.ts';
import type { FileSections, Section } from '../sections.ts';
import { readNumpy } from './numpy.ts';

/** A packed array that is larger is not unpacked; others are read in parts. In bytes. */
const MOST_UNPACKED = 256 * MIB;
const MOST_ARRAYS = 10_000;

/** Reads an archive of NumPy arrays (`numpy.savez`), of which one is shown. @throws UnreadableError */
export async function readNumpyArchive(file: FileBytes, request: SectionsRequest): Promise<FileSections> {
  const arrays = (await readDirectory(file)).filter(({ name }) => name.endsWith('.npy')).slice(0, MOST_ARRAYS);
  const named = arrays.map(entry => ({ entry, id: entry.name.slice(0, -'.npy'.length) }));
  const chosen = named.find(({ id }) => id === request.wish['array']) ?? named[0];
  if (chosen === undefined) throw new UnreadableError(texts.none);
  const options = named.map(({ id }) => ({ id, label: id }));
  const choice: Section = { is: 'choice', id: 'array', title: texts.array, options, chosen: chosen.id };
  const read = await readNumpy(await entryBytes(file, chosen.entry, MOST_UNPACKED), request);
  return { sections: [choice, ...read.sections], isCut: read.isCut || named.length > 1 };
}
