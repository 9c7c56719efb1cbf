import { create } from 'zustand';

import { toFault } from '../../../../shared/fault.ts';
import type { ItemDetails } from '../../../../shared/features/details/model.ts';
import { SECOND } from '../../../../shared/units.ts';
import { engine } from '../../../state/engine.ts';

/** What is known of a file that a message names. `unreachable`: it is gone, or this account may not open it. */
export type FileFacts = ItemDetails | 'unreachable';

/** By the service's id. */
export const useFileFacts = create<{ readonly facts: ReadonlyMap<string, FileFacts> }>(() => ({ facts: new Map() }));

/** So many files are kept track of. */
const MOST = 500;
/** After a change of the records they are asked again, no oftener. */
const APART_MS = 3 * SECOND;

const wanted = new Set<string>();
let later: ReturnType<typeof setTimeout> | undefined;

/** The name of the file came into sight: its facts are read. */
export function wantFile(id: string): void {
  if (wanted.has(id)) return;
  wanted.add(id);
  const [oldest] = wanted;
  if (wanted.size > MOST && oldest !== undefined) wanted.delete(oldest);
  void read([id]);
}

async function read(ids: readonly string[]): Promise<void> {
  const told = await Promise.all(ids.map(async id => [id, await factsOf(id)] as const));
  const news = told.flatMap(([id, facts]) => (facts === null ? [] : [[id, facts] as const]));
  useFileFacts.setState(({ facts }) => ({
    facts: new Map([...facts, ...news].filter(([id]) => wanted.has(id))),
  }));
}

/** Null: Benchtop does not answer, so what was known stays. */
async function factsOf(id: string): Promise<FileFacts | null> {
  try {
    return await engine.call('files.details', { id });
  } catch (thrown) {
    return ['gone', 'not-allowed', 'bad-request'].includes(toFault(thrown).kind) ? 'unreachable' : null;
  }
}

engine.on('files.revision', () => {
  if (later !== undefined || wanted.size === 0) return;
  later = setTimeout(() => {
    later = undefined;
    void read([...wanted]);
  }, APART_MS);
});
