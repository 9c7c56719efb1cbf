import { useEffect, useState } from 'react';

import type { ZoneFile, ZoneRun } from '../../../shared/features/zones/model.ts';
import { formatBytes, formatExact, formatNumber } from '../../../shared/text/format.ts';
import { inWindow } from '../../../shared/text/window-advice.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { zonesWords } from '../../../shared/features/zones/window-text.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Button } from '../../components/controls/button.tsx';
import { CutName } from '../../components/items/cut-name.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { useNow } from '../../state/clock.ts';
import { openZones } from '../../state/navigation.ts';
import { useZones } from './stores/cards.ts';
import {
  isUnfinished,
  readMoreFiles,
  retryFiles,
  sendNow,
  setOperator,
  useRunPage,
  verifyFiles,
  watchRun,
} from './stores/runs.ts';
import { LongList } from './long-list.tsx';
import { Fact, Page } from './page.tsx';
import { RunState } from './run-state.tsx';
import { useZoneName } from './use-card.ts';
import styles from './zones.module.css';
import { Question } from '../../components/overlay/question.tsx';
import { TextField } from '../../components/fields/text-field.tsx';

const words = zonesWords.run;
const { fact } = words;

/** One run: how it stands, what can be done about it, and each of its files. */
export function RunPage({ zone, run: id }: { readonly zone: string; readonly run: number }) {
  useEffect(() => watchRun(zone, id), [zone, id]);
  const zoneName = useZoneName(zone);
  const { run, fault } = useRunPage();
  const back = () => openZones({ name: 'zone', zone });
  return (
    <Page
      back={{ label: words.backTo(zoneName), onPress: back }}
      tools={run === null ? null : <Tools run={run} />}
      isList
    >
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={zonesWords.serviceSaid} />}
      {run === null ? (
        <p className={styles['quiet']}>{fault === null ? zonesWords.reading : ''}</p>
      ) : (
        <>
          <Facts run={run} />
          <Files run={run} />
        </>
      )}
    </Page>
  );
}

function Tools({ run }: { readonly run: ZoneRun }) {
  const { busy } = useZones();
  const [isAsking, ask] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const { name: nameLabel } = words;
  const { zone, id, state } = run;
  const isRetried = useRunPage(({ files }) => files?.some(({ retryAt }) => retryAt !== null) ?? false);
  const hasFailed = isRetried || isUnfinished(run);
  return (
    <>
      {state === 'waiting' || state === 'skipped' ? (
        <Button onPress={() => ask(true)}>{state === 'waiting' ? words.sendNow : words.sendLeft}</Button>
      ) : null}
      <Button onPress={() => setNaming(true)}>{nameLabel}</Button>
      {hasFailed ? <Button onPress={() => void retryFiles(zone, id)}>{words.retry}</Button> : null}
      <Button onPress={() => void verifyFiles(zone, id)}>
        {busy.has(`verify ${zone}`) ? words.verifying : words.verify}
      </Button>
      {isAsking ? <SendNow run={run} onClose={() => ask(false)} /> : null}
      {isNaming ? <NameOperator run={run} onClose={() => setNaming(false)} /> : null}
    </>
  );
}

function Facts({ run }: { readonly run: ZoneRun }) {
  return (
    <>
      <h2 className={styles['title']}>
        <bdi>{shownName(run.name)}</bdi>
      </h2>
      {run.state === 'skipped' ? <Notice tone="rest">{words.leftAlone}</Notice> : null}
      <dl className={styles['columns']}>
        <Fact label={fact.state}>
          <RunState run={run} />
        </Fact>
        <Fact label={fact.files}>{words.count(run)}</Fact>
        <Fact label={fact.verified}>{formatNumber(run.verified)}</Fact>
        <Fact label={fact.size}>{formatBytes(run.sizeBytes)}</Fact>
        <Fact label={fact.operator}>{run.operator === null ? words.nobody : <bdi>{shownName(run.operator)}</bdi>}</Fact>
        {run.label === null ? null : (
          <Fact label={fact.label}>
            <bdi>{shownName(run.label)}</bdi>
          </Fact>
        )}
        <Fact label={fact.folder}>{run.folder === null ? words.notYet : <bdi>{shownName(run.folder)}</bdi>}</Fact>
        <Fact label={fact.manifest}>{words.manifests[run.manifest]}</Fact>
        <Fact label={fact.begun}>{formatExact(run.firstSeenAt)}</Fact>
        <Fact label={fact.done}>{run.completedAt === null ? words.notYet : formatExact(run.completedAt)}</Fact>
      </dl>
    </>
  );
}

function Files({ run }: { readonly run: ZoneRun }) {
  const { files, hasMore, isReading } = useRunPage();
  const nowMs = useNow(MINUTE);
  if (files === null) return null;
  if (files.length === 0) return <p className={styles['quiet']}>{words.noFiles}</p>;
  return (
    <LongList
      label={words.files(shownName(run.name))}
      lines={files}
      keyOf={({ id }) => String(id)}
      textOf={file => `${shownName(file.path)}, ${stateOf(file, nowMs)}`}
      draw={file => <FileLine file={file} />}
      hasMore={hasMore}
      isReading={isReading}
      onMore={() => void readMoreFiles()}
    />
  );
}

const TONES = { waiting: 'wait', refused: 'alert', confirmed: 'soft', verified: 'good' } as const;

function FileLine({ file }: { readonly file: ZoneFile }) {
  const said = stateOf(file, useNow(MINUTE));
  return (
    <>
      <span className={styles['path']}>
        <CutName name={file.path} />
      </span>
      <span className={styles['size']}>{formatBytes(file.sizeBytes)}</span>
      <span className={styles['cut']} title={said}>
        <span className={styles[TONES[file.state]]}>{said}</span>
      </span>
    </>
  );
}

/** How a file stands, with everything there is to say about it. */
function stateOf({ state, trouble, retryAt, changedAfter, isHere }: ZoneFile, nowMs: number): string {
  return [
    words.fileStates[state],
    ...(changedAfter ? [words.changedAfter] : []),
    ...(isHere ? [] : [words.notHere]),
    ...(trouble === null ? [] : [inWindow(trouble.text)]),
    ...(retryAt === null || trouble === null ? [] : [words.retryAt(retryAt, nowMs)]),
  ].join(' · ');
}

/** Asks before a run is sent that may not be finished. */
function SendNow({ run, onClose }: { readonly run: ZoneRun; readonly onClose: () => void }) {
  const { busy, fault } = useZones();
  return (
    <Question
      title={words.sendTitle(shownName(run.name))}
      yes={words.sendYes}
      isDangerous
      canAnswer
      isBusy={busy.has(`send ${run.id}`)}
      fault={fault}
      onYes={() => void sendNow(run).then(isDone => (isDone ? onClose() : undefined))}
      onClose={onClose}
    >
      <p>{words.sendAbout}</p>
    </Question>
  );
}

/** Asks who ran a run. */
function NameOperator({ run, onClose }: { readonly run: ZoneRun; readonly onClose: () => void }) {
  const { busy, fault } = useZones();
  const [typed, type] = useState(run.operator ?? '');
  return (
    <Question
      title={words.nameTitle(shownName(run.name))}
      yes={words.nameYes}
      canAnswer
      isBusy={busy.has(`operator ${run.id}`)}
      fault={fault}
      onYes={() => void setOperator(run, typed).then(isDone => (isDone ? onClose() : undefined))}
      onClose={onClose}
    >
      <p>{words.nameAbout}</p>
      <TextField label={words.fact.operator} value={typed} onChange={type} maxLength={200} isFirst />
    </Question>
  );
}
