import type { Journal } from '../journal/journal.ts';
import type { QueuedChange } from '../journal/records/outgoing.ts';

/** Files that wait to be sent to folders that are no mirrors here; descriptions wait in the same queue and are no files. */
export function filesToSend({ outgoing }: Journal): readonly QueuedChange[] {
  return outgoing.all().filter(({ work }) => work.kind !== 'describe');
}
