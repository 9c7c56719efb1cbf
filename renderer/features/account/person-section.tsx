import { useState } from 'react';

import type { AccountInfo } from '../../../shared/features/account/model.ts';
import { accountPage } from '../../../shared/features/account/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Chip } from '../../components/items/chip.tsx';
import { Form } from '../../components/fields/form.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { confirmEmail, renameAccount, useAccount } from './stores/account.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './account-view.module.css';
import { initialsOf } from '../../components/items/initials.ts';

/** Name, address and whether that is confirmed. */
export function PersonSection({ info }: { readonly info: AccountInfo }) {
  const { name, email, isEmailConfirmed } = info;
  const [isChanging, setChanging] = useState(false);
  return (
    <section className={styles['section']} aria-label={accountPage.person}>
      <div className={styles['person']}>
        <span className={styles['disc']} aria-hidden="true">
          {initialsOf(name ?? email)}
        </span>
        <div className={styles['facts']}>
          <h2 className={styles['title']}>{name ?? email ?? accountPage.unknown}</h2>
          {email === null ? null : (
            <span className={styles['line']}>
              <span>{email}</span>
              {isEmailConfirmed === null ? null : (
                <Chip label={isEmailConfirmed ? accountPage.confirmed : accountPage.unconfirmed} />
              )}
            </span>
          )}
        </div>
        {name === null || isChanging ? null : (
          <span className={styles['end']}>
            <Button onPress={() => setChanging(true)}>{accountPage.change}</Button>
          </span>
        )}
      </div>
      {isChanging ? <ChangeName name={name ?? ''} onDone={() => setChanging(false)} /> : null}
      {isEmailConfirmed === false && email !== null ? <ConfirmEmail email={email} /> : null}
    </section>
  );
}

function ChangeName({ name, onDone }: { readonly name: string; readonly onDone: () => void }) {
  const [typed, setTyped] = useState(name);
  const busy = useAccount(state => state.busy);
  const save = (): void => {
    if (typed.trim() !== '') void renameAccount(typed.trim()).then(isSaved => (isSaved ? onDone() : undefined));
  };
  return (
    <Form onSubmit={save}>
      <TextField label={accountPage.name} value={typed} onChange={setTyped} isFirst maxLength={200} />
      <div className={styles['line']}>
        <Button look="main" type="submit" isDisabled={busy !== null || typed.trim() === ''}>
          {accountPage.save}
        </Button>
        <Button onPress={onDone}>{accountPage.cancel}</Button>
      </div>
    </Form>
  );
}

function ConfirmEmail({ email }: { readonly email: string }) {
  const [token, setToken] = useState('');
  const { confirmation, busy } = useAccount();
  if (confirmation === 'none') {
    return (
      <div>
        <Button isDisabled={busy !== null} onPress={() => void confirmEmail(null)}>
          {accountPage.sendConfirmation}
        </Button>
      </div>
    );
  }
  return (
    <Form onSubmit={() => (token.trim() === '' ? undefined : void confirmEmail(token.trim()))}>
      <p className={layout['softInk']}>{accountPage.confirmationSent(email)}</p>
      <TextField
        label={accountPage.token}
        value={token}
        onChange={setToken}
        error={confirmation === 'wrong' ? accountPage.tokenWrong : null}
        isFirst
        maxLength={2000}
      />
      <div className={styles['line']}>
        <Button look="main" type="submit" isDisabled={busy !== null || token.trim() === ''}>
          {accountPage.confirm}
        </Button>
        <Button isDisabled={busy !== null} onPress={() => void confirmEmail(null)}>
          {accountPage.sendConfirmation}
        </Button>
      </div>
    </Form>
  );
}
