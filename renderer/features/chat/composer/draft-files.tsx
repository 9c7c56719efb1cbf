import type { WrittenMessage } from '../../../../shared/features/chat/model.ts';
import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import { removeFile } from '../stores/composer.ts';
import { filesIn } from '../stores/draft.ts';
import styles from './composer.module.css';
import { ChosenFile } from '../files/file-chip.tsx';

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
