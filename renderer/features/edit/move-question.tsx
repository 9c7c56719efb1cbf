import { Building2 } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import { agreeTo } from '../../../shared/confirmation.ts';
import type { MoveQuestion } from '../../../shared/features/sharing/audience-model.ts';
import { EVERYBODY } from '../../../shared/features/sharing/effective-access.ts';
import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import type { AudienceChange } from '../../../shared/features/sharing/model.ts';
import { questionTexts } from '../../../shared/features/edit/text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { initialsOf } from '../../components/items/initials.ts';
import { Question } from '../../components/overlay/question.tsx';
import { useReadFirst } from '../../components/overlay/use-reread.ts';
import { askNothing, useOutcome } from '../../state/edit.ts';
import { audienceOf, moveFiles } from '../browse/stores/file-actions.ts';
import { type FolderPlace, placeKey, placeOf } from '../../state/navigation.ts';
import { FolderChoice, folderNamed } from './choices/folder-choice.tsx';
import styles from './move-question.module.css';

const TEXTS = questionTexts.move;

interface MoveQuestionProps {
  readonly rows: readonly FileRow[];
  readonly from: FolderPlace;
  /** What is chosen at first. */
  readonly to: FolderPlace;
}

/** Asks for the folder that things go into. */
export function MoveQuestion({ rows, from, to }: MoveQuestionProps) {
  const [key, setKey] = useState(placeKey(to));
  const [fault, setFault] = useState<Fault | null>(null);
  const isBusy = useOutcome(state => state.isBusy);
  const [question, setQuestion] = useState<MoveQuestion | null>(null);
  const isRead = useReadFirst(question);
  const choose = (chosen: string) => {
    setKey(chosen);
    setFault(null);
    setQuestion(null);
  };
  const onYes = () => {
    const agreed = question === null ? null : agreeTo(question);
    void moveFiles(rows, { from, to: placeOf(key), toName: folderNamed(key) }, agreed).then(moved => {
      if (moved.fault === null && moved.question === null) return askNothing();
      setFault(moved.fault);
      setQuestion(moved.question);
    });
  };
  return (
    <Question
      title={TEXTS.title(questionTexts.names(rows.map(({ name }) => name)))}
      fault={fault}
      yes={question === null ? TEXTS.yes : TEXTS.widerYes}
      canAnswer={key !== placeKey(from) && isRead}
      isBusy={isBusy}
      isWide
      onYes={onYes}
      onClose={askNothing}
    >
      <FolderChoice
        label={TEXTS.label}
        chosen={key}
        onChoose={choose}
        hidden={new Set(rows.map(({ id }) => id))}
        {...(to === from ? {} : { opened: placeKey(from) })}
      />
      <Audience rows={rows} to={key} isFrom={key === placeKey(from)} isAsked={question !== null} />
      {question === null ? null : <Wider who={question.who} />}
    </Question>
  );
}

/** Faces that are drawn; the others are counted. */
const MOST_FACES = 5;

/** Who else could open it afterwards: with faces and a count, in the colour of what changes access. */
function Wider({ who }: { readonly who: MoveQuestion['who'] }) {
  const more = (who?.length ?? 0) - MOST_FACES;
  return (
    <div role="alert">
      <Notice tone="wait" {...(who === null ? {} : { title: TEXTS.widerTitle(who) })}>
        {who === null ? null : (
          <span className={styles['faces']} aria-hidden="true">
            {who.slice(0, MOST_FACES).map(({ key, name }) => (
              <span className={styles['face']} title={shownName(name)} key={key}>
                {key === EVERYBODY ? <Building2 size={14} strokeWidth={1.75} /> : initialsOf(name)}
              </span>
            ))}
            {more > 0 ? <span className={styles['face']}>{`+${more}`}</span> : null}
          </span>
        )}
        <span>{TEXTS.wider(who?.map(({ name }) => name) ?? null)}</span>
      </Notice>
    </div>
  );
}

interface AudienceProps {
  readonly rows: readonly FileRow[];
  /** The `placeKey` of the folder they would go into. */
  readonly to: string;
  readonly isFrom: boolean;
  /** Who gains is asked about below. */
  readonly isAsked: boolean;
}

/** Who gains and who loses access by the move; empty where that is no person, or it is not known. */
function Audience({ rows, to, isFrom, isAsked }: AudienceProps) {
  const [known, setKnown] = useState<{ readonly to: string; readonly change: AudienceChange | null } | null>(null);
  useEffect(() => {
    if (isFrom) return;
    let isLeft = false;
    void audienceOf(rows, placeOf(to)).then(change => (isLeft ? undefined : setKnown({ to, change })));
    return () => void (isLeft = true);
  }, [rows, to, isFrom]);
  const change = !isFrom && known?.to === to ? known.change : null;
  return (
    <div aria-live="polite">
      {change?.gains?.length && !isAsked ? <p>{TEXTS.changes(change.gains)}</p> : null}
      {change?.loses?.length ? <p>{TEXTS.changes(change.loses)}</p> : null}
    </div>
  );
}
