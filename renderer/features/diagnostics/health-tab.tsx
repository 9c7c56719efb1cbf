import { CircleAlert, CircleCheck, CircleHelp, Stethoscope, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';

import type { Health, HealthItem } from '../../../shared/features/diagnostics/model.ts';
import { diagnosticsWords } from '../../../shared/features/diagnostics/window-text.ts';
import { formatAgo } from '../../../shared/text/format.ts';
import { inWindow } from '../../../shared/text/window-advice.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Button } from '../../components/controls/button.tsx';
import { classes } from '../../components/classes.ts';
import { CopyDetails } from '../../components/feedback/copy-details.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { useNow } from '../../state/clock.ts';
import { readHealth, useHealth } from './stores/diagnostics.ts';
import { goTo, openFiles } from '../../state/navigation.ts';
import { announce } from '../../state/announcements.ts';
import { checkNow } from '../../state/sync.ts';
import { ScrollRegion } from '../../components/layout/scroll-region.tsx';
import layout from '../../components/layout/layout.module.css';
import styles from './diagnostics.module.css';

const words = diagnosticsWords.health;
const ICONS = { pass: CircleCheck, warn: TriangleAlert, fail: CircleAlert, unknown: CircleHelp } as const;

/** Everything that can be wrong, each with a sentence and what to do. */
export function HealthTab() {
  const { value: health, fault, isReading } = useHealth();
  useEffect(() => void readHealth(false), []);
  return (
    <>
      {fault === null ? null : (
        <div className={styles['notice']}>
          <FaultNotice
            fault={fault}
            saidTitle={diagnosticsWords.serviceSaid}
            again={{ label: diagnosticsWords.tryAgain, onPress: () => void readHealth(false) }}
          />
        </div>
      )}
      {health === null ? (
        fault === null ? (
          <EmptyState icon={Stethoscope} title={words.looking} />
        ) : null
      ) : (
        <List health={health} isReading={isReading} />
      )}
    </>
  );
}

function List({ health, isReading }: { readonly health: Health; readonly isReading: boolean }) {
  const nowMs = useNow(MINUTE);
  const again = () =>
    void readHealth(true).then(() => announce(words.worst[useHealth.getState().value?.worst ?? 'pass']));
  return (
    <>
      <div className={styles['head']}>
        <div className={styles['words']}>
          <h2 className={styles['title']}>{words.worst[health.worst]}</h2>
          <p
            className={layout['softInk']}
          >{`${words.at(formatAgo(Date.parse(health.at), Math.max(nowMs, Date.parse(health.at))))} ${words.thorough}`}</p>
        </div>
        <div className={layout['toolbar']}>
          <CopyAll health={health} />
          <Button onPress={again}>{isReading ? words.lookingAgain : words.again}</Button>
        </div>
      </div>
      <ScrollRegion className={styles['scroll']} label={words.list} isStart>
        <ul className={styles['items']}>
          {health.items.toSorted(byTrouble).map(item => (
            <Item item={item} key={`${item.id} ${item.mirror ?? ''}`} />
          ))}
        </ul>
      </ScrollRegion>
    </>
  );
}

/** What is wrong comes first; the rest stays as it is. */
function byTrouble(one: HealthItem, other: HealthItem): number {
  return rankOf(one) - rankOf(other);
}

function rankOf({ state }: HealthItem): number {
  return state === 'fail' ? 0 : state === 'warn' ? 1 : 2;
}

function Item({ item }: { readonly item: HealthItem }) {
  const Icon = ICONS[item.state];
  return (
    <li className={classes(styles['item'], styles[item.state])}>
      <Icon size={17} strokeWidth={1.75} aria-hidden="true" />
      <div className={styles['words']}>
        <span className={layout['ends']}>
          <strong dir="auto">{shownName(item.title)}</strong>
          <span className={styles['state']}>{words.states[item.state]}</span>
        </span>
        <span dir="auto">{shownName(item.text)}</span>
        {item.remedy === null ? null : <span className={layout['softInk']}>{inWindow(item.remedy)}</span>}
      </div>
      <Fix item={item} />
    </li>
  );
}

/** Does what mends it, or leads to where that is done. */
function Fix({ item: { fix, title } }: { readonly item: HealthItem }) {
  const label = fix === null ? undefined : words.fixes[fix];
  if (fix === null || label === undefined) return null;
  return (
    <span className={styles['fix']}>
      <Button label={`${label}: ${title}`} onPress={() => void mend(fix)}>
        {label}
      </Button>
    </span>
  );
}

async function mend(fix: string): Promise<void> {
  if (fix === 'sign-in') goTo({ screen: 'start' });
  if (fix === 'network') goTo({ screen: 'settings', section: 'network' });
  if (fix === 'attention') goTo({ screen: 'attention' });
  if (fix === 'waiting') goTo({ screen: 'activity', tab: 'now' });
  if (fix === 'free-space') openFiles();
  if (fix !== 'check-now') return;
  await checkNow();
  announce(words.checking);
}

/** The whole list, for a message: what is not well is named first, and all is in it. */
function CopyAll({ health }: { readonly health: Health }) {
  const troubled = health.items.filter(({ state }) => state === 'fail' || state === 'warn');
  return (
    <CopyDetails
      time={health.at}
      operation="diagnostics.health"
      status={health.worst}
      errorCode={troubled.map(({ id }) => id).join(', ')}
      text=""
      more={health.items.map(item => `${words.states[item.state]}: ${item.title}: ${item.text}`)}
    />
  );
}
