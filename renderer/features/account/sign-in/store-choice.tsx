import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Choice } from '../../../components/fields/checkbox.tsx';
import { changeSignIn, useSignIn } from '../stores/sign-in.ts';

const texts = enterTexts.store;

/** Asks where the secret goes; only where the computer has no place for it. */
export function StoreChoice() {
  const store = useSignIn(state => state.store);
  const hasKeyring = useSignIn(state => state.found?.hasKeyring === true);
  if (hasKeyring) return null;
  return (
    <>
      <Notice tone="wait">
        <span>{texts.title}</span>
      </Notice>
      <Choice
        label={texts.label}
        value={store}
        onChange={chosen => changeSignIn({ store: chosen })}
        options={[
          { value: 'memory', label: texts.memory, hint: texts.memoryHint },
          { value: 'file', label: texts.file, hint: texts.fileHint },
        ]}
      />
    </>
  );
}
