import { Check, Eye, FileX2, FolderInput, FolderOpen, X } from 'lucide-react';
import { useEffect } from 'react';
import { Button as AriaButton } from 'react-aria-components';

import type { ChatAttachment, NamedFile } from '../../../../shared/features/chat/model.ts';
import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import { shownName } from '../../../../shared/text/shown-name.ts';
import { classes } from '../../../components/classes.ts';
import { HiddenText } from '../../../components/feedback/hidden-text.tsx';
import { CutName } from '../../../components/items/cut-name.tsx';
import { ItemIcon } from '../../../components/items/item-icon.tsx';
import { Menu, type MenuLine } from '../../../components/controls/menu.tsx';
import { SyncGlyph } from '../../../components/feedback/sync-glyph.tsx';
import { useConversation } from '../stores/conversation.ts';
import { type FileFacts, useFileFacts, wantFile } from '../stores/file-facts.ts';
import { openPreview } from '../../preview/stores/preview.ts';
import { attachmentMenu, editCopyLine } from '../attachment-menu.ts';
import { badgeWord, textWord } from '../badge-label.ts';
import styles from './file-chip.module.css';
import { showInFiles } from '../../browse/stores/show-in-files.ts';
import { saveFromChip, useSaved } from '../stores/task-files.ts';

const words = chatWindow.files;

/** What is known of a file that is named; undefined while it is not. */
function useFacts(id: string): FileFacts | undefined {
  useEffect(() => wantFile(id), [id]);
  return useFileFacts(({ facts }) => facts.get(id));
}

/** What a file is called: as it is here, else as who named it called it. */
export function fileName(facts: FileFacts | undefined, id: string, told: string): string {
  // Of what is in no folder nothing but the id is known here.
  const here = facts === undefined || facts === 'unreachable' || facts.name === id ? '' : facts.name;
  return [told.trim(), here, id].find(each => each !== '') ?? '';
}

/** A file that a message names, with its state on this computer; dimmed where it cannot be opened. */
export function FileChip({ id, name }: NamedFile) {
  const facts = useFacts(id);
  const task = useConversation(state => state.task?.id ?? null);
  const text = fileName(facts, id, name);
  if (facts === 'unreachable')
    return (
      <span className={classes(styles['chip'], styles['dim'])} title={words.unreachable}>
        <FileX2 size={15} strokeWidth={1.75} aria-hidden="true" />
        <span className={styles['name']} dir="auto" title={shownName(text)}>
          {shownName(text)}
        </span>
        <HiddenText>{words.unreachable}</HiddenText>
      </span>
    );
  const lines: readonly MenuLine[] = [
    { id: 'preview', label: words.preview, icon: Eye, onPress: () => openPreview({ id, name: text, version: null }) },
    { id: 'files', label: words.showInFiles, icon: FolderOpen, onPress: () => void showInFiles(id) },
    ...(task === null ? [] : [editCopyLine(task, { id, name: text })]),
  ];
  return (
    <Menu
      label={words.menu(text)}
      lines={lines}
      button={
        <AriaButton className={styles['chip'] ?? ''}>
          <Inside name={text} facts={facts} />
        </AriaButton>
      }
    />
  );
}

/** A picture of what it is, its name, and how it stands. */
function Inside({ name, facts }: { readonly name: string; readonly facts: FileFacts | undefined }) {
  const known = facts === undefined || facts === 'unreachable' ? null : facts;
  const text = known === null ? null : textWord(known.extraction);
  return (
    <>
      <ItemIcon kind={known?.kind ?? 'file'} name={name} />
      <span className={styles['name']}>
        <CutName name={name} />
      </span>
      {known === null || known.badge === null ? null : (
        <>
          <SyncGlyph badge={known.badge} percent={null} />
          <HiddenText>{`, ${badgeWord(known.badge)}`}</HiddenText>
        </>
      )}
      {text === null ? null : <About>{text}</About>}
    </>
  );
}

