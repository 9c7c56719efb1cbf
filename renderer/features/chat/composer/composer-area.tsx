import { Keyboard, Paperclip, SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';

import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import type { WrittenMessage } from '../../../../shared/features/chat/model.ts';
import { searchTexts } from '../../../../shared/features/search/text.ts';
import { shownName } from '../../../../shared/text/shown-name.ts';
import { Button } from '../../../components/controls/button.tsx';
import { chooseFiles } from '../../../components/controls/choose-files.ts';
import { FaultNotice } from '../../../components/feedback/fault-notice.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { Menu } from '../../../components/controls/menu.tsx';
import { WritingField } from '../../../components/fields/writing-field.tsx';
import {
  canSend,
  keepNow,
  mentionFile,
  removeFile,
  sendMessage,
  stopEditing,
  useComposer,
  writeDraft,
} from '../stores/composer.ts';
import { filesIn, MOST_CHARACTERS } from '../stores/draft.ts';
import { attachFiles, detachFile, isComing, useUploads } from '../stores/uploads.ts';
import { chooseSendKey, SEND_KEYS, isSendPress, useSendKey } from '../stores/send-key.ts';
import styles from './composer.module.css';
import { UploadChips } from './upload-chips.tsx';
import { ChosenFile } from '../files/file-chip.tsx';
import { classes } from '../../../components/classes.ts';
import { ItemIcon } from '../../../components/items/item-icon.tsx';
import { completeMention, lookForMention, type MentionFind, mentionIn, useMentions } from '../stores/mentions.ts';
import { textWord } from '../badge-label.ts';
import { announce } from '../../../state/announcements.ts';
import layout from '../../../components/layout/layout.module.css';

const words = chatWindow.composer;

/** Where one writes to the agent, with the files that go along. */
export function ComposerArea() {
  const composer = useComposer();
  const { draft, editing, isSending } = composer;
  const { uploads = [] } = draft;
  const isCopying = useUploads(state => isComing(uploads, state.uploads));
  const input = useRef<HTMLTextAreaElement>(null);
  useEditingFocus(input, editing?.id ?? null);
  useStartFocus(input);
  return (
    <div className={styles['area']} data-region="composer">
      {editing === null ? null : (
        <div className={styles['editing']}>
          <span>{words.editing}</span>
          <Button look="quiet" onPress={stopEditing}>
            {words.stopEditing}
          </Button>
        </div>
      )}
      <DraftFiles draft={draft} missing={editing?.missing ?? []} />
      <UploadChips ids={uploads} onRemove={detachFile} />
      <div className={styles['line']}>
        <Writing input={input} />
        <div className={styles['send']}>
          <Button look="main" isDisabled={!canSend(composer) || isCopying} onPress={() => void sendMessage()}>
            <SendHorizontal size={16} strokeWidth={1.75} aria-hidden="true" />
            {editing === null || isSending ? words.send : words.save}
          </Button>
        </div>
      </div>
      {isCopying ? <p className={layout['soft']}>{words.copying}</p> : null}
      <Notes />
    </div>
  );
}

/** Who changes a message goes on in the field. */
function useEditingFocus(input: RefObject<HTMLTextAreaElement | null>, id: string | null): void {
  useEffect(() => {
    if (id !== null) input.current?.focus();
  }, [input, id]);
}

/** Who begins a conversation, such as one about files, goes on in the field; who looks through the places stays there. */
function useStartFocus(input: RefObject<HTMLTextAreaElement | null>): void {
  const isNew = useComposer(state => state.task === null);
  useEffect(() => {
    const isAmongPlaces = document.querySelector('[data-region="places"]')?.contains(document.activeElement) === true;
    if (isNew && !isAmongPlaces) input.current?.focus();
  }, [input, isNew]);
}

/** The field, and the files that may be meant by what stands after an `@`. */
function Writing({ input }: { readonly input: RefObject<HTMLTextAreaElement | null> }) {
  const text = useComposer(state => state.draft.text);
  const sendKey = useSendKey(state => state.sendKey);
  const listId = useId();
  const hintId = useId();
  const { finds, active, isAsking, follow, choose, hear } = useMentioning(input, text);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (hear(event) || event.key !== 'Enter' || !isSendPress(event, sendKey, event.nativeEvent.isComposing)) return;
    event.preventDefault();
    const { uploads = [] } = useComposer.getState().draft;
    if (!isComing(uploads, useUploads.getState().uploads)) void sendMessage();
  };
  const isOpen = finds.length > 0;
  return (
    <div className={styles['writing']}>
      {isOpen ? <MentionList id={listId} {...{ finds, active, isAsking }} onChoose={choose} /> : null}
      <WritingField
        label={words.label}
        placeholder={words.placeholder}
        value={text}
        onChange={value => {
          writeDraft(value);
          follow();
        }}
        onKeyDown={press}
        onCaret={follow}
        onBlur={keepNow}
        onFiles={files => void attachFiles(files)}
        describedBy={hintId}
        input={input}
        list={isOpen ? { id: listId, active: `${listId}-${active}` } : null}
      />
      <div className={styles['hint']}>
        <Hint text={words.attach} side="top">
          <Button look="icon" label={words.attach} onPress={() => chooseFiles(false, files => void attachFiles(files))}>
            <Paperclip size={15} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        </Hint>
        <span id={hintId}>{words.hints[sendKey]}</span>
        <Menu
          label={words.sendWith}
          lines={SEND_KEYS.map(key => ({ id: key, label: words.sendKeys[key], onPress: () => chooseSendKey(key) }))}
          button={
            <Button look="icon" label={words.sendWith}>
              <Keyboard size={15} strokeWidth={1.75} aria-hidden="true" />
            </Button>
          }
        />
      </div>
    </div>
  );
}

