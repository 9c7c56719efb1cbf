import { Circle, CircleCheck, X } from 'lucide-react';

import { enterTexts } from '../../../shared/features/set-up/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { engine } from '../../state/engine.ts';
import { useLatestActivity } from '../activity/stores/latest-activity.ts';
import { useMirrors } from '../../state/mirrors.ts';
import { goTo } from '../../state/navigation.ts';
import { useSetUpState } from './stores/set-up.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './checklist.module.css';

const texts = enterTexts.checklist;

/** Three first steps after setting up, until a person closes the list. */
export function Checklist() {
  const isShown = useSetUpState(state => state.value?.showsChecklist ?? false);
  const hasFolder = useMirrors(state => (state.value?.length ?? 0) > 0);
  const hasSent = useLatestActivity(state => state.hasSent);
  if (!isShown) return null;
  return (
    <section className={styles['list']} aria-label={texts.title} data-region="first-steps">
      <h2 className={styles['title']}>{texts.title}</h2>
      <ol className={styles['steps']}>
        <Item
          isDone={hasFolder}
          label={texts.folder}
          hint={texts.folderHint}
          onPress={() => goTo({ screen: 'start' })}
        />
        <Item isDone={hasSent} label={texts.drop} hint={texts.dropHint} />
        <Item
          isDone={false}
          label={texts.ask}
          hint={texts.askHint}
          onPress={() => goTo({ screen: 'chat', task: null })}
        />
      </ol>
      <Button
        look="icon"
        label={texts.away}
        onPress={() => void engine.call('setUp.putChecklistAway', null).catch(() => undefined)}
      >
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </section>
  );
}

interface ItemProps {
  readonly isDone: boolean;
  readonly label: string;
  readonly hint: string;
  readonly onPress?: () => void;
}

function Item({ isDone, label, hint, onPress }: ItemProps) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className={styles['step']} title={hint}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className={styles[isDone ? 'done' : 'open']} />
      {onPress === undefined || isDone ? (
        <span>{label}</span>
      ) : (
        <Button look="quiet" onPress={onPress}>
          {label}
        </Button>
      )}
      <span className={layout['faint']}>{isDone ? texts.done : hint}</span>
    </li>
  );
}
