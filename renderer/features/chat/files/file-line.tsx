import { Ellipsis } from 'lucide-react';

import type { ChatAttachment } from '../../../../shared/features/chat/model.ts';
import { ownValue } from '../../../../shared/own-value.ts';
import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import { formatMoment } from '../../../../shared/text/format.ts';
import { shown } from '../../../../shared/text/shown-name.ts';
import { MINUTE } from '../../../../shared/units.ts';
import { Button } from '../../../components/controls/button.tsx';
import { ItemIcon } from '../../../components/items/item-icon.tsx';
import { Menu } from '../../../components/controls/menu.tsx';
import { useNow } from '../../../state/clock.ts';
import { attachmentMenu } from '../attachment-menu.ts';
import styles from './files-pane.module.css';

const words = chatWindow.files;

interface FileLineProps {
  readonly task: string;
  readonly file: ChatAttachment;
  readonly onRemove: () => void;
}

/** A file of a task. */
export function FileLine({ task, file, onRemove }: FileLineProps) {
  const nowMs = useNow(MINUTE);
  const { name, sizeBytes, source, createdAt } = file;
  const about = [
    source === null ? '' : (ownValue(words.sources, source) ?? source),
    words.size(sizeBytes),
    createdAt === null ? '' : formatMoment(Date.parse(createdAt), nowMs),
  ];
  return (
    <li className={styles['line']}>
      <ItemIcon kind="file" name={name} />
      <div className={styles['words']}>
        <span className={styles['name']} dir="auto" title={shown(name)}>
          {shown(name)}
        </span>
        <span className={styles['about']}>{about.filter(part => part !== '').join(' · ')}</span>
      </div>
      <Menu
        label={words.menu(name)}
        lines={attachmentMenu(task, file, onRemove)}
        button={
          <Button look="icon" label={words.menu(name)}>
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        }
      />
    </li>
  );
}
