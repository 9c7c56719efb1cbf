import { FolderSync } from 'lucide-react';

import { enterTexts } from '../../../shared/text/enter.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { useMirrors } from '../../stores/mirrors.ts';
import { go } from '../../stores/navigation.ts';

/** No folder is kept here: that is fine, and this is how to keep one. */
export function BrowseOnly() {
  const hasMirrors = useMirrors(state => (state.value?.length ?? 0) > 0);
  if (hasMirrors) return null;
  return (
    <EmptyState icon={FolderSync} title={enterTexts.browseOnly.title}>
      <p>{enterTexts.browseOnly.about}</p>
      <Button look="main" onPress={() => go({ screen: 'start' })}>
        {enterTexts.browseOnly.choose}
      </Button>
    </EmptyState>
  );
}