/** A file that only the task has; without a task that is known there is only its name. */
function AttachmentChip({ file }: { readonly file: ChatAttachment }) {
  const task = useConversation(state => state.task?.id ?? null);
  const inside = <Inside name={file.name} facts={undefined} />;
  if (task === null) return <span className={styles['chip']}>{inside}</span>;
  return (
    <Menu
      label={words.menu(file.name)}
      lines={attachmentMenu(task, file, null)}
      button={<AriaButton className={styles['chip'] ?? ''}>{inside}</AriaButton>}
    />
  );
}

/** Saves what came out of a task with one press; afterwards it says where it is, and leads there. */
function SaveButton({ file }: { readonly file: ChatAttachment }) {
  const task = useConversation(state => state.task?.id ?? null);
  const place = useSaved(({ places }) => (task === null ? undefined : places.get(task)));
  const saved = useSaved(({ files }) => files.get(file.id));
  const isBusy = useSaved(({ busy }) => busy.has(file.id));
  if (task === null) return null;
  const isSaved = saved !== undefined;
  const Icon = isSaved ? Check : FolderInput;
  const label = isSaved
    ? words.savedIn(saved.folder)
    : isBusy
      ? words.saving
      : place === undefined
        ? words.saveChip
        : words.saveInto(place.name);
  return (
    <AriaButton
      className={classes(styles['chip'], isSaved ? styles['saved'] : styles['save'])}
      isDisabled={isBusy}
      onPress={() => void (isSaved ? showInFiles(saved.file) : saveFromChip({ task, id: file.id, name: file.name }))}
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles['name']} title={label}>
        {label}
      </span>
      <HiddenText>{words.ofFile(file.name)}</HiddenText>
    </AriaButton>
  );
}

interface FileChipsProps {
  /** What came out of it. */
  readonly made: readonly ChatAttachment[];
  readonly files: readonly NamedFile[];
}

/** The files of a message. */
export function FileChips({ made, files }: FileChipsProps) {
  return (
    <ul className={styles['list']}>
      {made.map(file => (
        <li key={file.id}>
          {file.file === null ? <AttachmentChip file={file} /> : <FileChip id={file.file} name={file.name} />}
          {isDeliverable(file) ? <SaveButton file={file} /> : null}
        </li>
      ))}
      {files.map(file => (
        <li key={file.id}>
          <FileChip {...file} />
        </li>
      ))}
    </ul>
  );
}

/** What the agent made, and not what was given to it. */
function isDeliverable({ source }: ChatAttachment): boolean {
  return source !== null && source.toLowerCase() !== 'upload';
}

interface ChosenFileProps extends NamedFile {
  /** What it is in the message, in a word. */
  readonly use: string;
  /** The service said that it can't be used any more. */
  readonly isMissing: boolean;
  readonly onRemove: (() => void) | null;
}

/** A file that goes with what is being written, which can be left out. */
export function ChosenFile({ id, name, use, isMissing, onRemove }: ChosenFileProps) {
  const facts = useFacts(id);
  const text = fileName(facts, id, name);
  const isNotThere = facts !== undefined && facts !== 'unreachable' && facts.serviceId === null;
  const trouble = isMissing ? words.missing : facts === 'unreachable' ? words.unreachable : null;
  return (
    <span className={classes(styles['chip'], styles['chosen'], trouble !== null && styles['missing'])}>
      {trouble === null ? null : <FileX2 size={15} strokeWidth={1.75} aria-hidden="true" />}
      <Inside name={text} facts={facts} />
      <About>{trouble ?? (isNotThere ? words.notSent : use)}</About>
      {onRemove === null ? null : (
        <AriaButton
          className={styles['remove'] ?? ''}
          aria-label={chatWindow.composer.remove(shownName(text))}
          onPress={onRemove}
          onKeyDown={event => (event.key === 'Delete' || event.key === 'Backspace' ? onRemove() : undefined)}
        >
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </AriaButton>
      )}
    </span>
  );
}

function About({ children }: { readonly children: string }) {
  return (
    <span className={styles['about']} title={children}>
      {children}
    </span>
  );
}
