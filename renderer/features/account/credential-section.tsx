import type { AccountInfo } from '../../../shared/features/account/model.ts';
import { accountPage } from '../../../shared/features/account/window-text.ts';
import { formatMoment } from '../../../shared/text/format.ts';
import { MINUTE } from '../../../shared/units.ts';
import { useNow } from '../../state/clock.ts';
import styles from './account-view.module.css';

/** The credential of the account, and its service. */
export function CredentialSection({ info: { credential, service } }: { readonly info: AccountInfo }) {
  const nowMs = useNow(MINUTE);
  const { kind, name, ends, expiresAt } = credential;
  return (
    <section className={styles['section']} aria-label={accountPage.credential}>
      <h2 className={styles['title']}>{accountPage.credential}</h2>
      <div className={styles['facts']}>
        <span>{kind === 'key' ? accountPage.key(name, ends) : accountPage[kind]}</span>
        {expiresAt === null ? null : (
          <span className={styles['quiet']}>{accountPage.until(formatMoment(Date.parse(expiresAt), nowMs))}</span>
        )}
        <span className={styles['quiet']}>{`${accountPage.at}: ${service}`}</span>
      </div>
    </section>
  );
}
