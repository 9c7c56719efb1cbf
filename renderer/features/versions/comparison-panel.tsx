import { ArrowLeft, type LucideIcon, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import type { WorkingCopy } from '../../../shared/features/chat/files-model.ts';
import { versionWindowWords as words } from '../../../shared/features/versions/window-text.ts';
import { words as general } from '../../../shared/text/words.ts';
import { copyWindow } from '../../../shared/features/chat/working-copies-text.ts';
import { classes } from '../../components/classes.ts';
import { Button } from '../../components/controls/button.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Hint } from '../../components/feedback/hint.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import motion from '../../components/layout/motion.module.css';
import { useGivenFocus } from '../../components/layout/use-given-focus.ts';
import { useIsLong } from '../../components/overlay/use-is-long.ts';
import { useKeptFocus } from '../../components/overlay/restore-focus.ts';
import { TextField } from '../../components/fields/text-field.tsx';
import { askPerson } from '../../state/edit.ts';
import { formatRoute, useNavigation } from '../../state/navigation.ts';
import {
  changesAnything,
  type ComparisonView,
  closeComparison,
  openIn,
  saveMerge,
  startMerging,
  useComparison,
} from './stores/comparison.ts';
import { ComparisonBody } from './parts/comparison-body.tsx';
import { CopyPart } from './parts/copy-part.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { onEscape } from './on-escape.ts';
import { RestoreQuestion } from './restore-question.tsx';
import { useVersions } from './stores/history.ts';
import layout from '../../components/layout/layout.module.css';
import panel from './versions-panel.module.css';

/** Two versions of a file beside each other; parts of both can be taken and saved as a version on the current one. */
export function ComparisonPanel() {
  const isOpen = useComparison(state => state.asked !== null);
  return isOpen ? <OpenComparison /> : null;
}

/** The panel of versions, grown: Escape and the arrow lead back to the versions, or to what was there before. */
function OpenComparison() {
  const hasHistory = useVersions(({ id }) => id !== null);
  const [note, setNote] = useState('');
  const box = useRef<HTMLElement>(null);
  useGivenFocus(box);
  useKeptFocus(box);
  const { asked, isMerging, saved, isBusy, compared, choices } = useComparison();
  const leaving = useLeaving(choices.size > 0 && saved === null);
  const body = useRef<HTMLDivElement>(null);
  const isLong = useIsLong(body);
  if (asked === null) return null;
  const title = isMerging ? words.merging(asked.name) : words.comparing(asked.name);
  const back = () => (isBusy && compared !== null ? undefined : leaving.leave());
  return (
    // Escape leads one step back from wherever in it one is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={box}
      className={classes(panel['whole'], motion['panel'])}
      aria-label={title}
      data-region="comparison"
      tabIndex={-1}
      onKeyDown={onEscape(back)}
    >
      <header className={panel['head']}>
        {hasHistory ? <StepBack label={words.back} icon={ArrowLeft} onPress={back} /> : null}
        <h2>{title}</h2>
        {hasHistory ? null : <StepBack label={words.close} icon={X} onPress={back} />}
      </header>
      <div
        ref={body}
        className={classes(layout['scrolls'], panel['body'])}
        {...(isLong ? { tabIndex: 0, role: 'group', 'aria-label': title } : {})}
      >
        <Content note={note} onNote={setNote} />
      </div>
      {saved === null ? <Deeds note={note} /> : null}
      {leaving.isAsked ? <LeaveQuestion onLeave={leaving.yes} onStay={leaving.stay} /> : null}
    </aside>
  );
}

/** What is compared; once it was saved, what came of it. */
function Content({ note, onNote }: { readonly note: string; readonly onNote: (note: string) => void }) {
  const { asked, isMerging, fault, saved, hasMoved, isBroken, compared } = useComparison();
  if (asked === null) return null;
  if (saved !== null)
    return (
      <>
        <Notice tone="good">{words.saved(asked.name, saved.number)}</Notice>
        {asked.conflict === null && asked.mine.version === 'local' ? <p>{words.localStays}</p> : null}
        {asked.conflict === null ? <Done /> : <CopyPart conflict={asked.conflict} />}
      </>
    );
  return (
    <>
      {hasMoved ? (
        <Notice tone="wait" title={words.movedTitle}>
          {words.moved}
        </Notice>
      ) : null}
      <ComparisonBody />
      <div role="alert">
        {fault === null ? null : <FaultNotice fault={fault} saidTitle={general.start.serviceSaid} />}
        {fault !== null && compared !== null && isMerging ? <p>{words.keptText}</p> : null}
        {isBroken ? <Notice tone="alert">{words.broken}</Notice> : null}
      </div>
      {isMerging && compared !== null && compared.origins.size > 0 ? (
        <TextField label={words.note} hint={words.noteHint} value={note} onChange={onNote} maxLength={10_000} />
      ) : null}
    </>
  );
}

/** Leaving, by a button, a key or by going elsewhere in the window; asked about where choices would be forgotten. */
function useLeaving(isAtStake: boolean) {
  const [isAsked, ask] = useState(false);
  const route = useNavigation(state => formatRoute(state.route));
  const [from, setFrom] = useState(route);
  const isElsewhere = route !== from;
  useEffect(() => (isElsewhere && !isAtStake ? closeComparison() : undefined), [isElsewhere, isAtStake]);
  return {
    isAsked: isAsked || (isElsewhere && isAtStake),
    leave: () => (isAtStake ? ask(true) : closeComparison()),
    yes: closeComparison,
    stay: () => {
      setFrom(route);
      ask(false);
    },
  };
}

/** What was compared is what is committed. */
function CommitButton({ copy }: { readonly copy: WorkingCopy }) {
  return (
    <Button look="main" onPress={() => askPerson({ name: 'commitCopy', copy })}>
      {copyWindow.commit}
    </Button>
  );
}

function Done() {
  return (
    <div>
      <Button look="main" isFirst onPress={closeComparison}>
        {words.done}
      </Button>
    </div>
  );
}

interface StepBackProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onPress: () => void;
}

