import { useEffect, useState } from 'react';

import { type Fault, toFault } from '../../../shared/fault.ts';
import type { Weight } from '../../../shared/features/edit/model.ts';
import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { questionTexts } from '../../../shared/features/edit/text.ts';
import { formatBytes, formatExactBytes } from '../../../shared/text/format.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Question } from '../../components/overlay/question.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { askNothing, useOutcome } from '../../state/edit.ts';
import { readersOf, removeFiles, takeOut, weighRemoval } from '../browse/stores/file-actions.ts';
import { classes } from '../../components/classes.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './remove-question.module.css';

const TEXTS = questionTexts.remove;
/** Names that are listed; the others are counted. */
const SHOWN = 6;
/** More files than this want their number typed. */
const TYPED_OVER = 100;

/** Says what a removal takes along, who loses it and what is kept, before it is done. */
export function RemoveQuestion({ rows }: { readonly rows: readonly FileRow[] }) {
  const [weight, setWeight] = useState<Weight | null>(null);
  const [readers, setReaders] = useState<readonly string[] | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [typed, setTyped] = useState('');
  const isBusy = useOutcome(state => state.isBusy);
  useEffect(() => {
    weighRemoval(rows).then(setWeight, (thrown: unknown) => setFault(toFault(thrown)));
    void readersOf(rows).then(setReaders);
  }, [rows]);
  const mustType = weight !== null && weight.files > TYPED_OVER;
  const onYes = () => {
    setFault(null);
    void removeFiles(rows, weight?.older.lost ?? 0).then(failed => (failed === null ? askNothing() : setFault(failed)));
  };
  return (
    <Question
      title={TEXTS.title(questionTexts.names(rows.map(({ name }) => name)))}
      fault={fault}
      yes={TEXTS.yes}
      canAnswer={weight !== null && (!mustType || typed.trim() === String(weight.files))}
      isBusy={isBusy}
      isDangerous
      isWide
      onYes={onYes}
      onClose={askNothing}
    >
      {rows.length > 1 ? <Names names={rows.map(({ name }) => name)} /> : null}
      {weight === null ? <p>{TEXTS.counting}</p> : <Consequences weight={weight} readers={readers} />}
      {mustType ? <TextField label={TEXTS.type(weight.files)} value={typed} onChange={setTyped} /> : null}
    </Question>
  );
}

function Names({ names }: { readonly names: readonly string[] }) {
  return (
    // What scrolls can have the focus: arrow and page keys move it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={classes(layout['scrolls'], layout['names'])} tabIndex={0}>
      {names.slice(0, SHOWN).map(name => (
        <li key={name}>{shownName(name)}</li>
      ))}
      {names.length > SHOWN ? <li>{TEXTS.more(names.length - SHOWN)}</li> : null}
    </ul>
  );
}

function Consequences({ weight, readers }: { readonly weight: Weight; readonly readers: readonly string[] | null }) {
  const { files, folders, sizeBytes, unsent, onlyThere, unseenFolders, holdSeconds, isAsked, older } = weight;
  const size = files === 0 ? '' : `, ${formatBytes(sizeBytes)} (${formatExactBytes(sizeBytes)})`;
  const held = files - onlyThere > 0 || folders > 0;
  return (
    <>
      {files + folders === 0 ? null : <p className={styles['count']}>{TEXTS.whole(files, folders, size)}</p>}
      {unseenFolders === 0 ? null : <p>{TEXTS.unseen(unseenFolders)}</p>}
      <p>{`${TEXTS.everywhere} ${TEXTS.losers(readers)}`}</p>
      <ul className={styles['facts']}>
        <li>{TEXTS.kept}</li>
        {TEXTS.older(older).map(line => (
          <li key={line}>{line}</li>
        ))}
        {held ? <li>{TEXTS.hold(holdSeconds)}</li> : null}
        {onlyThere === 0 ? null : <li>{TEXTS.fetched(onlyThere)}</li>}
        {unsent === 0 ? null : <li>{TEXTS.unsent(unsent)}</li>}
        {isAsked ? <li>{TEXTS.asked}</li> : null}
      </ul>
    </>
  );
}

/** Says where a file is found that is taken out of its folder, before it is done. */
export function ClearQuestion({ rows }: { readonly rows: readonly FileRow[] }) {
  const [fault, setFault] = useState<Fault | null>(null);
  const isBusy = useOutcome(state => state.isBusy);
  const { title, sentence, yes } = questionTexts.clearFolder;
  return (
    <Question
      title={title(questionTexts.names(rows.map(({ name }) => name)))}
      fault={fault}
      yes={yes}
      canAnswer
      isBusy={isBusy}
      isDangerous
      onYes={() => void takeOut(rows).then(failed => (failed === null ? askNothing() : setFault(failed)))}
      onClose={askNothing}
    >
      <p>{sentence}</p>
    </Question>
  );
}
