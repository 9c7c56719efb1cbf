import { type ReactNode, useEffect } from 'react';

import { DropArea } from '../../components/controls/drop-area.tsx';
import { askBeforeLeaving, draftsTarget } from './stores/drop-targets.ts';
import { useSession } from '../../state/session.ts';

/** Takes what is dropped where no folder is open: it goes to the person's drafts at the service, after a question. */
export function DraftsArea({ isSetUp, children }: { readonly isSetUp: boolean; readonly children: ReactNode }) {
  const isSignedIn = useSession(state => state.value?.name === 'ready');
  useEffect(keepThePage, []);
  useEffect(askBeforeLeaving, []);
  return <DropArea {...draftsTarget(isSignedIn && isSetUp)}>{children}</DropArea>;
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
