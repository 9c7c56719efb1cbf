import { FolderClock } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-aria-components';

import type { ZoneRun } from '../../../shared/features/zones/model.ts';
import { formatBytes, formatExact, formatMoment } from '../../../shared/text/format.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { zonesWords } from '../../../shared/features/zones/window-text.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { useNow } from '../../state/clock.ts';
import { openZones } from '../../state/navigation.ts';
import { lookNow, useZones } from './stores/cards.ts';
import { isUnfinished, readOlderRuns, retryFiles, useRuns, verifyFiles, watchRuns } from './stores/runs.ts';
import { Page } from './page.tsx';
import { RunState } from './run-state.tsx';
import { StateLine } from './state-line.tsx';
import { useCard, useZoneName } from './use-card.ts';
import styles from './zones.module.css';

const words = zonesWords.run;

/** The runs of one zone, newest first. */
export function RunsPage({ zone }: { readonly zone: string }) {
  useEffect(() => watchRuns(zone), [zone]);
  const card = useCard(zone);
  const { runs, fault } = useRuns();
  const name = useZoneName(zone);
  return (
    <Page back={{ label: zonesWords.back, onPress: () => openZones() }} tools={<Tools zone={zone} />}>
      <h2 className={styles['title']}>
        <bdi>{name}</bdi>
      </h2>
      {card === null ? null : <StateLine card={card} />}
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={zonesWords.serviceSaid} />}
      {runs === null ? (
        <p className={styles['quiet']}>{fault === null ? zonesWords.reading : ''}</p>
      ) : runs.length === 0 ? (
        <EmptyState icon={FolderClock} title={words.none}>
          <p>{words.noneAbout}</p>
        </EmptyState>
      ) : (
        <Runs runs={runs} label={words.label(name)} />
      )}
    </Page>
  );
}

function Tools({ zone }: { readonly zone: string }) {
  const card = useCard(zone);
  const { busy } = useZones();
  const hasFailedRun = useRuns(({ runs }) => runs?.some(isUnfinished) ?? false);
  const hasFailed = hasFailedRun || (card !== null && (card.trouble !== null || card.files.refused > 0));
  return (
    <>
      {card === null ? null : (
        <Button onPress={() => void lookNow(card)}>
          {busy.has(`look ${zone}`) ? zonesWords.looking : zonesWords.look}
        </Button>
      )}
      <Button onPress={() => openZones({ name: 'safe', zone })}>{zonesWords.safe}</Button>
      <Button onPress={() => void verifyFiles(zone, null)}>
        {busy.has(`verify ${zone}`) ? words.verifying : words.verify}
      </Button>
      {hasFailed ? <Button onPress={() => void retryFiles(zone, null)}>{words.retry}</Button> : null}
      <Button onPress={() => openZones({ name: 'change', zone })}>{zonesWords.change}</Button>
    </>
  );
}

function Runs({ runs, label }: { readonly runs: readonly ZoneRun[]; readonly label: string }) {
  const hasOlder = useRuns(state => state.hasOlder);
  return (
    <>
      <ul className={styles['runs']} aria-label={label}>
        {runs.map(run => (
          <Run run={run} key={run.id} />
        ))}
      </ul>
      {hasOlder ? (
        <div>
          <Button onPress={() => void readOlderRuns()}>{words.older}</Button>
        </div>
      ) : null}
    </>
  );
}

function Run({ run }: { readonly run: ZoneRun }) {
  const nowMs = useNow(MINUTE);
  return (
    <li className={styles['run']}>
      <span className={styles['runName']}>
        <Link className={styles['link'] ?? ''} onPress={() => openZones({ name: 'run', zone: run.zone, run: run.id })}>
          <bdi>{shownName(run.name)}</bdi>
        </Link>
        <RunState run={run} />
      </span>
      <span className={styles['soft']}>{words.count(run)}</span>
      <span className={styles['soft']}>{formatBytes(run.sizeBytes)}</span>
      <span className={styles['soft']} title={formatExact(run.firstSeenAt)}>
        {formatMoment(run.firstSeenAt, nowMs)}
      </span>
    </li>
  );
}
