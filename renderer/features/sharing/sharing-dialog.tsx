import { useState } from 'react';

import type { SharingView } from '../../../shared/features/sharing/model.ts';
import { formatExact } from '../../../shared/text/format.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { audienceText } from '../../../shared/features/sharing/text.ts';
import { sharingWindow as words } from '../../../shared/features/sharing/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { closeSharing, readSharing, useSharing } from './stores/sharing.ts';
import { AccessList } from './access-list.tsx';
import { AddPeople } from './add-people.tsx';
import { Advanced } from './advanced.tsx';
import styles from './sharing.module.css';
import { WiderNotices } from './wider-notices.tsx';

/** Who can see a file or folder and why, and what changes that. */
export function SharingDialog() {
  const { name, view, fault, done } = useSharing();
  /** How many are chosen in the field, but not added. */
  const [waiting, setWaiting] = useState(0);
  return (
    <Dialog
      title={words.title(shown(name))}
      size="large"
      isOpen
      onClose={closeSharing}
      buttons={
        <>
          {view === null ? null : <Sum view={view} waiting={waiting} />}
          <Button isFirst={view === null} onPress={closeSharing}>
            {words.close}
          </Button>
        </>
      }
    >
      {fault === null ? null : (
        <FaultNotice
          fault={fault}
          saidTitle={words.said}
          again={{ label: words.again, onPress: () => void readSharing() }}
        />
      )}
      {done === null ? null : <Notice tone="good">{done}</Notice>}
      {view === null ? fault === null ? <p>{words.reading}</p> : null : <Sharing view={view} onWaiting={setWaiting} />}
    </Dialog>
  );
}

function Sharing({ view, onWaiting }: { readonly view: SharingView; readonly onWaiting: (count: number) => void }) {
  const canChange = view.isFresh && view.canChange;
  return (
    <>
      {view.isFresh ? null : <Notice tone="wait">{words.asOf(formatExact(Date.parse(view.at)))}</Notice>}
      {view.isFresh && !view.canChange ? <Notice tone="rest">{words.onlyLook}</Notice> : null}
      {canChange ? <AddPeople view={view} onWaiting={onWaiting} /> : null}
      <WiderNotices view={view} canChange={canChange} />
      <AccessList view={view} canChange={canChange} />
      {view.kind === 'folder' && canChange ? <Advanced view={view} /> : null}
    </>
  );
}

/** How many can open it, and how many could after what is chosen but not added. */
function Sum({ view, waiting }: { readonly view: SharingView; readonly waiting: number }) {
  const isOnlyMe = view.rows.length === 1 && view.rows[0]?.isMe === true;
  const more = Array.from({ length: waiting }, (_, at) => ({
    ...EMPTY,
    key: `new ${at}`,
  }));
  const rows = [...view.rows, ...more];
  const who = audienceText(rows, view.organization);
  const text =
    isOnlyMe && waiting === 0 ? words.onlyYou : waiting > 0 ? words.afterAdding(who) : words.canOpen(capital(who));
  return <p className={styles['sum']}>{text}</p>;
}

const EMPTY = {
  key: '',
  principal: { kind: 'user', id: null },
  name: '',
  email: null,
  role: '',
  isMe: false,
  sources: [],
};

function capital(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase('en') + text.slice(1);
}
