import { accountPage } from '../../../shared/features/account/window-text.ts';
import { settingsWords } from '../../../shared/features/settings/text.ts';
import { Button } from '../../components/controls/button.tsx';
import { go } from '../../state/navigation.ts';
import { useSession } from '../../state/session.ts';

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
