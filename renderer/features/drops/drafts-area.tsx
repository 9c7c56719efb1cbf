import { type ReactNode, useEffect } from 'react';

import { dropTexts } from '../../../shared/features/drops/text.ts';
import { DropArea } from '../../components/controls/drop-area.tsx';
import { collectDropped } from './stores/pick-files.ts';
import { offerToDrafts } from './stores/dropping.ts';
import { useSession } from '../../state/session.ts';

/** Takes what is dropped where no folder is open: it goes to the person's drafts at the service, after a question. */
export function DraftsArea({ isSetUp, children }: { readonly isSetUp: boolean; readonly children: ReactNode }) {
  const isSignedIn = useSession(state => state.value?.name === 'ready');
  useEffect(keepThePage, []);
  return (
    <DropArea
      title={dropTexts.drafts.overlay}
      hint={dropTexts.drafts.overlayHint}
      refusal={isSignedIn && isSetUp ? null : dropTexts.drafts.notReady}
      onDrop={dropped => void offerToDrafts(collectDropped(dropped))}
    >
      {children}
    </DropArea>
  );
}

/** Beside every area a browser would show the dropped file in place of the window. */
function keepThePage(): () => void {
  const refuse = (event: globalThis.DragEvent): void => {
    if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
  return () => {
    window.removeEventListener('dragover', refuse);
    window.removeEventListener('drop', refuse);
  };
}
