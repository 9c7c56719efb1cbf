import type { ZoneAlert } from '../../../shared/features/zones/model.ts';
import { formatAgo, formatExact } from '../../../shared/text/format.ts';
import { inWindow } from '../../../shared/text/window-advice.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { zonesWords as words } from '../../../shared/features/zones/window-text.ts';
import { SECOND } from '../../../shared/units.ts';
import { Button } from '../../components/controls/button.tsx';
import { HiddenText } from '../../components/feedback/hidden-text.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { useNow } from '../../state/clock.ts';
import { acknowledge, useZones } from './stores/cards.ts';
import styles from './zones.module.css';

/** What people should know of, until it is solved or a person has acknowledged it. */
export function Alerts() {
  const { alerts, busy } = useZones();
  const nowMs = useNow(10 * SECOND);
  if (alerts.length === 0) return null;
  return (
    <section className={styles['alerts']} aria-label={words.alerts}>
      <ul>
        {alerts.map(alert => (
          <li key={alert.id}>
            <Line alert={alert} nowMs={nowMs} isBusy={busy.has(`seen ${alert.id}`)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Line(props: { readonly alert: ZoneAlert; readonly nowMs: number; readonly isBusy: boolean }) {
  const { alert, nowMs, isBusy } = props;
  const text = inWindow(alert.text);
  return (
    <Notice tone="alert" title={shown(alert.zoneName)}>
      <span>{text}</span>
      <span className={styles['soft']} title={formatExact(alert.raisedAt)}>
        {formatAgo(alert.raisedAt, nowMs)}
      </span>
      {isForPerson(alert) ? (
        <Button look="quiet" isDisabled={isBusy} onPress={() => void acknowledge(alert)}>
          {words.seen}
          <HiddenText>{words.seenOf(text)}</HiddenText>
        </Button>
      ) : (
        <span className={styles['soft']}>{words.solvesItself}</span>
      )}
    </Notice>
  );
}

/** Whether it stays until a person acknowledges it. The others go once their cause is over. */
function isForPerson({ cause }: ZoneAlert): boolean {
  return FOR_PERSONS.some(each => cause.startsWith(each));
}

/**
 * How the engine names what it cannot know the end of: a run that changed after it was sent, bytes that differ, and what an
 * earlier version left alone.
 */
const FOR_PERSONS = ['changed:', 'other bytes there:', 'mismatch', 'left late'];
