import { engine } from '../../../state/engine.ts';
import { openFolder, placeKey } from '../../../state/navigation.ts';
import { faultIn } from '../../../state/reading/section.ts';
import { tellFault } from '../../../state/toast.ts';
import { leadTo } from './selection.ts';

/** Goes to the folder of a file, and to its line there. What this account may not open is said. */
export async function showInFiles(id: string): Promise<void> {
  const fault = await faultIn(async () => {
    const { at, row } = await engine.call('search.whereIs', { id });
    openFolder(at);
    leadTo(placeKey(at), row);
  });
  if (fault !== null) tellFault(fault);
}
