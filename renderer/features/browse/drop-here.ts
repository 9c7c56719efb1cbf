import { dropTexts } from '../../../shared/features/drops/text.ts';
import { useSession } from '../../state/session.ts';
import { type DropPlace, draftsTarget, folderTarget } from '../drops/stores/drop-targets.ts';
import { canChange } from './actions/run-action.ts';
import { type Shown, placeLabel, useFolder } from './place-labels.ts';

/** Where a drop beside all lines goes, in the list and in the panel beside it: to the folder on show, else to the drafts. */
export function useDropHere(shown: Shown): DropPlace {
  const isSignedIn = useSession(state => state.value?.name === 'ready');
  const { view } = useFolder(shown.key);
  const isFolder = shown.mirror !== null || ('base' in shown.place && shown.place.base !== null);
  const isNamed = shown.mirror !== null || view?.head.trail.at(-1) !== undefined;
  if (!isFolder) return draftsTarget(isSignedIn);
  const refusal = canChange(shown) ? null : dropTexts.readOnly;
  return folderTarget(shown.place, isNamed ? placeLabel(shown, view) : null, refusal);
}
