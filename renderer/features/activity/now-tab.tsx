import { CheckCheck, Clock, Loader } from 'lucide-react';
import { useEffect } from 'react';
import { Label, ProgressBar } from 'react-aria-components';

import { openInList } from '../../../shared/features/status/open-counts.ts';
import type { OpenItem } from '../../../shared/features/status/model.ts';
import { activityWords as words } from '../../../shared/features/activity/text.ts';
import { formatBytes, formatComing, formatMoment, formatNumber, percent } from '../../../shared/text/format.ts';
import { feedbackTexts } from '../../../shared/text/feedback.ts';
import { inWindow } from '../../../shared/text/window-advice.ts';
import { words as frame } from '../../../shared/text/words.ts';
import { MINUTE } from '../../../shared/units.ts';
import type { Transfer } from '../../../shared/features/status/records-model.ts';
import { baseName } from '../../../shared/local-path.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { CutName } from '../../components/items/cut-name.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { MovingList } from '../../components/list/moving-list.tsx';
import { useNow } from '../../state/clock.ts';
import { useMirrorName } from '../../state/mirrors.ts';
import { goTo } from '../../state/navigation.ts';
import { useTransfers } from '../../state/sync.ts';
import { takeBack, waiting as allWaiting, watchWaiting } from './stores/waiting.ts';
import { askWhy } from './stores/why.ts';
import { ScrollRegion } from '../../components/layout/scroll-region.tsx';
import layout from '../../components/layout/layout.module.css';
import styles from './now-tab.module.css';
import { ProgressRing } from '../../components/feedback/progress-ring.tsx';
import { timeLeftMs, transferKey, useSpeeds } from './stores/speeds.ts';
import transferListStyles from './transfer-list.module.css';

const GROUPS = ['conflicted', 'blocked', 'held', 'queued'] as const;
/** More lines of a group say nothing more. */
const MOST_SHOWN = 200;

/** What is under way, and everything that is not done yet, each with its reason. */
export function NowTab() {
  useEffect(watchWaiting, []);
  const transfers = useTransfers(state => state.value) ?? [];
  const { value: waiting, fault } = allWaiting.use();
  const counts = waiting === null ? null : openInList(waiting);
  if (waiting !== null && counts?.all === 0 && transfers.length === 0 && fault === null)
    return (
      <EmptyState
        icon={waiting.standing === 'in-step' ? CheckCheck : Clock}
        title={words.nothingListed[waiting.standing]}
      />
    );
  if (waiting === null && transfers.length === 0 && fault === null)
    return <EmptyState icon={Loader} title={words.reading} />;
  return (
    <ScrollRegion className={styles['scroll']} label={words.tabs.now} isStart>
      {fault === null || fault.kind === 'offline' ? null : (
        <FaultNotice fault={fault} saidTitle={frame.start.serviceSaid} />
      )}
      {transfers.length === 0 ? null : <TransferList transfers={transfers} />}
      {GROUPS.map(group => {
        const items = waiting?.[group] ?? [];
        const all = counts?.[group] ?? 0;
        return all === 0 ? null : <Group key={group} title={words.groups[group]} items={items} all={all} />;
      })}
      {counts !== null && counts.conflicted + counts.blocked > 0 ? (
        <Button onPress={() => goTo({ screen: 'attention' })}>{words.toAttention}</Button>
      ) : null}
    </ScrollRegion>
  );
}

function Group(props: { readonly title: string; readonly items: readonly OpenItem[]; readonly all: number }) {
  const { title, items, all } = props;
  const more = all - Math.min(items.length, MOST_SHOWN);
  return (
    <section className={styles['group']} aria-label={title}>
      <h2>
        {title}
        <span>{formatNumber(all)}</span>
      </h2>
      <MovingList>
        {items.slice(0, MOST_SHOWN).map(item => (
          <Line item={item} key={keyOf(item)} />
        ))}
      </MovingList>
      {more > 0 ? <p className={styles['more']}>{words.queuedMore(more)}</p> : null}
    </section>
  );
}

