import { type ReactNode, useId, useState } from 'react';

import { type Fault, toFault } from '../../../shared/fault.ts';
import type { ExportFormat } from '../../../shared/features/activity/model.ts';
import type { ToolName } from '../../../shared/features/diagnostics/model.ts';
import type { MirrorInfo } from '../../../shared/features/mirrors/model.ts';
import { diagnosticsWords } from '../../../shared/features/diagnostics/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { CommandLine } from '../../components/items/command-line.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Select } from '../../components/fields/select.tsx';
import { EVERYTHING } from '../activity/stores/activity.ts';
import { saveHistory } from '../activity/stores/activity-detail.ts';
import { beginTool, useFindings, useTool } from './stores/diagnostics.ts';
import { mirrorName, useMirrors } from '../../state/mirrors.ts';
import { go } from '../../state/navigation.ts';
import { useAbout } from '../../state/settings.ts';
import { checkNow } from '../../state/sync.ts';
import styles from './diagnostics.module.css';
import { RenewQuestion } from './renew-question.tsx';
import { ToolOutcome } from './tool-outcome.tsx';

const words = diagnosticsWords.tools;

/** Tools that only read, and say what they find. */
export function ToolsTab() {
  const fault = useFindings(state => state.fault);
  // Its buttons stay: a keyboard must not lose its place, and one that comes too early is told so.
  const isRunning = useTool(({ value }) => value?.state === 'running');
  return (
    <div className={styles['page']}>
      <Tool title={words.checkTitle} about={words.check}>
        <Button onPress={() => void checkNow()}>{words.checkButton}</Button>
      </Tool>
      <Tool title={words.planTitle} about={words.plan}>
        <Button onPress={() => go({ screen: 'activity', tab: 'now' })}>{words.planButton}</Button>
      </Tool>
      <FolderTool tool="verify" title={words.verifyTitle} about={words.verify} button={words.verifyButton} />
      <FolderTool
        tool="rebuild"
        title={words.rebuildTitle}
        about={words.rebuild}
        button={words.rebuildButton}
        more={mirror => <Renewing mirror={mirror} />}
      />
      {isRunning ? <p className={styles['soft']}>{words.others}</p> : null}
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
        <p className={styles['soft']}>{about}</p>
      </div>
      <div className={styles['buttons']}>{children}</div>
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
        <span className={styles['soft']}>{words.noFolder}</span>
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
