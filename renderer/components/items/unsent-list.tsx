import type { UnsentWork } from '../../../shared/features/account/model.ts';
import { accountPage } from '../../../shared/features/account/window-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { classes } from '../classes.ts';
import layout from '../layout/layout.module.css';
import styles from './unsent-list.module.css';

/** More are counted, not listed. */
const MOST_SHOWN = 50;

/** What is on this computer only; null: it is not known yet. */
export function UnsentList({ unsent }: { readonly unsent: UnsentWork | null }) {
  if (unsent === null) return null;
  const { items, total, messages, messagesTotal, needs } = unsent;
  if (total === 0 && messagesTotal === 0 && needs === 0) return <p>{accountPage.allSent}</p>;
  return (
    <>
      {total === 0 ? null : (
        <Lines title={accountPage.unsent(total)} total={total} lines={items.map(({ path }) => path)} />
      )}
      {messagesTotal === 0 ? null : (
        <Lines
          title={accountPage.messages(messagesTotal)}
          total={messagesTotal}
          lines={messages.map(({ title, note }) => accountPage.message(title, note))}
        />
      )}
      {needs === 0 ? null : <p>{accountPage.waiting(needs)}</p>}
    </>
  );
}

interface LinesProps {
  readonly title: string;
  readonly total: number;
  readonly lines: readonly string[];
}

function Lines({ title, total, lines }: LinesProps) {
  return (
    <>
      <p>{title}</p>
      {/* What scrolls can have the focus: arrow and page keys move it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes(layout['scrolls'], styles['list'])} tabIndex={0} aria-label={title}>
        {lines.slice(0, MOST_SHOWN).map((line, at) => (
          // Two may be called the same.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>{shownName(line)}</li>
        ))}
        {total > MOST_SHOWN ? <li>{accountPage.more(total - MOST_SHOWN)}</li> : null}
      </ul>
    </>
  );
}
