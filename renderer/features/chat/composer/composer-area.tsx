import { Keyboard, Paperclip, SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react';

import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { chooseFiles } from '../../../components/controls/choose-files.ts';
import { FaultNotice } from '../../../components/feedback/fault-notice.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { Menu } from '../../../components/controls/menu.tsx';
import { WritingField } from '../../../components/fields/writing-field.tsx';
import { canSend, keepNow, send, stopEditing, useComposer, write } from '../stores/composer.ts';
import { MOST_CHARACTERS } from '../stores/draft.ts';
import { attachFiles, detachFile, isComing, useUploads } from '../stores/uploads.ts';
import { chooseSendKey, SEND_KEYS, sends, useSendKey } from '../stores/send-key.ts';
import styles from './composer.module.css';
import { DraftFiles } from './draft-files.tsx';
import { MentionList } from './mention-list.tsx';
import { UploadChips } from './upload-chips.tsx';
import { useMentioning } from './use-mentions.ts';

const words = chatWindow.composer;

/** Where one writes to the agent, with the files that go along. */
export function ComposerArea() {
  const composer = useComposer();
  const { draft, editing, isSending } = composer;
  const { uploads = [] } = draft;
  const isCopying = useUploads(state => isComing(uploads, state.uploads));
  const input = useRef<HTMLTextAreaElement>(null);
  useEditingFocus(input, editing?.id ?? null);
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
          <Button look="main" isDisabled={!canSend(composer) || isCopying} onPress={() => void send()}>
            <SendHorizontal size={16} strokeWidth={1.75} aria-hidden="true" />
            {editing === null || isSending ? words.send : words.save}
          </Button>
        </div>
      </div>
      {isCopying ? <p className={styles['told']}>{words.copying}</p> : null}
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

/** The field, and the files that may be meant by what stands after an `@`. */
function Writing({ input }: { readonly input: RefObject<HTMLTextAreaElement | null> }) {
  const text = useComposer(state => state.draft.text);
  const sendKey = useSendKey(state => state.sendKey);
  const listId = useId();
  const hintId = useId();
  const { finds, active, isAsking, follow, choose, hear } = useMentioning(input, text);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (hear(event) || event.key !== 'Enter' || !sends(event, sendKey, event.nativeEvent.isComposing)) return;
    event.preventDefault();
    const { uploads = [] } = useComposer.getState().draft;
    if (!isComing(uploads, useUploads.getState().uploads)) void send();
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
          write(value);
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
