import { Paperclip, X } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';

import type { ChatUpload } from '../../../../shared/features/chat/files-model.ts';
import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import { percent } from '../../../../shared/text/format.ts';
import { shownName } from '../../../../shared/text/shown-name.ts';
import { classes } from '../../../components/classes.ts';
import { useUploads } from '../stores/uploads.ts';
import styles from '../files/file-chip.module.css';

const words = chatWindow.uploads;

interface UploadChipsProps {
  readonly ids: readonly string[];
  /** Null where they cannot be left out. */
  readonly onRemove: ((id: string) => void) | null;
}

/** Files of this computer that go with a message, and how far each is. */
export function UploadChips({ ids, onRemove }: UploadChipsProps) {
  const uploads = useUploads(state => state.uploads);
  if (ids.length === 0) return null;
  return (
    <ul className={styles['list']} aria-label={words.label}>
      {ids.map(id => (
        <li key={id}>
          <UploadChip upload={uploads.get(id)} onRemove={onRemove === null ? null : () => onRemove(id)} />
        </li>
      ))}
    </ul>
  );
}

interface UploadChipProps {
  /** Undefined: Benchtop does not have it any more, or was not asked yet. */
  readonly upload: ChatUpload | undefined;
  readonly onRemove: (() => void) | null;
}

function UploadChip({ upload, onRemove }: UploadChipProps) {
  const name = shownName(upload?.name ?? words.unknown);
  const about = upload === undefined ? words.gone : stateOf(upload);
  const isTroubled = upload === undefined || upload.state === 'failed';
  return (
    <span className={classes(styles['chip'], styles['chosen'], isTroubled && styles['missing'])}>
      <Paperclip size={15} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles['name']} dir="auto" title={name}>
        {name}
      </span>
      <span className={styles['about']} title={upload?.note ?? about}>
        {about}
      </span>
      {onRemove === null ? null : (
        <AriaButton
          className={styles['remove'] ?? ''}
          aria-label={chatWindow.composer.remove(name)}
          onPress={onRemove}
          onKeyDown={event => (event.key === 'Delete' || event.key === 'Backspace' ? onRemove() : undefined)}
        >
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </AriaButton>
      )}
    </span>
  );
}

function stateOf({ state, doneBytes, sizeBytes, note }: ChatUpload): string {
  if (state === 'sending' && sizeBytes !== null) return words.sending(percent(doneBytes, sizeBytes));
  if (state === 'failed') return note ?? words.states.failed;
  return words.states[state];
}
