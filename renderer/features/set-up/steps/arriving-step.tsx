import { CircleCheck, FolderSync } from 'lucide-react';
import { useEffect } from 'react';

import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';
import { openIn } from '../../../../shared/features/status/open-counts.ts';
import { shownName } from '../../../../shared/text/shown-name.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Amount } from '../../../components/feedback/progress-bar.tsx';
import { openFolder } from '../../../state/navigation.ts';
import { useSyncStatus, useTransfers } from '../../../state/sync.ts';
import styles from './review-step.module.css';
import { type Begun, leaveArriving, useSetUp } from '../stores/set-up.ts';
import { StepFrame } from './step-frame.tsx';
import layout from '../../../components/layout/layout.module.css';

const texts = enterTexts.arriving;

/** The folders fill: how far each is, and the way into it. */
export function ArrivingStep() {
  const begun = useSetUp(state => state.begun);
  // A person who goes to another screen is done with this one.
  useEffect(() => leaveArriving, []);
  const [first] = begun;
  const next =
    first === undefined ? null : (
      <Button look="main" onPress={() => open(first)}>
        {begun.length === 1 ? texts.open : texts.openOf(shownName(first.name))}
      </Button>
    );
  return (
    <StepFrame step={null} title={texts.title} about={texts.about} next={next}>
      <ul className={layout['sums']}>
        {begun.map(one => (
          <Filling key={one.mirror} begun={one} isAlone={begun.length === 1} />
        ))}
      </ul>
    </StepFrame>
  );
}

function open({ mirror }: Begun): void {
  openFolder({ mirror, folder: null });
  leaveArriving();
}

/** Names of files on their way that are told at once. */
const MOST_NAMES = 2;

function Filling({ begun, isAlone }: { readonly begun: Begun; readonly isAlone: boolean }) {
  const { mirror, name, local, files: all } = begun;
  const status = useSyncStatus(({ value }) => value?.mirrors.find(({ id }) => id === mirror));
  const isDone = status?.standing === 'in-step';
  const { blocked, conflicted } = openIn(status === undefined ? [] : [status]);
  const needsYou = blocked + conflicted > 0;
  const Icon = isDone ? CircleCheck : FolderSync;
  const files = status?.files ?? 0;
  const text = isDone ? texts.done(files) : status?.checkedAt === null && files === 0 ? texts.looking : null;
  return (
    <li className={styles['filling']} data-done={isDone || undefined}>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      <div className={layout['words']}>
        <strong>{shownName(name)}</strong>
        <span className={styles['path']}>{local}</span>
        <Amount
          label={texts.progress(shownName(name))}
          done={isDone ? 1 : files}
          all={isDone ? 1 : all}
          text={text ?? texts.far(files, all === null ? null : Math.max(all, files))}
        />
        <UnderWay mirror={mirror} />
        {needsYou ? <span className={layout['faint']}>{texts.needsYou}</span> : null}
      </div>
      {isAlone ? null : (
        <Button label={texts.openOf(shownName(name))} onPress={() => open(begun)}>
          {texts.openShort}
        </Button>
      )}
    </li>
  );
}

/** The files that are on their way now, by name. */
function UnderWay({ mirror }: Pick<Begun, 'mirror'>) {
  const transfers = useTransfers(({ value }) => value) ?? [];
  const names = transfers
    .filter(each => each.mirror === mirror)
    .map(({ path }) => shownName(path.split('/').at(-1) ?? ''));
  return names.length === 0 ? null : (
    <span className={layout['faint']}>{texts.now(names.slice(0, MOST_NAMES).join(', '))}</span>
  );
}
