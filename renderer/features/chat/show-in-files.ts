import { toFault } from '../../../shared/fault.ts';
import { tellFault } from '../../state/toast.ts';
import { engine } from '../../state/engine.ts';
import { openFolder, placeKey } from '../../state/navigation.ts';
import { leadTo } from '../browse/stores/selection.ts';

/** Goes to where a file lies, and to its line there. */
export async function showInFiles(id: string): Promise<void> {
  try {
    const { at, row } = await engine.call('search.whereIs', { id });
    openFolder(at);
    leadTo(placeKey(at), row);
  } catch (thrown) {
    tellFault(toFault(thrown));
  }
}
