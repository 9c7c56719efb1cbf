import { useEffect } from 'react';

import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import { keepTexts as texts } from '../../../shared/features/set-up/keep-text.ts';
import { folderWords } from '../../../shared/features/settings/text.ts';
import { claimTexts } from '../../../shared/features/mirrors/claims-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Choice } from '../../components/fields/checkbox.tsx';
import { Question } from '../../components/overlay/question.tsx';
import { useReadFirst } from '../../components/overlay/use-reread.ts';
import { keepCopies } from '../library/stores/library.ts';
import { askNothing } from '../../state/edit.ts';
import { Folders } from './steps/folders-step.tsx';
import { LocalFolderField } from '../../components/local-folder/local-folder-field.tsx';
import { Line } from './steps/place-step.tsx';
import { closeKeeping, keepHere, type KeptFolder, openKeeping, planKeeping, setMode } from './stores/keep-here.ts';
import { setPlace, type SetUp, useSetUp } from './stores/set-up.ts';
import placeStyles from './steps/place-step.module.css';
import layout from '../../components/layout/layout.module.css';

const WAYS: readonly MirrorMode[] = ['two-way', 'upload', 'download'];

/** Keeps folders and files of the service here: what, how much, where, and which way. Null: they are chosen in it. */
export function KeepSheet({ rows }: { readonly rows: readonly FileRow[] | null }) {
  const setUp = useSetUp();
  const { chosen, place, checked, busy, fault, claimed } = setUp;
  const files = rows?.filter(({ kind }) => kind === 'file') ?? [];
  const hasFolders = rows === null || files.length < rows.length;
  useEffect(() => {
    openKeeping(rows === null ? null : foldersOf(rows));
    return closeKeeping;
  }, [rows]);
  useEffect(() => void planKeeping(), [place, chosen]);
  const isRead = useReadFirst(claimed.size > 0 ? claimed : null);
  const keep = async (): Promise<void> => {
    if (hasFolders && !(await keepHere())) return;
    if (files.length > 0) await keepCopies(files);
    askNothing();
  };
  return (
    <Question
      title={titleOf(rows)}
      fault={fault}
      yes={claimed.size > 0 ? claimTexts.takeOver : texts.yes}
      canAnswer={(!hasFolders || isReady(setUp)) && isRead}
      isBusy={busy === 'starting'}
      isWide
      onYes={() => void keep()}
      onClose={askNothing}
    >
      {rows === null ? <Folders /> : null}
      {rows?.map(row => (row.kind === 'folder' ? <Size key={row.id} row={row} isAlone={rows.length === 1} /> : null))}
      {files.length === 0 ? null : <p>{texts.files(files.length)}</p>}
      {hasFolders ? (
        <>
          <LocalFolderField
            label={texts.place}
            hint={texts.placeHint}
            value={place}
            onChange={typed => void setPlace(typed)}
            isReadOnly={setUp.isProposing}
          />
          <ul className={placeStyles['findings']}>
            {typeof checked?.freeBytes !== 'number' ? null : <Line level="good" text={texts.room(checked.freeBytes)} />}
            {checked?.findings
              .filter(({ level }) => level !== 'good')
              .map(({ code, level, text }) => (
                <Line level={level} text={text} key={code} />
              ))}
          </ul>
          <Where />
          <Choice<MirrorMode>
            label={texts.mode}
            value={setUp.mode}
            options={WAYS.map(value => ({ value, ...folderWords.adding.modes[value] }))}
            onChange={setMode}
          />
          <p className={layout['faint']}>{texts.safe}</p>
        </>
      ) : null}
    </Question>
  );
}

function titleOf(rows: readonly FileRow[] | null): string {
  if (rows === null) return texts.add;
  const [first] = rows;
  return rows.length === 1 && first !== undefined ? texts.title(shownName(first.name)) : texts.several(rows.length);
}

function foldersOf(rows: readonly FileRow[]): readonly KeptFolder[] {
  return rows
    .filter(({ kind }) => kind === 'folder')
    .map(({ id, name, serviceName }) => ({ id, name: serviceName ?? name }));
}

/** Every chosen folder has a place, and nothing speaks against it. */
function isReady({ chosen, previews, checked }: SetUp): boolean {
  const isStopped = checked?.findings.some(({ level }) => level === 'stop') ?? true;
  return !isStopped && chosen.size > 0 && [...chosen].every(id => previews.has(id));
}

function Size({ row, isAlone }: { readonly row: FileRow; readonly isAlone: boolean }) {
  const size = useSetUp(state => state.sizes.get(row.id));
  const text =
    size === undefined
      ? texts.counting
      : size === 'unread'
        ? texts.uncounted
        : texts.holds(size.files, size.bytes, size.isWhole);
  return <p>{isAlone ? text : `${shownName(row.name)}: ${text}`}</p>;
}

/** Where each will be. */
function Where() {
  const previews = useSetUp(state => state.previews);
  if (previews.size === 0) return null;
  return (
    <ul className={layout['stack']}>
      {[...previews.values()].map(({ planned }) => (
        <li className={layout['code']} key={planned.id}>
          {texts.where(planned.local)}
        </li>
      ))}
    </ul>
  );
}
