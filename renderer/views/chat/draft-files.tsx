import type { WrittenMessage } from '../../../shared/model/chat.ts';
import { chatWindow } from '../../../shared/text/chat-window.ts';
import { removeFile } from '../../stores/chat/composer.ts';
import { filesIn } from '../../stores/chat/draft.ts';
import styles from './composer.module.css';
import { ChosenFile } from './file-chip.tsx';

const words = chatWindow.composer;

/** The files that go with what is written, and what that means. */
export function DraftFiles({
  draft,
  missing,
}: {
  readonly draft: WrittenMessage;
  readonly missing: readonly string[];
}) {
  const files = filesIn(draft);
  if (files.length === 0) return null;
  const isTroubled = files.some(({ id }) => missing.includes(id));
  return (
    <>
      <ul className={styles['files']} aria-label={words.files}>
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
      <p className={styles['told']}>{isTroubled ? words.replaceHint : words.context(files.length)}</p>
    </>
  );
}
