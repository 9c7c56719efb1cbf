import { toFault } from '../../../shared/fault.ts';
import { showFault } from '../../stores/acting.ts';
import { engine } from '../../stores/engine.ts';
import { openFolder, placeKey } from '../../stores/navigation.ts';
import { select } from '../../stores/selection.ts';

/** Goes to where a file lies, and chooses it there. */
export async function showInFiles(id: string): Promise<void> {
  try {
    const { at } = await engine.call('search.whereIs', { id });
    openFolder(at);
    select(placeKey(at), [id]);
  } catch (thrown) {
    showFault(toFault(thrown));
  }
}
