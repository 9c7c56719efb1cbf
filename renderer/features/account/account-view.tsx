import { KeyRound } from 'lucide-react';
import { useEffect } from 'react';

import { accountPage } from '../../../shared/features/account/window-text.ts';
import type { AccountInfo } from '../../../shared/features/account/model.ts';
import { formatMoment } from '../../../shared/text/format.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { forgetAccount, readAccountPage, switchAccount, useAccount } from './stores/account.ts';
import { goTo } from '../../state/navigation.ts';
import { useSession } from '../../state/session.ts';
import { classes } from '../../components/classes.ts';
import styles from './account-view.module.css';
import { EndSection } from './end-section.tsx';
import { InvitationSection } from './invitation-section.tsx';
import { PersonSection } from './person-section.tsx';
import { useNow } from '../../state/clock.ts';
import { Chip } from '../../components/items/chip.tsx';
import layout from '../../components/layout/layout.module.css';

/** The account as a screen of its own. */
export function AccountView({ invitation }: { readonly invitation: string | null }) {
  return (
    <div className={classes(layout['scrolls'], styles['page'])} data-region="list">
      <div className={styles['column']}>
        <AccountSection invitation={invitation} />
      </div>
    </div>
  );
}

/** Who is signed in, and everything about it: for the account's own screen, and for Settings. */
function AccountSection({ invitation = null }: { readonly invitation?: string | null }) {
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
        <p className={layout['faint']}>{busy === 'reading' ? accountPage.reading : ''}</p>
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
      <Button look="main" onPress={() => goTo({ screen: 'start' })}>
        {accountPage.signIn}
      </Button>
    </EmptyState>
  );
}

/** The credential of the account, and its service. */
function CredentialSection({ info: { credential, service } }: { readonly info: AccountInfo }) {
  const nowMs = useNow(MINUTE);
  const { kind, name, ends, expiresAt } = credential;
  return (
    <section className={styles['section']} aria-label={accountPage.credential}>
      <h2 className={styles['title']}>{accountPage.credential}</h2>
      <div className={styles['facts']}>
        <span>{kind === 'key' ? accountPage.key(name, ends) : accountPage[kind]}</span>
        {expiresAt === null ? null : (
          <span className={layout['faint']}>{accountPage.until(formatMoment(Date.parse(expiresAt), nowMs))}</span>
        )}
        <span className={layout['faint']}>{`${accountPage.at}: ${service}`}</span>
      </div>
    </section>
  );
}

/** The organizations, and which of them Benchtop acts in. */
function OrganizationsSection({ info: { organizations } }: { readonly info: AccountInfo }) {
  const busy = useAccount(state => state.busy);
  return (
    <section className={styles['section']} aria-label={accountPage.organizations}>
      <h2 className={styles['title']}>{accountPage.organizations}</h2>
      {organizations.length === 0 ? (
        <p className={layout['softInk']}>{accountPage.none}</p>
      ) : (
        <ul className={styles['list']}>
          {organizations.map(({ id, name, role, isActive, mirrors }) => (
            <li key={id}>
              <strong>{name}</strong>
              {role === null ? null : <Chip label={role} />}
              {mirrors === 0 ? null : <span className={layout['faint']}>{accountPage.mirrors(mirrors)}</span>}
              <span className={styles['end']}>
                {isActive ? (
                  <span className={layout['faint']}>{accountPage.active}</span>
                ) : (
                  <Button
                    isDisabled={busy !== null}
                    label={accountPage.switchHint(name)}
                    onPress={() => void switchAccount(id)}
                  >
                    {accountPage.switchTo}
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {organizations.length > 1 ? <p className={layout['faint']}>{accountPage.staysWith}</p> : null}
    </section>
  );
}
