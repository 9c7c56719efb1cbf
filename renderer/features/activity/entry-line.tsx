import {
  ArrowDown,
  ArrowLeftRight,
  ArrowUp,
  Check,
  FolderInput,
  FolderPlus,
  HardDrive,
  History,
  type LucideIcon,
  OctagonAlert,
  Trash2,
} from 'lucide-react';

import { GridListItem } from 'react-aria-components';

import type { ActivityEntry } from '../../../shared/features/status/records-model.ts';
import {
  formatAgo,
  formatBytes,
  formatClock,
  formatExact,
  formatExactBytes,
  formatMoment,
} from '../../../shared/text/format.ts';
import { historyText } from '../../../shared/features/activity/history-text.ts';
import { words } from '../../../shared/text/words.ts';
import { HOUR, SECOND } from '../../../shared/units.ts';
import { CutName } from '../../components/items/cut-name.tsx';
import { useNow } from '../../state/clock.ts';
import { mirrorName, useMirrors } from '../../state/mirrors.ts';
import styles from './entry-line.module.css';

const ICONS: { readonly [verb: string]: LucideIcon } = {
  sent: ArrowUp,
  received: ArrowDown,
  moved: FolderInput,
  removed: Trash2,
  created: FolderPlus,
  conflict: ArrowLeftRight,
  kept: HardDrive,
  restored: History,
  blocked: OctagonAlert,
  resolved: Check,
};

/** One line of history: what was done with which file, why, and when. */
export function EntryLine({ entry }: { readonly entry: ActivityEntry }) {
  const { verb, cause } = historyText(entry);
  const slash = entry.path.lastIndexOf('/');
  const Icon = (Object.hasOwn(ICONS, entry.verb) ? ICONS[entry.verb] : undefined) ?? Check;
  return (
    <GridListItem
      id={String(entry.id)}
      className={styles['line'] ?? ''}
      textValue={`${verb} ${entry.path}`}
      data-verb={entry.verb}
    >
      <span className={styles['icon']}>
        <Icon size={15} strokeWidth={2} aria-hidden="true" />
      </span>
      <span className={styles['what']}>
        <span className={styles['verb']}>{verb}</span>{' '}
        <strong className={styles['name']}>
          <CutName name={entry.path.slice(slash + 1)} />
        </strong>{' '}
        <Folder entry={entry} folder={slash < 0 ? '' : entry.path.slice(0, slash)} />
      </span>
      <span className={styles['cause']} title={cause}>
        {cause}
      </span>
      <span className={styles['size']}>
        {entry.sizeBytes === null ? null : (
          <span title={formatExactBytes(entry.sizeBytes)}>{formatBytes(entry.sizeBytes)}</span>
        )}
      </span>
      <When at={entry.at} />
    </GridListItem>
  );
}

function Folder({ entry, folder }: { readonly entry: ActivityEntry; readonly folder: string }) {
  const mirror = useMirrors(state => state.value?.find(each => each.id === entry.mirror));
  const top = mirror === undefined ? '' : mirrorName(mirror);
  const whole = [top, folder]
    .filter(part => part !== '')
    .join(' / ')
    .replaceAll('/', ' / ')
    .replaceAll(/ +/g, ' ');
  return whole === '' ? null : (
    <span className={styles['folder']} title={whole}>
      {words.activity.in(whole)}
    </span>
  );
}

function When({ at }: { readonly at: string }) {
  const nowMs = useNow(SECOND);
  const atMs = Date.parse(at);
  // Within hours people ask how long ago; after that the day and the time say it better.
  const isRecent = nowMs - atMs < 12 * HOUR;
  return (
    <time className={styles['when']} dateTime={at} title={formatExact(atMs)}>
      {isRecent ? `${formatAgo(atMs, nowMs)} · ${formatClock(atMs)}` : formatMoment(atMs, nowMs)}
    </time>
  );
}
