import { enterTexts } from '../../../shared/features/set-up/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { useMirrors } from '../../state/mirrors.ts';
import { goTo } from '../../state/navigation.ts';
import { useSetUpState } from './stores/set-up.ts';

/** No folder is kept here: that is fine, and this is how to keep one. */
export function BrowseOnly() {
  const hasMirrors = useMirrors(state => (state.value?.length ?? 0) > 0);
  // The first steps say it already.
  const isSaid = useSetUpState(state => state.value?.showsChecklist ?? false);
  if (hasMirrors || isSaid) return null;
  return (
    <Notice tone="wait" title={enterTexts.browseOnly.title}>
      <span>{enterTexts.browseOnly.about}</span>
      <Button look="quiet" onPress={() => goTo({ screen: 'start' })}>
        {enterTexts.browseOnly.choose}
      </Button>
    </Notice>
  );
}
