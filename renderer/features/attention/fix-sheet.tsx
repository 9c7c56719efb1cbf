import { useState } from 'react';

import type { AttentionItem, Fix } from '../../../shared/features/attention/model.ts';
import { attentionWords, fixWords as words } from '../../../shared/features/attention/text.ts';
import { stopMirrorWords } from '../../../shared/features/mirrors/text.ts';
import { nameTrouble, portableName } from '../../../shared/text/portable-name.ts';
import { baseName } from '../../../shared/local-path.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { LocalFolderField } from '../../components/local-folder/local-folder-field.tsx';
import { fixAll, goOnAt, moveCopy, renameStuck, skipType, stopMirror } from './stores/fixes.ts';
import { useMirrorName, useMirrors } from '../../state/mirrors.ts';

/** One field to fill in, if any, and what is carried out with it. */
interface Question {
  readonly title: string;
  readonly texts: readonly string[];
  readonly confirm: string;
  readonly isDanger?: boolean;
  readonly field?: {
    readonly label: string;
    readonly hint: string;
    readonly start: string;
    /** A folder of this computer. */
    readonly isLocalFolder?: boolean;
    readonly errorOf: (value: string) => string | null;
  };
  readonly carryOut: (value: string) => Promise<boolean>;
}

/** Asks what has to be known or agreed to before something is done. */
export function FixSheet(props: {
  readonly fix: Fix | 'compare-all';
  readonly item: AttentionItem;
  readonly onClose: () => void;
}) {
  const { fix, item, onClose } = props;
  const question = useQuestion(fix, item);
  const [value, setValue] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (question === null) return null;
  const { field } = question;
  const text = value ?? field?.start ?? '';
  const error = field === undefined || value === null ? null : field.errorOf(text);
  const isWrong = isBusy || error !== null || (field !== undefined && text.trim() === '');
  const carryOut = async () => {
    setBusy(true);
    await question.carryOut(text.trim());
    onClose();
  };
  return (
    <Dialog
      title={question.title}
      role={question.isDanger === true ? 'alertdialog' : 'dialog'}
      size={field?.isLocalFolder === true ? 'plain' : 'small'}
      isOpen
      onClose={onClose}
      onSubmit={() => (isWrong ? undefined : void carryOut())}
      buttons={
        <>
          <Button isFirst={field === undefined} onPress={onClose}>
            {attentionWords.cancel}
          </Button>
          <Button look={question.isDanger === true ? 'danger' : 'main'} type="submit" isDisabled={isWrong}>
            {question.confirm}
          </Button>
        </>
      }
    >
      {question.texts.map(each => (
        <p key={each}>{each}</p>
      ))}
      {field === undefined ? null : field.isLocalFolder === true ? (
        <LocalFolderField label={field.label} hint={field.hint} value={text} onChange={setValue} isFirst />
      ) : (
        <TextField label={field.label} hint={field.hint} value={text} onChange={setValue} error={error} isFirst />
      )}
    </Dialog>
  );
}

const NEVER_WRONG = (): null => null;

function useQuestion(fix: Fix | 'compare-all', item: AttentionItem): Question | null {
  const mirror = useMirrors(state => state.value?.find(each => each.id === item.mirror));
  const folder = useMirrorName(item.mirror);
  const name = baseName(item.path);
  switch (fix) {
    case 'allow':
      return allowQuestion(item, name);
    case 'take':
      return takeQuestion(item, name);
    case 'skip-type': {
      const ending = item.cause.slice(item.cause.lastIndexOf(' ') + 1);
      const { confirm, text, title } = words.skipType;
      return { title: title(ending), texts: [text(ending, folder)], confirm, carryOut: () => skipType(item, ending) };
    }
    case 'move-copy': {
      const { confirm, field: label, hint, text, title } = words.moveCopy;
      const field = { label, hint, start: '', errorOf: NEVER_WRONG };
      return { title, texts: [text(name)], confirm, field, carryOut: value => moveCopy(item, value) };
    }
    case 'rename': {
      const { confirm, field: label, hint, text, title, trouble } = words.rename;
      const errorOf = (value: string): string | null => {
        const what = nameTrouble(value);
        return what === null ? null : trouble(what);
      };
      const field = { label, hint, start: portableName(name), errorOf };
      return { title, texts: [text], confirm, field, carryOut: value => renameStuck(item, value) };
    }
    case 'new-place': {
      const { confirm, field: label, hint, text, title } = words.newPlace;
      const field = { label, hint, start: mirror?.local ?? '', isLocalFolder: true, errorOf: NEVER_WRONG };
      return { title, texts: [text(folder)], confirm, field, carryOut: value => goOnAt(item.mirror, value) };
    }
    case 'stop-mirror':
      return {
        title: stopMirrorWords.title(folder),
        texts: [stopMirrorWords.text(mirror?.local ?? folder), stopMirrorWords.again],
        confirm: stopMirrorWords.confirm,
        isDanger: true,
        carryOut: () => stopMirror(item.mirror, stopMirrorWords.done(folder)),
      };
    case 'compare':
    case 'compare-all':
    case 'decide':
    case 'send-merge':
    case 'merge':
    case 'retry':
    case 'put-back':
    case 'skip':
    case 'sign-in':
    case 'free-space':
    case 'open-message':
    case 'open-zone':
      return null;
  }
}

function allowQuestion(item: AttentionItem, name: string): Question {
  const carryOut = () => fixAll('allow', [item]);
  if (!item.fixes.includes('put-back')) return { ...words.allow, texts: [words.allow.text], carryOut };
  const { confirm, text, title } = words.withoutOlder;
  return { title: title(name), texts: [text(item.text)], confirm, isDanger: true, carryOut };
}

function takeQuestion(item: AttentionItem, name: string): Question {
  const { confirm, text, title } = words.take;
  return { title: title(name), texts: [text], confirm, isDanger: true, carryOut: () => fixAll('take', [item]) };
}
