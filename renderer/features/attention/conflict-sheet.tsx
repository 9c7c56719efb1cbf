import { useEffect, useState } from 'react';

import type { AttentionItem } from '../../../shared/features/attention/model.ts';
import type { Fault } from '../../../shared/fault.ts';
import type { ConflictDetail } from '../../../shared/features/attention/decisions-model.ts';
import { attentionWords } from '../../../shared/features/attention/text.ts';
import { chatPlace } from '../../../shared/features/chat/place-text.ts';
import { conflictWords as words, type Keep } from '../../../shared/features/attention/conflicts-text.ts';
import { nameTrouble } from '../../../shared/text/portable-name.ts';
import { versionWindowWords } from '../../../shared/features/versions/window-text.ts';
import { baseName } from '../../../shared/local-path.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Form } from '../../components/fields/form.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { Choice } from '../../components/fields/checkbox.tsx';
import { askAboutConflict } from '../chat/stores/asking-agent.ts';
import { hideConflict, settleConflict, showConflict, useConflict } from './stores/conflicts.ts';
import { openConflict } from '../versions/stores/comparison.ts';
import styles from './conflict-sheet.module.css';
import { BaseCard, MineCard, TheirsCard } from './version-cards.tsx';
import layout from '../../components/layout/layout.module.css';

type Answer = Keep | 'later';

/** Both versions of a file side by side, and the choice between them. Nothing is chosen before a person does. */
export function ConflictSheet({ item, onClose }: { readonly item: AttentionItem; readonly onClose: () => void }) {
  const { detail, there, fault, isApplying, changes } = useConflict();
  const [chosen, choose] = useState<{ readonly answer: Answer; readonly changes: number } | null>(null);
  // What was chosen before a side changed was about other bytes.
  const answer = chosen?.changes === changes ? chosen.answer : null;
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    void showConflict(item.id);
    return hideConflict;
  }, [item.id]);
  const copy = baseName(detail?.mine?.path ?? '');
  const trouble = answer === 'both' && name !== null ? troubleOf(name) : null;
  const apply = async () => {
    if (answer === null || answer === 'later' || isApplying || trouble !== null) return;
    if (await settleConflict(answer, answer === 'both' && name !== copy ? name : null)) onClose();
  };
  return (
    <Dialog
      title={words.title(baseName(item.path))}
      size="large"
      isOpen
      onClose={onClose}
      buttons={
        <Buttons
          answer={answer}
          does={doesOf(answer, detail)}
          isBusy={isApplying}
          isWrong={trouble !== null}
          onApply={apply}
          onClose={onClose}
        />
      }
    >
      <p>{detail === null || isWholeOf(detail) ? words.what : words.notWhole}</p>
      {changes === 0 ? null : <Notice tone="wait">{words.changed}</Notice>}
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={attentionWords.serviceSaid} />}
      {detail === null ? (
        <p>{fault === null ? words.reading : words.gone}</p>
      ) : (
        <>
          <div className={styles['cards']}>
            <MineCard detail={detail} />
            <TheirsCard detail={detail} there={there} />
          </div>
          <BaseCard detail={detail} there={there} />
          <div className={layout['buttons']}>
            {isWholeOf(detail) ? <MergeButton id={item.id} onOpened={onClose} /> : null}
            <AskButton item={item} copy={detail.mine?.path ?? null} />
          </div>
          <Choices detail={detail} answer={answer} onAnswer={next => choose({ answer: next, changes })} />
          {answer === 'both' && detail.mine !== null ? (
            <CopyName name={name ?? copy} trouble={trouble} onChange={setName} onSubmit={() => void apply()} />
          ) : null}
        </>
      )}
    </Dialog>
  );
}

interface CopyNameProps {
  readonly name: string;
  readonly trouble: string | null;
  readonly onChange: (name: string) => void;
  readonly onSubmit: () => void;
}

/** What one's own version is called beside the other one. Enter in it keeps both. */
function CopyName({ name, trouble, onChange, onSubmit }: CopyNameProps) {
  return (
    <Form onSubmit={onSubmit}>
      <TextField label={words.copyName} value={name} onChange={onChange} error={trouble} maxLength={255} />
    </Form>
  );
}

/** Leads to both versions beside each other, where parts of both can be taken. */
function MergeButton({ id, onOpened }: { readonly id: string; readonly onOpened: () => void }) {
  const [fault, setFault] = useState<Fault | null>(null);
  const open = async () => {
    const failed = await openConflict(id);
    if (failed === null) onOpened();
    else setFault(failed);
  };
  return (
    <div>
      <Button onPress={() => void open()}>{versionWindowWords.mergeButton}</Button>
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={attentionWords.serviceSaid} />}
    </div>
  );
}

/** Goes to a new conversation about both versions. Nothing is chosen by that. */
function AskButton({ item, copy }: { readonly item: AttentionItem; readonly copy: string | null }) {
  const [fault, setFault] = useState<Fault | null>(null);
  const ask = async () => setFault(await askAboutConflict(item.mirror, [item.path, ...(copy === null ? [] : [copy])]));
  return (
    <div>
      <Button onPress={() => void ask()}>{chatPlace.askAbout}</Button>
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={attentionWords.serviceSaid} />}
    </div>
  );
}

function Buttons(props: {
  readonly answer: Answer | null;
  /** What the button that carries it out is called. */
  readonly does: string;
  readonly isBusy: boolean;
  readonly isWrong: boolean;
  readonly onApply: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const { answer, does, isBusy, isWrong, onApply, onClose } = props;
  return (
    <>
      <Button isFirst onPress={onClose}>
        {words.choices.later.label}
      </Button>
      <Button
        look="main"
        isDisabled={answer === null || answer === 'later' || isBusy || isWrong}
        onPress={() => void onApply()}
      >
        {isBusy ? words.applying : does}
      </Button>
    </>
  );
}

function Choices(props: {
  readonly detail: ConflictDetail;
  readonly answer: Answer | null;
  readonly onAnswer: (answer: Answer) => void;
}) {
  const { detail, answer, onAnswer } = props;
  const { mine, theirs, both, left, later } = words.choices;
  const isWhole = isWholeOf(detail);
  const all = [
    ...(isWhole ? [{ value: 'mine' as const, label: mine.label, hint: mine.text }] : []),
    ...(isWhole
      ? [{ value: 'theirs' as const, label: theirs.label, hint: theirs.text(baseName(detail.mine?.path ?? '')) }]
      : []),
    { value: 'both' as const, label: isWhole ? both.label : left.label, hint: isWhole ? both.text : left.text },
    { value: 'later' as const, label: later.label, hint: later.text },
  ];
  return <Choice<Answer> label={words.question} value={answer} options={all} onChange={onAnswer} />;
}

function doesOf(answer: Answer | null, detail: ConflictDetail | null): string {
  if (answer === null) return words.none;
  return answer === 'both' && detail !== null && !isWholeOf(detail) ? words.left : words.apply[answer];
}

/** Both versions are there. */
function isWholeOf({ mine, theirs }: ConflictDetail): boolean {
  return mine !== null && theirs !== null;
}

function troubleOf(name: string): string | null {
  if (name.trim() === '') return words.noName;
  const trouble = nameTrouble(name);
  return trouble === null ? null : words.badName(trouble);
}
