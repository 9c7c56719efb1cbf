import { versionWindowWords as words } from '../../../shared/features/versions/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';

/** Asks before the person's choices are forgotten. */
export function LeaveQuestion({ onLeave, onStay }: { readonly onLeave: () => void; readonly onStay: () => void }) {
  return (
    <Dialog
      title={words.leaving.title}
      role="alertdialog"
      size="small"
      isOpen
      onClose={onStay}
      buttons={
        <>
          <Button isFirst onPress={onStay}>
            {words.leaving.stay}
          </Button>
          <Button look="danger" onPress={onLeave}>
            {words.leaving.leave}
          </Button>
        </>
      }
    >
      <p>{words.leaving.text}</p>
    </Dialog>
  );
}
