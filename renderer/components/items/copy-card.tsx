import type { WorkingCopy } from '../../../shared/features/chat/files-model.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { copyWindow as words } from '../../../shared/features/chat/working-copies-text.ts';
import { Button } from '../controls/button.tsx';
import { Chip } from './chip.tsx';
import styles from './copy-card.module.css';
import layout from '../layout/layout.module.css';

/** What can be done with a working copy. */
export interface CopyDeeds {
  readonly onTask: () => void;
  readonly onPreview: () => void;
  readonly onCompare: () => void;
  readonly onCommit: () => void;
  readonly onForget: () => void;
  /** Asks again how it is. */
  readonly onLook: () => void;
}

interface CopyCardsProps {
  readonly copies: readonly WorkingCopy[];
  /** Whether they stand beside their task: then each is named, and the task is not. */
  readonly isInTask: boolean;
  readonly deedsOf: (copy: WorkingCopy) => CopyDeeds;
}

/** Working copies, each with how it stands beside its original. */
export function CopyCards({ copies, isInTask, deedsOf }: CopyCardsProps) {
  return (
    <ul className={layout['stack']} aria-label={words.label}>
      {copies.map(copy => (
        <CopyCard key={copy.copy} copy={copy} isInTask={isInTask} on={deedsOf(copy)} />
      ))}
    </ul>
  );
}

interface CopyCardProps {
  readonly copy: WorkingCopy;
  readonly isInTask: boolean;
  readonly on: CopyDeeds;
}

/** What both sides changed is compared before it can be committed. */
function CopyCard({ copy, isInTask, on }: CopyCardProps) {
  const { name, state, text, sides } = copy;
  const isEdited = sides !== null && (state === 'edited' || state === 'both');
  return (
    <li className={layout['card']} aria-label={words.of(name)}>
      <div className={styles['head']}>
        {isInTask ? (
          <strong dir="auto" title={shownName(name)}>
            {shownName(name)}
          </strong>
        ) : null}
        <Chip label={words.states[state]} tone={state === 'gone' || state === 'unknown' ? 'alert' : 'soft'} />
      </div>
      <p>{shownName(text)}</p>
      <div className={styles['buttons']}>
        {isEdited ? <Button onPress={on.onCompare}>{words.compare}</Button> : null}
        {isEdited && state === 'edited' ? <Button onPress={on.onCommit}>{words.commit}</Button> : null}
        {state === 'unknown' ? <Button onPress={on.onLook}>{words.lookAgain}</Button> : null}
        {isInTask ? null : (
          <Button look="quiet" onPress={on.onTask}>
            {words.toTask}
          </Button>
        )}
        {sides === null ? null : (
          <Button look="quiet" onPress={on.onPreview}>
            {words.preview}
          </Button>
        )}
        <Button look="quiet" onPress={on.onForget}>
          {words.forget}
        </Button>
      </div>
    </li>
  );
}
