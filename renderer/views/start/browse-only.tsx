import { enterTexts } from '../../../shared/text/enter.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useMirrors } from '../../stores/mirrors.ts';
import { go } from '../../stores/navigation.ts';
import { useSetUpState } from '../../stores/set-up.ts';

/** No folder is kept here: that is fine, and this is how to keep one. */
export function BrowseOnly() {
  const hasMirrors = useMirrors(state => (state.value?.length ?? 0) > 0);
  // The first steps say it already.
  const isSaid = useSetUpState(state => state.value?.showsChecklist ?? false);
  if (hasMirrors || isSaid) return null;
  return (
    <Notice tone="wait" title={enterTexts.browseOnly.title}>
      <span>{enterTexts.browseOnly.about}</span>
      <Button look="quiet" onPress={() => go({ screen: 'start' })}>
        {enterTexts.browseOnly.choose}
      </Button>
    </Notice>
  );
}
