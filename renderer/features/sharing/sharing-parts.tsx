import { useSharing } from './stores/sharing.ts';
import { SharingDialog } from './sharing-dialog.tsx';
import { WiderDialog } from './wider-dialog.tsx';

/** What stands over every screen for sharing: who can see a thing, and files that are shared more widely. */
export function SharingParts() {
  const isOpen = useSharing(state => state.id !== null);
  const isWider = useSharing(state => state.wider !== null);
  if (!isOpen) return null;
  return (
    <>
      <SharingDialog />
      {isWider ? <WiderDialog /> : null}
    </>
  );
}
