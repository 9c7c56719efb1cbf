import { ScanSearch } from 'lucide-react';
import { useEffect } from 'react';

import { activityWords } from '../../../shared/features/activity/text.ts';
import { formatExact, formatMoment } from '../../../shared/text/format.ts';
import { words as frame } from '../../../shared/text/words.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { useNow } from '../../state/clock.ts';
import { nameOfMirror, useMirrors } from '../../state/mirrors.ts';
import { checkNow } from '../../state/sync.ts';
import { checks as allChecks, watchChecks } from './stores/waiting.ts';
import { ScrollRegion } from '../../components/layout/scroll-region.tsx';
import styles from './checks-tab.module.css';

const words = activityWords.checks;

/** When both sides were last compared in full, how long that took, and how much there was. */
export function ChecksTab() {
  useEffect(watchChecks, []);
  const { value: checks, fault } = allChecks.use();
  const mirrors = useMirrors(state => state.value);
  const nowMs = useNow(MINUTE);
  return (
    <>
      <div className={styles['head']}>
        <p>{words.what}</p>
        <Button onPress={() => void checkNow()}>{frame.status.checkNow}</Button>
      </div>
      {fault === null || fault.kind === 'offline' ? null : (
        <FaultNotice fault={fault} saidTitle={frame.start.serviceSaid} />
      )}
      {checks === null || checks.length === 0 ? (
        <EmptyState icon={ScanSearch} title={checks === null ? activityWords.reading : words.empty} />
      ) : (
        <ScrollRegion className={styles['scroll']} label={words.list} isStart>
          <table className={styles['table']}>
            <Head />
            <tbody>
              {checks.map(({ id, at, mirror, files, folders, tookMs, open }) => (
                <tr key={id}>
                  <td>
                    <time dateTime={at} title={formatExact(Date.parse(at))}>
                      {formatMoment(Date.parse(at), nowMs)}
                    </time>
                  </td>
                  <td>{nameOfMirror(mirrors, mirror)}</td>
                  <td>{words.seen(files, folders)}</td>
                  <td>{words.took(tookMs)}</td>
                  <td>{words.open(open)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </>
  );
}

function Head() {
  return (
    <thead>
      <tr>
        {Object.values(words.columns).map(column => (
          <th scope="col" key={column}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}
