import { create } from 'zustand';

import type { Fault } from '../../../../shared/fault.ts';
import type { OrganizationFile } from '../../../../shared/features/organization/model.ts';
import type { AccessBrief } from '../../../../shared/features/sharing/model.ts';
import { engine } from '../../../state/engine.ts';
import { faultIn } from '../../../state/reading/section.ts';

/** Files that are asked about together: the service is asked once for each. */
const AT_ONCE = 50;

/** What the list of all files does not say itself. Absent: not asked yet; null: the service does not tell. */
export interface FileFacts {
  /** By the id of the folder: its names from a root folder down. */
  readonly places: ReadonlyMap<string, readonly string[] | null>;
  /** By the id of the file: who can open it. */
  readonly readers: ReadonlyMap<string, AccessBrief | null>;
}

const NOTHING: FileFacts = { places: new Map(), readers: new Map() };

export const useFileFacts = create<FileFacts>(() => NOTHING);

let life = 0;

/**
 * Asks where files lie and who can open them, as far as that is not known. @param goesOn asked between two questions.
 * @returns what stopped it; null when nothing did.
 */
export function learnFacts(files: readonly OrganizationFile[], goesOn: () => boolean): Promise<Fault | null> {
  const mine = life;
  return faultIn(async () => {
    for (let at = 0; at < files.length && goesOn() && life === mine; at += AT_ONCE) {
      const some = files.slice(at, at + AT_ONCE);
      const [places, readers] = await Promise.all([placesOf(some), readersOf(some)]);
      if (life !== mine) return;
      useFileFacts.setState(old => ({
        places: new Map([...old.places, ...places]),
        readers: new Map([...old.readers, ...readers]),
      }));
    }
  });
}

/** Files of these of which it is known who can open them, or that the service does not tell. */
export function knownOf(files: readonly OrganizationFile[]): number {
  const { readers } = useFileFacts.getState();
  return files.filter(({ id }) => readers.has(id)).length;
}

/** Nothing of it is kept. */
export function forgetFacts(): void {
  life += 1;
  useFileFacts.setState(NOTHING);
}

async function placesOf(files: readonly OrganizationFile[]): Promise<Map<string, readonly string[] | null>> {
  const { places } = useFileFacts.getState();
  const folders = [...new Set(files.flatMap(({ folder }) => folder ?? []))].filter(id => !places.has(id));
  const found = new Map<string, readonly string[] | null>(folders.map(id => [id, null]));
  if (folders.length === 0) return found;
  const answer = await engine.call('organization.things', { files: [], folders });
  for (const { id, names } of answer.folders) found.set(id, names);
  return found;
}

async function readersOf(files: readonly OrganizationFile[]): Promise<Map<string, AccessBrief | null>> {
  const { readers } = useFileFacts.getState();
  const ids = files.map(({ id }) => id).filter(id => !readers.has(id));
  const found = new Map<string, AccessBrief | null>(ids.map(id => [id, null]));
  if (ids.length === 0) return found;
  for (const brief of await engine.call('sharing.brief', { ids })) found.set(brief.id, brief);
  return found;
}
