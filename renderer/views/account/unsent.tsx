import { accountPage } from '../../../shared/text/account-page.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { useAccount } from '../../stores/account.ts';
import styles from './account-view.module.css';

/** More are counted, not listed. */
const MOST_SHOWN = 50;

/** What is on this computer only. */
export function Unsent() {
  const unsent = useAccount(state => state.unsent);
  if (unsent === null) return null;
  const { items, total, open } = unsent;
  if (total === 0 && open.length === 0) return <p>{accountPage.allSent}</p>;
  return (
    <>
      {total === 0 ? null : (
        <>
          <p>{accountPage.unsent(total)}</p>
          {/* What scrolls can have the focus: arrow and page keys move it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <ul className={styles['unsent']} tabIndex={0} aria-label={accountPage.unsent(total)}>
            {items.slice(0, MOST_SHOWN).map(({ mirror, path }) => (
              <li key={`${mirror} ${path}`}>{shown(path)}</li>
            ))}
            {total > MOST_SHOWN ? <li>{accountPage.more(total - MOST_SHOWN)}</li> : null}
          </ul>
        </>
      )}
      {open.length === 0 ? null : <p>{accountPage.waiting(open.length)}</p>}
    </>
  );
}
