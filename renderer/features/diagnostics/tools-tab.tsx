import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

import { type Fault, toFault } from '../../../shared/fault.ts';
import type { ExportFormat } from '../../../shared/features/activity/model.ts';
import type { ToolName, ToolRun } from '../../../shared/features/diagnostics/model.ts';
import type { MirrorInfo } from '../../../shared/features/mirrors/model.ts';
import { diagnosticsWords } from '../../../shared/features/diagnostics/window-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { CommandLine } from '../../components/items/command-line.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Select } from '../../components/fields/select.tsx';
import { EVERYTHING } from '../activity/stores/activity.ts';
import { saveHistory } from '../activity/stores/activity-detail.ts';
import { beginTool, stopTool, useFindings, useTool } from './stores/diagnostics.ts';
import { mirrorName, useMirrors } from '../../state/mirrors.ts';
import { goTo } from '../../state/navigation.ts';
import { useAbout } from '../../state/settings.ts';
import { checkNow, useSyncStatus } from '../../state/sync.ts';
import { classes } from '../../components/classes.ts';
import { ScrollRegion } from '../../components/layout/scroll-region.tsx';
import layout from '../../components/layout/layout.module.css';
import styles from './diagnostics.module.css';
import { Question } from '../../components/overlay/question.tsx';
import { readUnsent, useAccount } from '../account/stores/account.ts';
import { Amount } from '../../components/feedback/progress-bar.tsx';

const words = diagnosticsWords.tools;

/** Tools that only read, and say what they find. */
export function ToolsTab() {
  const fault = useFindings(state => state.fault);
  // Its buttons stay: a keyboard must not lose its place, and one that comes too early is told so.
  const isRunning = useTool(({ value }) => value?.state === 'running');
  return (
    <div className={classes(layout['scrolls'], styles['page'])}>
      <Tool title={words.checkTitle} about={words.check}>
        <Button onPress={() => void checkNow()}>{words.checkButton}</Button>
      </Tool>
      <Tool title={words.planTitle} about={words.plan}>
        <Button onPress={() => goTo({ screen: 'activity', tab: 'now' })}>{words.planButton}</Button>
      </Tool>
      <FolderTool tool="verify" title={words.verifyTitle} about={words.verify} button={words.verifyButton} />
      <FolderTool
        tool="rebuild"
        title={words.rebuildTitle}
        about={words.rebuild}
        button={words.rebuildButton}
        more={mirror => <Renewing mirror={mirror} />}
      />
      {isRunning ? <p className={layout['softInk']}>{words.others}</p> : null}
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={diagnosticsWords.serviceSaid} />}
      <ToolOutcome />
      <Exporting />
      <CommandTool />
    </div>
  );
}

interface ToolProps {
  readonly title: string;
  readonly about: string;
}

function Tool({ title, about, children }: ToolProps & { readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles['tool']} aria-labelledby={id}>
      <div className={styles['words']}>
        <h2 className={styles['title']} id={id}>
          {title}
        </h2>
        <p className={layout['softInk']}>{about}</p>
      </div>
      <div className={layout['toolbar']}>{children}</div>
    </section>
  );
}

/** The whole history, independent of the filter of its list. */
function Exporting() {
  const [fault, setFault] = useState<Fault | null>(null);
  const save = (format: ExportFormat) => {
    setFault(null);
    saveHistory(format, EVERYTHING).catch((thrown: unknown) => setFault(toFault(thrown)));
  };
  return (
    <>
      <Tool title={words.exportTitle} about={words.export}>
        <Button onPress={() => save('csv')}>{words.exportCsv}</Button>
        <Button onPress={() => save('jsonl')}>{words.exportJson}</Button>
      </Tool>
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={diagnosticsWords.serviceSaid} />}
    </>
  );
}

/** How the same is done in a terminal. */
function CommandTool() {
  const command = useAbout(state => state.about?.command ?? null);
  if (command === null) return null;
  return (
    <Tool title={words.commandTitle} about={words.command}>
      <CommandLine command={`${command} --help`} copy={words.copyCommand} copied={words.copiedCommand} />
    </Tool>
  );
}

function Renewing({ mirror }: { readonly mirror: MirrorInfo }) {
  const [isAsking, ask] = useState(false);
  return (
    <>
      <Button onPress={() => ask(true)}>{words.renewButton}</Button>
      {isAsking ? <RenewQuestion mirror={mirror} onClose={() => ask(false)} /> : null}
    </>
  );
}

interface FolderToolProps extends ToolProps {
  readonly tool: ToolName;
  readonly button: string;
  /** What else can be done with the folder that is chosen. */
  readonly more?: (mirror: MirrorInfo) => ReactNode;
}

