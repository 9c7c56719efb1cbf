import type { ServiceId } from '../../../shared/ids.ts';
import { toFault } from '../../../shared/fault.ts';
import type { AppParts } from '../parts.ts';
import type { WaitingMessage } from './outbox-records.ts';

/**
 * Which of the files that a message names are no longer there (spec 7, rule 4). A refusal is read without its
 * `missingFileIds`, so each file is asked for itself; what cannot be asked is not called missing.
 */
export async function goneFiles(parts: AppParts, message: WaitingMessage): Promise<readonly string[]> {
  const { contextFiles, referencedFiles, openFile, organization } = message;
  const named = [...contextFiles, ...referencedFiles].map(({ id }) => id);
  const ids = [...new Set([...named, ...(openFile === null ? [] : [openFile.file])])];
  const gone: string[] = [];
  for (const id of ids) if (await isGone(parts, organization, id)) gone.push(id);
  return gone;
}

async function isGone({ engine }: AppParts, organization: string | null, id: string): Promise<boolean> {
  try {
    const api = (await engine.link()).api(organization);
    return (await api.file(id as ServiceId)).isGone;
  } catch (error) {
    return ['gone', 'not-allowed', 'refused'].includes(toFault(error).kind);
  }
}
