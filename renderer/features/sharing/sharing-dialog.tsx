import { useState } from 'react';

import type { SharingView } from '../../../shared/features/sharing/model.ts';
import { formatExact } from '../../../shared/text/format.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { audienceText, roleName, capitalized } from '../../../shared/features/sharing/text.ts';
import { sharingWindow as words } from '../../../shared/features/sharing/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { openOrganization } from '../../state/navigation.ts';
import { closeSharing, narrowAccess, openWider, readSharing, stopInheriting, useSharing } from './stores/sharing.ts';
import { AccessList } from './access-list.tsx';
import { AddPeople } from './add-people.tsx';
import layout from '../../components/layout/layout.module.css';
import styles from './sharing.module.css';
import { Question } from '../../components/overlay/question.tsx';

/** Who can see a file or folder and why, and what changes that. */
export function SharingDialog() {
  const { name, view, fault } = useSharing();
  /** How many are chosen in the field, but not added. */
  const [waiting, setWaiting] = useState(0);
  return (
    <Dialog
      title={words.title(shownName(name))}
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
    isOnlyMe && waiting === 0 ? words.onlyYou : waiting > 0 ? words.afterAdding(who) : words.canOpen(capitalized(who));
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

/** What few people need: folders that go their own way, and the report of the whole organization. */
function Advanced({ view }: { readonly view: SharingView }) {
  const [isAsked, ask] = useState(false);
  return (
    <details className={styles['advanced']}>
      <summary>{words.advanced}</summary>
      <div className={styles['deeds']}>
        <Button onPress={() => ask(true)}>{words.stop}</Button>
        <Button onPress={() => openOrganization('sharing')}>{words.report}</Button>
      </div>
      <p className={layout['soft']}>{words.noLinks}</p>
      {isAsked ? <StopQuestion view={view} onClose={() => ask(false)} /> : null}
    </details>
  );
}

function StopQuestion({ view, onClose }: { readonly view: SharingView; readonly onClose: () => void }) {
  const { changing, fault } = useSharing();
  const texts = words.stopping;
  const copied = view.rows.filter(({ sources }) => sources.some(({ how }) => how === 'folder'));
  const onYes = async () => {
    if (await stopInheriting()) onClose();
  };
  return (
    <Question
      title={texts.title(view.name)}
      fault={fault}
      yes={texts.yes}
      canAnswer
      isBusy={changing !== null}
      isDangerous
      isWide
      onYes={() => void onYes()}
      onClose={onClose}
    >
      <p>{copied.length === 0 ? texts.none : texts.text}</p>
      <ul>
        {copied.map(({ key, name, role }) => (
          <li key={key}>
            <bdi>{name}</bdi>
            <span className={layout['soft']}>{` ${roleName(role)}`}</span>
          </li>
        ))}
      </ul>
      <p>
        <strong>{texts.oneWay}</strong>
      </p>
    </Question>
  );
}

interface WiderNoticesProps {
  readonly view: SharingView;
  readonly canChange: boolean;
}

/** Says that something is shared more widely than its folder, which cannot be seen in the folder. */
function WiderNotices({ view, canChange }: WiderNoticesProps) {
  const { wider, folder } = view;
  if (wider !== null && wider > 0)
    return (
      <Notice tone="wait">
        <span>{words.widerFolder(wider)}</span>
        <Button look="quiet" isDisabled={!view.isFresh} onPress={() => void openWider()}>
          {words.review}
        </Button>
      </Notice>
    );
  if (folder === null || folder.outside.length + folder.matching.length === 0) return null;
  return <WiderFileNotice view={view} folder={folder} canChange={canChange} />;
}

interface WiderFileProps extends WiderNoticesProps {
  readonly folder: NonNullable<SharingView['folder']>;
}

function WiderFileNotice({ view, folder, canChange }: WiderFileProps) {
  const [isAsked, ask] = useState(false);
  const { changing, fault } = useSharing();
  const onYes = async () => {
    if (await narrowAccess(folder.id, [view.serviceId])) ask(false);
  };
  return (
    <Notice tone="wait">
      <span>{words.widerFile(folder.name, folder.outside)}</span>
      {canChange && folder.matching.length > 0 ? (
        <Button look="quiet" onPress={() => ask(true)}>
          {words.match}
        </Button>
      ) : null}
      {isAsked ? (
        <Question
          title={words.matching.title(folder.name)}
          fault={fault}
          yes={words.matching.yes}
          canAnswer
          isBusy={changing !== null}
          isDangerous
          onYes={() => void onYes()}
          onClose={() => ask(false)}
        >
          <p>{words.matching.text(folder.matching)}</p>
        </Question>
      ) : null}
    </Notice>
  );
}
