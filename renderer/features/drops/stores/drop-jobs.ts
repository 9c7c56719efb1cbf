import { create } from 'zustand';

import type { DropJob } from '../../../../shared/features/drops/model.ts';
import { isOurs } from './dropping.ts';
import { engine } from '../../../state/engine.ts';

/** What was added without that a person was told: its window was closed, or Benchtop ended. */
export const useDropJobs = create<{ readonly jobs: readonly DropJob[] }>(() => ({ jobs: [] }));

engine.on('files.revision', () => void read());

async function read(): Promise<void> {
  try {
    const all = await engine.call('drops.jobs', null);
    useDropJobs.setState({ jobs: all.filter(({ id, state }) => state !== 'running' && !isOurs(id)) });
  } catch {
    // The strip over everything says that the window is not connected; what was read last stays.
  }
}

/** A person has seen it. */
export function dismissJob({ id }: DropJob): void {
  void engine.call('drops.seen', { ticket: id }).then(read, () => undefined);
}
