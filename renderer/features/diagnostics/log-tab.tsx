import { ScrollText, SearchX } from 'lucide-react';
import { useEffect } from 'react';

import type { LogLevel, LogLine } from '../../../shared/features/diagnostics/model.ts';
import { diagnosticsWords } from '../../../shared/features/diagnostics/window-text.ts';
import { formatExact } from '../../../shared/text/format.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { classes } from '../../components/classes.ts';
import { CopyDetails } from '../../components/feedback/copy-details.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { SearchField } from '../../components/fields/search-field.tsx';
import { Select } from '../../components/fields/select.tsx';
import { Switch } from '../../components/fields/checkbox.tsx';
import { MOST_LINES, narrowLog, pauseLog, readOlder, useLog, watchLog } from './stores/diagnostics.ts';
import { ScrollRegion } from '../../components/layout/scroll-region.tsx';
import layout from '../../components/layout/layout.module.css';
import styles from './diagnostics.module.css';

const words = diagnosticsWords.log;
const LEVELS = (['debug', 'info', 'error'] as const).map(value => ({ value, label: words.levels[value] }));

/** What Benchtop wrote down, newest first, while it is written. */
export function LogTab() {
  useEffect(watchLog, []);
  const { fault, lines, text, level } = useLog();
  return (
    <>
      <LogTools />
      {fault === null ? null : (
        <div className={styles['notice']}>
          <FaultNotice fault={fault} saidTitle={diagnosticsWords.serviceSaid} />
        </div>
      )}
      {lines === null || lines.length === 0 ? (
        <Nothing isRead={lines !== null} isNarrowed={text !== '' || level !== 'debug'} hasFault={fault !== null} />
      ) : (
        <Lines lines={lines} />
      )}
    </>
  );
}

function LogTools() {
  const { level, text, showsNames, isPaused, missed } = useLog();
  return (
    <>
      <div className={styles['tools']}>
        <div className={styles['search']}>
          <SearchField
            label={words.search}
            clearLabel={words.clearSearch}
            value={text}
            onChange={typed => narrowLog({ text: typed.slice(0, 500) })}
          />
        </div>
        <Select<LogLevel>
          label={words.level}
          hidesLabel
          value={level}
          options={LEVELS}
          onChange={chosen => narrowLog({ level: chosen })}
        />
        <Switch isOn={showsNames} onChange={isOn => narrowLog({ showsNames: isOn })}>
          {words.names}
        </Switch>
        <Button onPress={() => pauseLog(!isPaused)}>{isPaused ? words.resume : words.pause}</Button>
      </div>
      <p className={styles['under']}>{isPaused ? words.paused(missed) : words.hidden}</p>
    </>
  );
}

function Nothing(props: { readonly isRead: boolean; readonly isNarrowed: boolean; readonly hasFault: boolean }) {
  if (!props.isRead) return props.hasFault ? null : <EmptyState icon={ScrollText} title={words.reading} />;
  if (!props.isNarrowed) return <EmptyState icon={ScrollText} title={words.empty} />;
  return (
    <EmptyState icon={SearchX} title={words.none}>
      <Button onPress={() => narrowLog({ text: '', level: 'debug' })}>{words.clearSearch}</Button>
    </EmptyState>
  );
}

function Lines({ lines }: { readonly lines: readonly LogLine[] }) {
  const hasMore = useLog(state => state.hasMore);
  return (
    <ScrollRegion className={styles['scroll']} label={words.list} isStart>
      <ol className={styles['log']}>
        {lines.map(line => (
          <Line line={line} key={line.number} />
        ))}
      </ol>
      {!hasMore ? null : lines.length >= MOST_LINES ? (
        <p className={layout['softInk']}>{words.most}</p>
      ) : (
        <Button onPress={readOlder}>{words.older}</Button>
      )}
    </ScrollRegion>
  );
}

function Line({ line: { at, event, level, text } }: { readonly line: LogLine }) {
  const moment = Date.parse(at);
  return (
    <li className={styles['logline']}>
      <span className={layout['faintInk']}>{Number.isNaN(moment) ? '–' : formatExact(moment)}</span>
      <span className={classes(styles['level'], styles[level])}>{words.oneLevel[level]}</span>
      <span className={styles['event']} dir="auto" data-foreign>
        {shownName(`${event} ${text}`.trim())}
      </span>
      {level === 'error' ? (
        <CopyDetails
          time={at}
          operation={event}
          status={/\bstatus=(\d{3})\b/.exec(text)?.[1] ?? null}
          errorCode={/\b(?:fault|kind|code)=([\w-]+)/.exec(text)?.[1] ?? null}
          correlationId={/\bcorrelationId="?([\w-]+)/.exec(text)?.[1] ?? null}
          text={text}
        />
      ) : null}
    </li>
  );
}
