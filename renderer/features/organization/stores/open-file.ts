import { engine } from '../../../state/engine.ts';
import { openFolder, placeKey } from '../../../state/navigation.ts';
import { faultIn } from '../../../state/reading/section.ts';
import { tellFault } from '../../../state/toast.ts';
import { select } from '../../browse/stores/selection.ts';

/** Goes to the folder of a file, and chooses the file there. What this account may not open is said. */
export async function openFileAt(id: string): Promise<void> {
  const fault = await faultIn(async () => {
    const { at } = await engine.call('search.whereIs', { id });
    openFolder(at);
    select(placeKey(at), [id]);
  });
  if (fault !== null) tellFault(fault);
}