/** What has to be known about what is written. */
function Notes() {
  const { draft, fault, note, isKept } = useComposer();
  const over = draft.text.length - MOST_CHARACTERS;
  return (
    <div role="group" className={styles['notes']}>
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={chatWindow.serviceSaid} />}
      {note === null ? null : <p>{note}</p>}
      {over > 0 ? <p className={styles['wrong']}>{words.tooLong(over)}</p> : null}
      {isKept ? null : <p className={styles['wrong']}>{words.notKept}</p>}
    </div>
  );
}

/** The files that go with what is written, and what that means. */
function DraftFiles({ draft, missing }: { readonly draft: WrittenMessage; readonly missing: readonly string[] }) {
  const files = filesIn(draft);
  if (files.length === 0) return null;
  const isTroubled = files.some(({ id }) => missing.includes(id));
  return (
    <>
      <ul className={classes(layout['scrolls'], styles['files'])} aria-label={words.files}>
        {files.map(({ id, name, use }) => (
          <li key={id}>
            <ChosenFile
              id={id}
              name={name}
              use={chatWindow.files.uses[use]}
              isMissing={missing.includes(id)}
              onRemove={() => removeFile(id)}
            />
          </li>
        ))}
      </ul>
      <p className={layout['soft']}>{isTroubled ? words.replaceHint : words.context(files.length)}</p>
    </>
  );
}

interface MentionListProps {
  readonly id: string;
  readonly finds: readonly MentionFind[];
  readonly active: number;
  readonly isAsking: boolean;
  readonly onChoose: (file: MentionFind) => void;
}

/** Files that may be meant, over the field. The focus stays in the field; its keys move through the list. */
function MentionList({ id, finds, active, isAsking, onChoose }: MentionListProps) {
  return (
    <div className={styles['frame']}>
      <div
        id={id}
        role="listbox"
        aria-label={chatWindow.composer.mentions}
        className={classes(layout['scrolls'], styles['list'])}
      >
        {finds.map((file, at) => (
          // Keys are heard by the field.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={file.id}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            tabIndex={-1}
            className={classes(styles['item'], at === active && styles['active'])}
            onMouseDown={event => event.preventDefault()}
            onClick={() => onChoose(file)}
          >
            <Find file={file} />
          </div>
        ))}
      </div>
      {isAsking ? <p className={styles['note']}>{chatWindow.composer.asking}</p> : null}
    </div>
  );
}

function Find({ file }: { readonly file: MentionFind }) {
  const { name, path, from, extraction } = file;
  const text = textWord(extraction);
  const place = path ?? (from === 'attachments' ? chatWindow.composer.fromTask : searchTexts.notHere);
  return (
    <>
      <ItemIcon kind="file" name={name} />
      <span className={layout['words']}>
        <span className={styles['name']} dir="auto" title={shownName(name)}>
          {shownName(name)}
        </span>
        <span className={styles['place']} title={place}>
          {place}
        </span>
      </span>
      {text === null ? null : <span className={styles['place']}>{text}</span>}
    </>
  );
}

/** The files that may be meant, and the one that is pointed at. */
interface Mentioning {
  readonly finds: readonly MentionFind[];
  readonly active: number;
  readonly isAsking: boolean;
  /** The place where one writes may have moved. */
  readonly follow: () => void;
  readonly choose: (file: MentionFind) => void;
  /** Hears a key first. @returns whether it was for the list. */
  readonly hear: (event: KeyboardEvent) => boolean;
}

const NONE: readonly MentionFind[] = [];

/** Follows the mention at the cursor. */
function useMentioning(input: RefObject<HTMLTextAreaElement | null>, text: string): Mentioning {
  const [caret, setCaret] = useState(0);
  const [dropped, drop] = useState<number | null>(null);
  const found = mentionIn(text, caret);
  const asked = found === null || found.at === dropped ? null : found;
  const { finds, isAsking } = useFinds(asked?.query ?? null);
  const [pointed, point] = useState({ query: '', active: 0 });
  const active = pointed.query === asked?.query ? Math.min(pointed.active, Math.max(0, finds.length - 1)) : 0;
  const follow = (): void => setCaret(input.current?.selectionStart ?? 0);
  const choose = ({ id, name }: MentionFind): void => {
    if (asked === null) return;
    const done = completeMention(text, asked, name);
    mentionFile({ id, name }, done.text);
    // The list is closed at once: what is pressed next is not for it.
    setCaret(done.caret);
    // The field has the new text by the next frame.
    requestAnimationFrame(() => {
      input.current?.setSelectionRange(done.caret, done.caret);
      follow();
    });
  };
  const hear = (event: KeyboardEvent): boolean => {
    const file = finds[active];
    if (asked === null || file === undefined) return false;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const takes = (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && !event.ctrlKey;
    if (step !== 0) point({ query: asked.query, active: (active + step + finds.length) % finds.length });
    else if (event.key === 'Escape') drop(asked.at);
    else if (takes) choose(file);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { finds, active, isAsking, follow, choose, hear };
}

/** What fits; null: nothing is mentioned. */
function useFinds(query: string | null): { readonly finds: readonly MentionFind[]; readonly isAsking: boolean } {
  const { query: asked, finds, isAsking } = useMentions();
  useEffect(() => lookForMention(query), [query]);
  useEffect(() => () => lookForMention(null), []);
  const own = asked === query && query !== null ? finds : NONE;
  const count = own.length;
  useEffect(() => {
    if (count > 0) announce(chatWindow.said.finds(count));
  }, [count, query]);
  return { finds: own, isAsking };
}
