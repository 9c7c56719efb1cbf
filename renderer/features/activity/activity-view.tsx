import { activityWords as words } from '../../../shared/features/activity/text.ts';
import { openInList } from '../../../shared/features/status/open-counts.ts';
import { words as frame } from '../../../shared/text/words.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Tabs } from '../../components/controls/tabs.tsx';
import { WhySheet } from '../../components/overlay/why-sheet.tsx';
import { useNow } from '../../state/clock.ts';
import { type ActivityTab, goTo, useNavigation } from '../../state/navigation.ts';
import { useTransfers } from '../../state/sync.ts';
import { waiting as allWaiting } from './stores/waiting.ts';
import { forgetWhy, useWhy } from './stores/why.ts';
import styles from './activity-view.module.css';
import { ChecksTab } from './checks-tab.tsx';
import { EntrySheet } from './entry-sheet.tsx';
import { HistoryTab } from './history-tab.tsx';
import { NowTab } from './now-tab.tsx';

/** What is under way and what waits for what; everything that was done; when everything was looked at. */
export function ActivityView() {
  const tab = useNavigation(({ route }) => (route.screen === 'activity' ? route.tab : 'history'));
  const transfers = useTransfers(({ value }) => value?.length ?? 0);
  const waiting = allWaiting.use(({ value }) => (value === null ? 0 : openInList(value).all));
  const { asked, why, fault } = useWhy();
  const nowMs = useNow(MINUTE);
  return (
    <section className={styles['view']} aria-label={words.tabs.label} data-region="list">
      <Tabs<ActivityTab>
        label={words.tabs.label}
        chosen={tab}
        onChange={next => goTo({ screen: 'activity', tab: next })}
        tabs={[
          { id: 'now', label: words.tabs.now, count: Math.max(transfers, waiting), content: <NowTab /> },
          { id: 'history', label: words.tabs.history, content: <HistoryTab /> },
          { id: 'checks', label: words.tabs.checks, content: <ChecksTab /> },
        ]}
      />
      <EntrySheet />
      {asked === null ? null : (
        <WhySheet
          path={asked.path}
          why={why}
          fault={fault}
          saidTitle={frame.start.serviceSaid}
          nowMs={nowMs}
          onClose={forgetWhy}
        />
      )}
    </section>
  );
}
