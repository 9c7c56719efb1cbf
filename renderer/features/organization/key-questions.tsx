import { useState } from 'react';

import type { ApiKey } from '../../../shared/features/organization/oversight-model.ts';
import { oversightWindow } from '../../../shared/features/organization/oversight-window-text.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Button } from '../../components/controls/button.tsx';
import { CopyButton } from '../../components/feedback/copy-button.tsx';
import { DateField } from '../../components/fields/date-field.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { Question } from '../../components/overlay/question.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { useNow } from '../../state/clock.ts';
import { keys, makeKey, revokeKey } from './stores/keys.ts';
import { announce } from '../../state/announcements.ts';
import layout from '../../components/layout/layout.module.css';
import { useAnswering } from './section/section-state.tsx';

const words = oversightWindow.keys;

/** Asks what a key is for, and shows the key once. */
export function MakeKey({ onClose }: { readonly onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null) return <Secret secret={secret} onClose={onClose} />;
  return <MakeQuestion onMade={setSecret} onClose={onClose} />;
}

interface MakeProps {
  readonly onMade: (secret: string) => void;
  readonly onClose: () => void;
}

function MakeQuestion({ onMade, onClose }: MakeProps) {
  const [name, setName] = useState('');
  const [day, setDay] = useState('');
  const { close, fault, isBusy } = useAnswering(keys, onClose);
  const texts = words.making;
  const nowMs = useNow(MINUTE);
  const isPast = day !== '' && Date.parse(day) <= nowMs;
  const make = async () => {
    const secret = await makeKey(name.trim(), day);
    if (secret !== null) onMade(secret);
  };
  return (
    <Question
      title={texts.title}
      fault={fault}
      yes={texts.yes}
      canAnswer={name.trim() !== '' && !isPast}
      isBusy={isBusy}
      onYes={() => void make()}
      onClose={close}
    >
      <p>{texts.about}</p>
      <TextField label={texts.name} value={name} onChange={setName} isFirst maxLength={255} />
      <DateField label={texts.until} value={day} onChange={setDay} />
      {isPast ? <p role="alert">{texts.past}</p> : null}
    </Question>
  );
}

/** The key itself; the service does not tell it a second time. */
function Secret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const texts = words.secret;
  return (
    <Dialog
      title={texts.title}
      role="alertdialog"
      size="small"
      isOpen
      isBusy
      onClose={onClose}
      buttons={
        <Button look="main" onPress={onClose}>
          {texts.close}
        </Button>
      }
    >
      <p>{texts.about}</p>
      <TextField label={texts.label} value={secret} isReadOnly isFirst chosenUntil={secret.length} />
      <div className={layout['toolbar']}>
        <CopyButton text={secret} label={texts.copy} done={texts.copied} failed={texts.notCopied} onSaid={announce} />
      </div>
    </Dialog>
  );
}

/** Asks before a key ends. */
export function RevokeQuestion({ one, onClose }: { readonly one: ApiKey; readonly onClose: () => void }) {
  const { close, answer, fault, isBusy } = useAnswering(keys, onClose);
  const texts = words.revoking;
  return (
    <Question
      title={texts.title(one.name)}
      fault={fault}
      yes={texts.yes}
      canAnswer={fault === null}
      isBusy={isBusy}
      isDangerous
      onYes={() => answer(() => revokeKey(one))}
      onClose={close}
    >
      <p>{texts.text}</p>
      {one.isInUse ? (
        <p>
          <strong>{texts.inUse}</strong>
        </p>
      ) : null}
    </Question>
  );
}