function FolderTool({ tool, button, more, ...shown }: FolderToolProps) {
  const mirrors = useMirrors(state => state.value) ?? [];
  const [chosen, choose] = useState<string | null>(null);
  const mirror = mirrors.find(({ id }) => id === chosen) ?? mirrors[0];
  return (
    <Tool {...shown}>
      {mirror === undefined ? (
        <span className={layout['softInk']}>{words.noFolder}</span>
      ) : (
        <>
          {mirrors.length === 1 ? null : (
            <Select
              label={`${words.folder}: ${shown.title}`}
              hidesLabel
              value={mirror.id}
              options={mirrors.map(each => ({ value: each.id, label: mirrorName(each) }))}
              onChange={choose}
            />
          )}
          <Button onPress={() => void beginTool(tool, mirror.id)}>{button}</Button>
          {more?.(mirror)}
        </>
      )}
    </Tool>
  );
}

const renewQuestionWords = diagnosticsWords.tools.asking;

/** Asks before the record of a folder is rebuilt: what it does, what it keeps, what it costs. */
function RenewQuestion({ mirror, onClose }: { readonly mirror: MirrorInfo; readonly onClose: () => void }) {
  const fault = useFindings(state => state.fault);
  const unsent = useAccount(state => state.unsent);
  const files = useSyncStatus(({ value }) => value?.mirrors.find(({ id }) => id === mirror.id)?.files ?? 0);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => void readUnsent(), []);
  const mine = unsent?.items.filter(each => each.mirror === mirror.id).length ?? 0;
  const onYes = async () => {
    setBusy(true);
    await beginTool('renew', mirror.id);
    setBusy(false);
    if (useFindings.getState().fault === null) onClose();
  };
  return (
    <Question
      title={renewQuestionWords.title(mirrorName(mirror))}
      fault={fault}
      yes={renewQuestionWords.yes}
      canAnswer
      isBusy={isBusy}
      isDangerous
      isWide
      onYes={() => void onYes()}
      onClose={onClose}
    >
      <p>{renewQuestionWords.what}</p>
      <p>{renewQuestionWords.safe}</p>
      <p>{renewQuestionWords.price}</p>
      {mine === 0 ? null : <p>{renewQuestionWords.unsent(mine)}</p>}
      <p>{renewQuestionWords.time(files)}</p>
    </Question>
  );
}

/** How far the tool is, or what came of it. */
function ToolOutcome() {
  const run = useTool(state => state.value);
  const mirror = useMirrors(({ value }) => value?.find(({ id }) => id === run?.mirror));
  if (run === null) return null;
  const name = mirror === undefined ? run.mirror : mirrorName(mirror);
  return run.state === 'running' ? <Running run={run} name={name} /> : <Ended run={run} name={name} />;
}

function Running({ run, name }: { readonly run: ToolRun; readonly name: string }) {
  const title = words.running[run.tool](name);
  const place = useRef<HTMLElement>(null);
  // On a small window it would begin below what can be seen.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [run.id]);
  return (
    <section className={styles['outcome']} aria-label={title} ref={place}>
      <div className={layout['ends']}>
        <strong dir="auto">{title}</strong>
        <Button onPress={() => void stopTool(run.id)}>{words.stop}</Button>
      </div>
      <Amount
        label={title}
        done={run.done}
        all={run.total}
        text={run.total === null ? words.counting : words.progress(run.done, run.total)}
      />
    </section>
  );
}

function Ended({ run, name }: { readonly run: ToolRun; readonly name: string }) {
  const { findings } = useFindings();
  const title = `${words.ended[run.tool](name)}: ${words.states[run.state]}`;
  const more = run.found - findings.length;
  return (
    <section className={styles['outcome']} aria-label={title}>
      <strong dir="auto">{title}</strong>
      {run.fault === null ? null : (
        <FaultNotice fault={run.fault} saidTitle={diagnosticsWords.serviceSaid} operation={run.tool} />
      )}
      <ul className={styles['summary']}>
        {run.summary.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {findings.length === 0 ? null : (
        <ScrollRegion className={styles['findings']} label={words.findings}>
          <ul className={styles['files']}>
            {findings.map(({ path, code, text }) => (
              <li className={styles['finding']} key={`${code} ${path}`}>
                <span className={styles['mono']} dir="auto">
                  {shownName(path)}
                </span>
                <span className={layout['softInk']}>{text}</span>
              </li>
            ))}
          </ul>
          {more > 0 ? <p className={layout['softInk']}>{words.moreFindings(more)}</p> : null}
        </ScrollRegion>
      )}
    </section>
  );
}