function StepBack({ label, icon: Icon, onPress }: StepBackProps) {
  return (
    <Hint text={label}>
      <Button look="icon" label={label} onPress={onPress}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </Hint>
  );
}

/** Whether there is anything of which parts can be taken. */
function hasParts(view: ComparisonView): boolean {
  return (view.kind === 'lines' || view.kind === 'table') && view.canJoin && view.counts.all > 0;
}

/** An older version that is compared with the current one can become a new version at once. */
function RestoreOlder() {
  const asked = useComparison(state => state.asked);
  const { id, head, rows, readOnly } = useVersions();
  const [isAsking, ask] = useState(false);
  const older = rows?.find(row => row.ref === asked?.mine.version);
  const canRestore = asked?.id === id && asked?.theirs.version === head && readOnly === null;
  if (!canRestore || older?.kind !== 'service') return null;
  return (
    <>
      <Button onPress={() => ask(true)}>{words.restoreOne(words.label(older))}</Button>
      {isAsking ? <RestoreQuestion row={older} onClose={() => ask(false)} onRestored={closeComparison} /> : null}
    </>
  );
}

/** What can be done with what was compared. */
function Deeds({ note }: { readonly note: string }) {
  const state = useComparison();
  const { asked, isMerging, isBusy, compared } = state;
  const canJoin = compared !== null && hasParts(compared.view);
  const isReady = openIn(state).length === 0 && changesAnything(state);
  const canStart = asked?.canSave === true && canJoin && !isMerging;
  const canCommit = asked?.copy !== undefined && compared !== null && !isMerging;
  return (
    <div className={panel['foot']}>
      {isMerging ? null : <RestoreOlder />}
      {canStart ? <Button onPress={startMerging}>{words.start}</Button> : null}
      {canCommit ? <CommitButton copy={asked.copy} /> : null}
      {isMerging && canJoin ? (
        <Button look="main" isDisabled={!isReady || isBusy} onPress={() => void saveMerge(note)}>
          {isBusy ? words.saving : words.save}
        </Button>
      ) : null}
    </div>
  );
}
