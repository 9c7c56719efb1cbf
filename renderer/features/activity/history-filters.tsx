import type { ReactNode } from 'react';

import type { ActivityFilter } from '../../../shared/features/activity/model.ts';
import { activityWords as words } from '../../../shared/features/activity/text.ts';
import { DateField } from '../../components/fields/date-field.tsx';
import { SearchField } from '../../components/fields/search-field.tsx';
import { Select } from '../../components/fields/select.tsx';
import { setHistoryFilter } from './stores/activity.ts';
import { mirrorName, useMirrors } from '../../state/mirrors.ts';
import styles from './history-filters.module.css';

/** What each choice of "What" lets through; none: everything. */
const KINDS = {
  all: [],
  up: ['sent'],
  down: ['received'],
  moved: ['moved', 'created', 'narrowed'],
  removed: ['removed', 'freed'],
  decided: ['conflict', 'resolved', 'kept', 'restored'],
  blocked: ['blocked'],
} as const;
type Kind = keyof typeof KINDS;
const KIND_NAMES = Object.keys(KINDS) as readonly Kind[];

/** The folder that is not chosen: all of them. */
const ALL = 'all mirrors';

/** What of the history is shown. */
export function HistoryFilters(props: {
  readonly filter: ActivityFilter;
  readonly total: number | null;
  readonly save: ReactNode;
}) {
  const { filter, total, save } = props;
  const mirrors = useMirrors(state => state.value) ?? [];
  const set = (change: Partial<ActivityFilter>) => void setHistoryFilter(change);
  return (
    <div className={styles['filters']}>
      <div className={styles['text']}>
        <SearchField
          label={words.filters.text}
          clearLabel={words.filters.clearText}
          value={filter.text}
          onChange={text => set({ text })}
        />
      </div>
      <Select
        label={words.filters.mirror}
        value={filter.mirror ?? ALL}
        options={[
          { value: ALL, label: words.filters.allMirrors },
          ...mirrors.map(mirror => ({ value: mirror.id, label: mirrorName(mirror) })),
        ]}
        onChange={value => set({ mirror: value === ALL ? null : value })}
      />
      <Select<Kind>
        label={words.filters.what}
        value={kindOf(filter)}
        options={KIND_NAMES.map(value => ({ value, label: words.kinds[value] }))}
        onChange={kind => set({ verbs: [...KINDS[kind]] })}
      />
      <DateField
        label={words.filters.from}
        value={filter.fromMs === null ? '' : dayOf(filter.fromMs)}
        onChange={day => set({ fromMs: dayStartMs(day) })}
      />
      <DateField
        label={words.filters.to}
        value={filter.toMs === null ? '' : dayOf(filter.toMs - 1)}
        onChange={day => set({ toMs: dayEndMs(day) })}
      />
      <div className={styles['end']}>
        <span className={styles['count']}>{total === null ? '' : words.found(total)}</span>
        {save}
      </div>
    </div>
  );
}

function kindOf({ verbs }: ActivityFilter): Kind {
  return KIND_NAMES.find(kind => KINDS[kind].join() === verbs.join()) ?? 'all';
}

/** A day of the computer's own calendar as `2026-11-20`. */
function dayOf(atMs: number): string {
  const at = new Date(atMs);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** When a day begins here; null when it is none. */
function dayStartMs(day: string): number | null {
  return midnightMs(day, 0);
}

/** When the next day begins. */
function dayEndMs(day: string): number | null {
  return midnightMs(day, 1);
}

/** Days are not all 24 hours long: the calendar counts, not the hours. */
function midnightMs(day: string, daysLater: number): number | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return null;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).getTime();
}
