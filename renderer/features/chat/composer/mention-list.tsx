import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import { searchTexts } from '../../../../shared/features/search/text.ts';
import { shown } from '../../../../shared/text/shown-name.ts';
import { classes } from '../../../components/classes.ts';
import { ItemIcon } from '../../../components/items/item-icon.tsx';
import type { MentionFind } from '../stores/mentions.ts';
import { textWord } from '../badge-label.ts';
import styles from './mention-list.module.css';

interface MentionListProps {
  readonly id: string;
  readonly finds: readonly MentionFind[];
  readonly active: number;
  readonly isAsking: boolean;
  readonly onChoose: (file: MentionFind) => void;
}

/** Files that may be meant, over the field. The focus stays in the field; its keys move through the list. */
export function MentionList({ id, finds, active, isAsking, onChoose }: MentionListProps) {
  return (
    <div className={styles['frame']}>
      <div id={id} role="listbox" aria-label={chatWindow.composer.mentions} className={styles['list']}>
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
      <span className={styles['words']}>
        <span className={styles['name']} dir="auto" title={shown(name)}>
          {shown(name)}
        </span>
        <span className={styles['place']} title={place}>
          {place}
        </span>
      </span>
      {text === null ? null : <span className={styles['place']}>{text}</span>}
    </>
  );
}
