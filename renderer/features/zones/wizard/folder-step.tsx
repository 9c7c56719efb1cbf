import { inWindow } from '../../../../shared/text/window-advice.ts';
import { wizardWords } from '../../../../shared/features/zones/wizard-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { LocalFolderField } from '../../../components/local-folder/local-folder-field.tsx';
import { setWish, testZone, troublesOf, useWizard } from '../stores/wizard.ts';
import styles from './wizard.module.css';

const words = wizardWords.folder;

/** Asks for the instrument's folder, and says what it is. */
export function FolderStep() {
  const { wish, old, isTesting } = useWizard();
  return (
    <>
      <p>{words.about}</p>
      <TextField
        label={words.name}
        hint={words.nameHint}
        value={wish.name}
        onChange={name => setWish({ name })}
        maxLength={100}
      />
      {old === null ? (
        <LocalFolderField
          label={words.folder}
          hint={words.folderHint}
          value={wish.folder}
          onChange={folder => setWish({ folder })}
        />
      ) : (
        <TextField
          label={words.folder}
          hint={words.fixed}
          value={wish.folder}
          isReadOnly
          onChange={folder => setWish({ folder })}
          maxLength={4000}
        />
      )}
      <div className={styles['line']}>
        <Button isDisabled={isTesting || wish.folder.trim() === ''} onPress={() => void testZone()}>
          {isTesting ? wizardWords.looking : words.look}
        </Button>
      </div>
      <div role="status">
        <Found />
      </div>
    </>
  );
}

/** What was found of the folder; nothing as long as it was not looked at, or is another one now. */
function Found() {
  const wizard = useWizard();
  const troubles = troublesOf(wizard);
  const { tested } = wizard;
  if (troubles === null || tested === null) return null;
  if (troubles.length > 0) return <Troubles troubles={troubles} />;
  const { volume, freeBytes } = tested.found;
  return (
    <Notice tone="good" title={words.fine}>
      <span>{words.kinds[volume]}</span>
      {freeBytes === null ? null : <span>{words.free(freeBytes)}</span>}
    </Notice>
  );
}

/** What speaks against a zone. */
export function Troubles({ troubles }: { readonly troubles: readonly string[] }) {
  return (
    <Notice tone="alert" title={wizardWords.test.againstTitle}>
      {troubles.map(text => (
        <span key={text}>{inWindow(text)}</span>
      ))}
    </Notice>
  );
}