function keyOf({ mirror, id, reason, path }: OpenItem): string {
  return `${mirror} ${id} ${reason} ${path}`;
}

function Line({ item }: { readonly item: OpenItem }) {
  const nowMs = useNow(MINUTE);
  const top = useMirrorName(item.mirror);
  const name = item.path === '' ? top : baseName(item.path);
  return (
    <li className={styles['line']} data-key={keyOf(item)}>
      <div className={styles['words']}>
        <p className={styles['what']}>
          <strong title={`${top}/${item.path}`}>{name}</strong>
          {item.path === '' ? null : (
            <span className={styles['folder']}>
              {frame.activity.in([top, ...item.path.split('/').slice(0, -1)].join(' / '))}
            </span>
          )}
        </p>
        <p className={styles['text']}>{inWindow(item.text)}</p>
        {item.until === null ? null : (
          <p className={styles['folder']}>
            {words.goesOn(formatComing(Date.parse(item.until), nowMs, ms => formatMoment(ms, nowMs)))}
          </p>
        )}
      </div>
      <span className={layout['row']}>
        {item.reason === 'removal-hold' ? (
          <Button label={words.undoFor(name)} onPress={() => void takeBack(item.id)}>
            {feedbackTexts.undo}
          </Button>
        ) : null}
        <Button look="quiet" label={words.whyFor(name)} onPress={() => void askWhy(item.mirror, item.path)}>
          {words.why}
        </Button>
      </span>
    </li>
  );
}

/** As many as can be told apart at a glance. */
const TRANSFER_LIST_MOST_SHOWN = 12;

/** The transfers under way. */
function TransferList({ transfers }: { readonly transfers: readonly Transfer[] }) {
  const more = transfers.length - TRANSFER_LIST_MOST_SHOWN;
  return (
    <section className={transferListStyles['now']} aria-label={frame.activity.now}>
      <h2>{frame.activity.now}</h2>
      <MovingList>
        {transfers.slice(0, TRANSFER_LIST_MOST_SHOWN).map(transfer => (
          <li key={transferKey(transfer)} data-key={transferKey(transfer)}>
            <TransferLine transfer={transfer} />
          </li>
        ))}
      </MovingList>
      {more > 0 ? <p className={transferListStyles['more']}>{frame.activity.more(more)}</p> : null}
    </section>
  );
}

function TransferLine({ transfer }: { readonly transfer: Transfer }) {
  const { direction, path, doneBytes, sizeBytes } = transfer;
  const done = percent(doneBytes, sizeBytes);
  const speed = useSpeeds(({ speeds }) => speeds.get(transferKey(transfer)));
  const leftMs = timeLeftMs(transfer, speed);
  const pace = [
    ...(speed === undefined ? [] : [words.speed(Math.round(speed.bytesPerSecond))]),
    ...(speed === undefined ? [] : [leftMs === null ? words.workingOut : words.left(leftMs)]),
    ...((transfer.attempt ?? 1) > 1 ? [words.attempt(transfer.attempt ?? 1)] : []),
  ];
  const verb = direction === 'up' ? frame.activity.sending : frame.activity.downloading;
  return (
    <ProgressBar className={transferListStyles['line'] ?? ''} value={done} valueLabel={`${done} %`}>
      <span className={transferListStyles['ring']}>
        <ProgressRing direction={direction} percent={done} />
      </span>
      <Label className={transferListStyles['what'] ?? ''}>
        <span>{verb}</span>{' '}
        <strong>
          <CutName name={baseName(path)} />
        </strong>
      </Label>
      <span className={transferListStyles['pace']}>{pace.join(' · ')}</span>
      <span className={transferListStyles['bytes']}>{`${formatBytes(doneBytes)} of ${formatBytes(sizeBytes)}`}</span>
      <span className={transferListStyles['percent']}>{`${done} %`}</span>
    </ProgressBar>
  );
}
