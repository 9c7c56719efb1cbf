import { Download, History, Maximize2, MessagesSquare, PenLine, UserPlus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import { sideTexts } from '../../../shared/features/details/side-text.ts';
import { detailsTexts } from '../../../shared/features/details/text.ts';
import { words } from '../../../shared/text/words.ts';
import { copyWindow } from '../../../shared/features/chat/working-copies-text.ts';
import type { ItemAbout, ItemDetails } from '../../../shared/features/details/model.ts';
import type { ChatOrigin } from '../../../shared/features/chat/files-model.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { formatBytes, formatExact } from '../../../shared/text/format.ts';
import { classes } from '../../components/classes.ts';
import { ItemIcon } from '../../components/items/item-icon.tsx';
import motion from '../../components/layout/motion.module.css';
import { useKeptFocus } from '../../components/overlay/restore-focus.ts';
import { type SideDeed, SideHead } from '../../components/overlay/side-head.tsx';
import { askPerson } from '../../state/edit.ts';
import { stepFile } from '../browse/stores/stepping.ts';
import { askAgent } from '../chat/stores/asking-agent.ts';
import { Button } from '../../components/controls/button.tsx';
import { CopyFault } from '../../components/feedback/copy-details.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { describeFiles, saveNote, showDetails, toggleDetails, useDetails } from './stores/details.ts';
import { useFolders } from '../browse/stores/files.ts';
import { folderOnShow } from '../browse/stores/folder-on-show.ts';
import { placeOf } from '../../state/navigation.ts';
import { chosenOf, useSelection } from '../browse/stores/selection.ts';
import { DescribeOne } from './describe-one.tsx';
import styles from './details-panel.module.css';
import { Badges, Facts } from './facts.tsx';
import { CopyCards } from '../../components/items/copy-card.tsx';
import { copiesKey, copyDeeds, useWorkingCopies, watchCopies } from '../versions/stores/working-copies.ts';
import { TextField } from '../../components/fields/text-field.tsx';
import { goToTask, openPreview, togglePreviewPane } from '../preview/stores/preview.ts';
import { tagsIn } from './tags.ts';
import { Chip } from '../../components/items/chip.tsx';
import { openHistory } from '../versions/stores/history.ts';
import { openSharing } from '../sharing/stores/sharing.ts';
import { RemovedSide } from './removed-side.tsx';
import layout from '../../components/layout/layout.module.css';

/** What is known of what is chosen, at the right of the files. */
export function DetailsPanel() {
  const isOpen = useDetails(state => state.isOpen);
  return isOpen ? <OpenPanel /> : null;
}

function OpenPanel() {
  const isStore = useIsStore();
  const box = useRef<HTMLElement>(null);
  // What is put back takes its own way back with it.
  useKeptFocus(box);
  return (
    <aside
      ref={box}
      className={classes(styles['panel'], motion['panel'])}
      aria-label={detailsTexts.title}
      data-region="details"
      tabIndex={-1}
      data-copies
    >
      {isStore ? <RemovedSide /> : <Chosen />}
    </aside>
  );
}

/** Whether what was removed is on show: its files are no lines of a folder. */
function useIsStore(): boolean {
  return useSelection(({ key }) => {
    const place = placeOf(key);
    return 'list' in place && place.list === 'removed';
  });
}

function Chosen() {
  const rows = useChosenRows();
  const only = rows.length === 1 ? rows[0] : undefined;
  const isInLibrary = useIsInLibrary();
  useEffect(() => void showDetails(only?.id ?? null), [only?.id]);
  return (
    <>
      <Head rows={rows} only={only} />
      <div className={classes(layout['scrolls'], styles['body'])}>
        {rows.length === 0 ? <p className={layout['faintInk']}>{detailsTexts.none}</p> : null}
        {rows.length > 1 && !isInLibrary ? <DescribeMany rows={rows} /> : null}
        {only === undefined ? null : <One key={only.id} id={only.id} />}
      </div>
    </>
  );
}

/** The other side of the panel is the preview. */
function Head({ rows, only }: { readonly rows: readonly FileRow[]; readonly only: FileRow | undefined }) {
  const isFile = only?.kind === 'file';
  const subject = isFile ? { id: only.id, name: only.name, version: null } : null;
  const shares = useShares(rows, only);
  return (
    <SideHead
      title={rows.length > 1 ? detailsTexts.many(rows.length) : (only?.name ?? detailsTexts.title)}
      icon={only === undefined ? null : <ItemIcon kind={only.kind} name={only.name} size={20} />}
      side="details"
      onSide={side => (side === 'preview' ? togglePreviewPane(subject) : undefined)}
      onStep={only === undefined ? null : stepFile}
      deeds={only === undefined || !isFile ? shares : deedsOf(only)}
      closeLabel={detailsTexts.close}
      onClose={toggleDetails}
    />
  );
}

/** Sharing the folder that is chosen, or, where nothing is, the one on show. */
function useShares(rows: readonly FileRow[], only: FileRow | undefined): readonly SideDeed[] {
  const { key } = useSelection();
  const view = useFolders(state => state.folders.get(key)?.view ?? null);
  const place = placeOf(key);
  if (only !== undefined) {
    const isOwn = 'mirror' in place || 'base' in place;
    return only.kind === 'folder' && isOwn ? [shareDeed(sideTexts.share, only)] : [];
  }
  const folder = rows.length === 0 ? folderOnShow(place, view) : null;
  return folder === null ? [] : [shareDeed(sideTexts.shareFolder(shownName(folder.name)), folder)];
}

function shareDeed(label: string, { id, name }: { readonly id: string; readonly name: string }): SideDeed {
  return { label, icon: UserPlus, onPress: () => void openSharing(id, name) };
}

function deedsOf(row: FileRow): readonly SideDeed[] {
  const { id, name } = row;
  const { deeds } = sideTexts;
  return [
    { label: deeds.open, icon: Maximize2, onPress: () => openPreview({ id, name, version: null }) },
    { label: deeds.download, icon: Download, onPress: () => askPerson({ name: 'download', rows: [row] }) },
    { label: deeds.ask, icon: MessagesSquare, onPress: () => askAgent([{ id, name }]) },
    { label: deeds.history, icon: History, onPress: () => void openHistory(id, name) },
  ];
}

/** The rows that are chosen, wherever they are on show. */
function useChosenRows() {
  const selection = useSelection();
  const view = useFolders(state => state.folders.get(selection.key)?.view ?? null);
  return useMemo(() => (view === null ? [] : chosenOf(view.known, selection)), [view, selection]);
}

/** What others published is described by them. */
function useIsInLibrary(): boolean {
  return useSelection(({ key }) => 'library' in placeOf(key));
}

/** Why nothing stands here that only the service knows. */
function Unasked({ fault }: { readonly fault: Fault | null }) {
  if (fault === null) return null;
  const isQuiet = fault.kind === 'bad-request' || fault.kind === 'offline';
  if (!isQuiet) return <FaultNotice fault={fault} saidTitle={words.start.serviceSaid} />;
  return (
    <Notice tone="rest">
      <span>{fault.kind === 'bad-request' ? fault.detail : detailsTexts.offline}</span>
      <CopyFault fault={fault} />
    </Notice>
  );
}

function One({ id }: { readonly id: string }) {
  const { details, about, origin, fault, id: shown } = useDetails();
  const rows = useChosenRows();
  const row = rows[0];
  const isInLibrary = useIsInLibrary();
  if (shown !== id || details === null || row === undefined) {
    if (shown === id && fault !== null) return <FaultNotice fault={fault} saidTitle={words.start.serviceSaid} />;
    return <p className={layout['faintInk']}>{detailsTexts.reading}</p>;
  }
  const isFile = details.kind === 'file';
  return (
    <>
      <Unasked fault={fault} />
      <Badges row={row} />
      {origin === null ? null : <Origin origin={origin} />}
      {isFile ? <Copies file={id} /> : null}
      {isFile && !isInLibrary ? <DescribeOne row={row} details={details} /> : null}
      {isFile && isInLibrary ? <Described described={about ?? details.described} /> : null}
      {isFile ? <Versions versions={about?.versions ?? []} head={details.version} /> : null}
      {isFile && details.path !== null ? <NextNote key={details.changeNote} details={details} /> : null}
      <Facts row={row} details={details} about={about} />
    </>
  );
}

/** The working copies of a file, or what it is a working copy of; nothing where there are none. */
function Copies({ file }: { readonly file: string }) {
  const copies = useWorkingCopies(({ lists }) => lists.get(copiesKey({ file }))?.copies ?? null);
  useEffect(() => watchCopies({ file }), [file]);
  if (copies === null || copies.length === 0) return null;
  return (
    <section className={styles['part']}>
      <h3>{copyWindow.label}</h3>
      <CopyCards copies={copies} isInTask={false} deedsOf={copyDeeds} />
    </section>
  );
}

/** What changed, said before the next version of a file is sent. */
function NextNote({ details }: { readonly details: ItemDetails }) {
  const first = details.changeNote ?? '';
  const [note, setNote] = useState(first);
  const [isOpen, setIsOpen] = useState(first !== '');
  if (!isOpen)
    return (
      <div>
        <Button look="quiet" onPress={() => setIsOpen(true)}>
          <PenLine size={15} strokeWidth={1.75} aria-hidden="true" />
          {sideTexts.note}
        </Button>
      </div>
    );
  return (
    <section className={styles['part']}>
      <TextField
        label={detailsTexts.note}
        value={note}
        onChange={setNote}
        hint={detailsTexts.noteHint}
        isFirst={first === ''}
      />
      <div className={layout['buttons']}>
        <Button isDisabled={note === first} onPress={() => void saveNote(details.id, note)}>
          {detailsTexts.noteSave}
        </Button>
      </div>
    </section>
  );
}

/** From which task a file was saved or kept, and the way there. */
function Origin({ origin: { task, text } }: { readonly origin: ChatOrigin }) {
  return (
    <section className={styles['part']} aria-label={detailsTexts.origin}>
      <p className={styles['badge']}>
        <MessagesSquare size={16} strokeWidth={1.75} aria-hidden="true" />
        <span>{shownName(text)}</span>
      </p>
      <div className={layout['buttons']}>
        <Button onPress={() => goToTask(task)}>{copyWindow.toTask}</Button>
      </div>
    </section>
  );
}

interface DescribedProps {
  readonly described: { readonly description: string | null; readonly tags: readonly string[] } | null;
}

/** Description and tags of a file that is not one's own to describe; what is not said is not shown. */
function Described({ described }: DescribedProps) {
  const description = described?.description ?? '';
  const tags = described?.tags ?? [];
  if (description === '' && tags.length === 0) return null;
  return (
    <dl className={layout['stack']}>
      {description === '' ? null : (
        <div className={styles['fact']}>
          <dt>{detailsTexts.description}</dt>
          <dd>
            <span>{description}</span>
          </dd>
        </div>
      )}
      {tags.length === 0 ? null : (
        <div className={styles['fact']}>
          <dt>{detailsTexts.tags}</dt>
          <dd>
            <span>{tags.join(', ')}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Tags and a description for all files that are chosen. */
function DescribeMany({ rows }: { readonly rows: readonly FileRow[] }) {
  const [added, setAdded] = useState('');
  const [removed, setRemoved] = useState('');
  const [description, setDescription] = useState('');
  const addTags = tagsIn(added);
  const removeTags = tagsIn(removed).filter(tag => !addTags.includes(tag));
  const files = rows.filter(({ kind }) => kind === 'file');
  const hasAny = addTags.length + removeTags.length > 0 || description.trim() !== '';
  const save = () => {
    // The last known description counts as seen; a question is asked about any that another person wrote since.
    const said = description.trim() === '' ? null : { to: description };
    void describeFiles(files, { description: said, addTags, removeTags });
  };
  return (
    <section className={styles['part']}>
      <TextField label={detailsTexts.addTags} value={added} onChange={setAdded} hint={detailsTexts.tagsHint} />
      <TextField label={detailsTexts.removeTags} value={removed} onChange={setRemoved} hint={detailsTexts.tagsHint} />
      <TextField
        label={detailsTexts.manyDescription}
        value={description}
        onChange={setDescription}
        hint={detailsTexts.manyHint}
        kind="text"
      />
      <div className={layout['buttons']}>
        <Button isDisabled={!hasAny || files.length === 0} onPress={save}>
          {detailsTexts.save}
        </Button>
      </div>
    </section>
  );
}

type Version = NonNullable<ItemAbout['versions']>[number];

/** The history of a file, newest first, with what people said of each version. */
function Versions({ versions, head }: { readonly versions: readonly Version[]; readonly head: string | null }) {
  if (versions.length === 0) return null;
  return (
    <section className={styles['part']}>
      <h3>{detailsTexts.versions}</h3>
      <ol className={styles['timeline']}>
        {versions.map(version => (
          <li key={version.id} className={styles['version']}>
            <strong>
              {detailsTexts.versionNumber(version.number)}
              {version.id === head ? <Chip label={detailsTexts.current} tone="rest" /> : null}
            </strong>
            {version.summary === null ? null : <p>{version.summary}</p>}
            <span>{factsOf(version)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function factsOf({ createdAt, sizeBytes, by }: Version): string {
  const parts = [
    by ?? '',
    createdAt === null || Number.isNaN(Date.parse(createdAt)) ? '' : formatExact(Date.parse(createdAt)),
    sizeBytes === null ? '' : formatBytes(sizeBytes),
  ];
  return parts.filter(part => part !== '').join(' · ');
}
