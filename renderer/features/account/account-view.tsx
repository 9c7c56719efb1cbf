import { KeyRound } from 'lucide-react';
import { useEffect } from 'react';

import { accountPage } from '../../../shared/features/account/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { forgetAccount, readAccountPage, useAccount } from './stores/account.ts';
import { go } from '../../state/navigation.ts';
import { useSession } from '../../state/session.ts';
import styles from './account-view.module.css';
import { CredentialSection } from './credential-section.tsx';
import { EndSection } from './end-section.tsx';
import { InvitationSection } from './invitation-section.tsx';
import { OrganizationsSection } from './organizations-section.tsx';
import { PersonSection } from './person-section.tsx';

/** The account as a screen of its own. */
export function AccountView({ invitation }: { readonly invitation: string | null }) {
  return (
    <div className={styles['page']} data-region="list">
      <div className={styles['column']}>
        <AccountSection invitation={invitation} />
      </div>
    </div>
  );
}

/** Who is signed in, and everything about it: for the account's own screen, and for Settings. */
export function AccountSection({ invitation = null }: { readonly invitation?: string | null }) {
  const session = useSession(state => state.value);
  const isReady = session?.name === 'ready';
  const service = isReady ? session.service : null;
  useEffect(() => {
    if (isReady) void readAccountPage();
    else forgetAccount();
  }, [isReady, service]);
  const { info, busy, fault, deletion } = useAccount();
  if (deletion?.name === 'deleted') return <SignedOut title={accountPage.removed} />;
  if (!isReady) return <SignedOut title={accountPage.signedOut} />;
  return (
    <>
      {fault === null ? null : (
        <FaultNotice
          fault={fault}
          saidTitle={accountPage.serviceSaid}
          again={{ label: accountPage.tryAgain, onPress: () => void readAccountPage() }}
        />
      )}
      {info === null ? (
        <p className={styles['quiet']}>{busy === 'reading' ? accountPage.reading : ''}</p>
      ) : (
        <>
          {info.isFresh ? null : (
            <Notice tone="wait">
              <span>{accountPage.stale}</span>
            </Notice>
          )}
          <PersonSection info={info} />
          <CredentialSection info={info} />
          <OrganizationsSection info={info} />
        </>
      )}
      <InvitationSection given={invitation} />
      <EndSection email={info?.email ?? null} />
    </>
  );
}

function SignedOut({ title }: { readonly title: string }) {
  return (
    <EmptyState icon={KeyRound} title={title}>
      <p>{accountPage.signedOutAbout}</p>
      <Button look="main" onPress={() => go({ screen: 'start' })}>
        {accountPage.signIn}
      </Button>
    </EmptyState>
  );
}
