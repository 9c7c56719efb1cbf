import { outsideAddress } from '../../../shared/outside-address.ts';
import { chatWindow } from '../../../shared/features/chat/window-text.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { OutsideLink } from '../../components/outside-link.tsx';
import { allowHost, stay, useOutside } from './stores/outside.ts';
import styles from './leave-question.module.css';

const words = chatWindow.outside;

/** Asks once for each host before an address outside is opened, and shows the whole address. */
export function LeaveQuestion() {
  const asking = useOutside(state => state.asking);
  const address = asking === null ? null : outsideAddress(asking);
  if (address === null) return null;
  const host = address.host ?? new URL(address.url).pathname;
  return (
    <Dialog
      title={words.title(host)}
      size="small"
      isOpen
      onClose={stay}
      buttons={
        <>
          <Button isFirst onPress={stay}>
            {words.stay}
          </Button>
          {/* The link itself is what opens it; this only hears that it was followed. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
          <span onClick={() => allowHost(host)}>
            <OutsideLink href={address.url} label={words.open(host)} look="main" />
          </span>
        </>
      }
    >
      <p>{words.text}</p>
      <p className={styles['address']}>{shown(address.url)}</p>
    </Dialog>
  );
}
