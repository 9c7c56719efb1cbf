import { useState } from 'react';

import type { SharingView } from '../../../shared/features/sharing/model.ts';
import { roleName } from '../../../shared/features/sharing/text.ts';
import { sharingWindow as words } from '../../../shared/features/sharing/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Question } from '../../components/overlay/question.tsx';
import { openWider, stopInheriting, useSharing } from './stores/sharing.ts';
import styles from './sharing.module.css';

/** What few people need: folders that go their own way, and the report of the whole organization. */
export function Advanced({ view }: { readonly view: SharingView }) {
  const [isAsked, ask] = useState(false);
  return (
    <details className={styles['advanced']}>
      <summary>{words.advanced}</summary>
      <div className={styles['deeds']}>
        <Button onPress={() => ask(true)}>{words.stop}</Button>
        <Button onPress={() => void openWider(true)}>{words.report}</Button>
      </div>
      <p className={styles['soft']}>{words.noLinks}</p>
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
            <span className={styles['soft']}>{` ${roleName(role)}`}</span>
          </li>
        ))}
      </ul>
      <p>
        <strong>{texts.oneWay}</strong>
      </p>
    </Question>
  );
}
