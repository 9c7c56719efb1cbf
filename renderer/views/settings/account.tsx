import { useState } from 'react';

import { accountPage } from '../../../shared/text/account-page.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { settingsWords } from '../../../shared/text/settings.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { go } from '../../stores/navigation.ts';
import { useSession } from '../../stores/session.ts';
import { signOut, useSettingsOutcome } from '../../stores/settings.ts';
import { useSyncStatus } from '../../stores/sync.ts';

const words = settingsWords.account;

/** Who is signed in, and where. */
export function Who() {
  const session = useSession(state => state.value);
  if (session === null || session.name === 'checking') return <span>{settingsWords.reading}</span>;
  if (session.name === 'ready')
    return (
      <>
        <strong>{session.organization ?? session.service}</strong>
        <span>{session.service}</span>
        <Button look="quiet" onPress={() => go({ screen: 'account' })}>
          {accountPage.title}
        </Button>
      </>
    );
  return (
    <>
      <span>{session.name === 'signed-out' ? words.nobody : words.ended}</span>
      <Button look="main" onPress={() => go({ screen: 'start' })}>
        {accountPage.signIn}
      </Button>
    </>
  );
}

/** Forgets the key, after a question that says what stays and what is not sent yet. */
export function SignOut() {
  const [isOpen, open] = useState(false);
  const isIn = useSession(({ value }) => value?.name === 'ready' || value?.name === 'access-ended');
  const waiting = useSyncStatus(({ value }) => (value?.mirrors ?? []).reduce((sum, each) => sum + each.waiting, 0));
  const leave = async () => {
    const fault = await signOut();
    if (fault !== null) useSettingsOutcome.setState({ fault, text: null });
    open(false);
  };
  return (
    <>
      <Button isDisabled={!isIn} onPress={() => open(true)}>
        {words.out}
      </Button>
      <Dialog
        title={words.outTitle}
        role="alertdialog"
        size="small"
        isOpen={isOpen}
        onClose={() => open(false)}
        buttons={
          <>
            <Button isFirst onPress={() => open(false)}>
              {settingsWords.cancel}
            </Button>
            <Button look="danger" onPress={() => void leave()}>
              {words.outConfirm}
            </Button>
          </>
        }
      >
        <p>{words.outText}</p>
        {waiting === 0 ? null : <p>{words.outUnsent(formatCount(waiting, 'change'))}</p>}
      </Dialog>
    </>
  );
}
