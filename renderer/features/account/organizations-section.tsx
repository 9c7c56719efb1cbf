import type { AccountInfo } from '../../../shared/features/account/model.ts';
import { accountPage } from '../../../shared/features/account/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Chip } from '../../components/items/chip.tsx';
import { switchAccount, useAccount } from './stores/account.ts';
import styles from './account-view.module.css';

/** The organizations, and which of them Benchtop acts in. */
export function OrganizationsSection({ info: { organizations } }: { readonly info: AccountInfo }) {
  const busy = useAccount(state => state.busy);
  return (
    <section className={styles['section']} aria-label={accountPage.organizations}>
      <h2 className={styles['title']}>{accountPage.organizations}</h2>
      {organizations.length === 0 ? (
        <p className={styles['soft']}>{accountPage.none}</p>
      ) : (
        <ul className={styles['list']}>
          {organizations.map(({ id, name, role, isActive, mirrors }) => (
            <li key={id}>
              <strong>{name}</strong>
              {role === null ? null : <Chip label={role} />}
              {mirrors === 0 ? null : <span className={styles['quiet']}>{accountPage.mirrors(mirrors)}</span>}
              <span className={styles['end']}>
                {isActive ? (
                  <span className={styles['quiet']}>{accountPage.active}</span>
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
      {organizations.length > 1 ? <p className={styles['quiet']}>{accountPage.staysWith}</p> : null}
    </section>
  );
}
