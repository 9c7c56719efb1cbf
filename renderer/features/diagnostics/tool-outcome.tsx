import { useEffect, useRef } from 'react';

import type { ToolRun } from '../../../shared/features/diagnostics/model.ts';
import { diagnosticsWords } from '../../../shared/features/diagnostics/window-text.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { Amount } from '../../components/feedback/progress-bar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { stopTool, useFindings, useTool } from './stores/diagnostics.ts';
import { mirrorName, useMirrors } from '../../state/mirrors.ts';
import styles from './diagnostics.module.css';

const words = diagnosticsWords.tools;

/** How far the tool is, or what came of it. */
export function ToolOutcome() {
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
      <div className={styles['line']}>
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
        // What scrolls can have the focus: arrow and page keys move it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles['findings']} tabIndex={0} role="region" aria-label={words.findings}>
          <ul className={styles['files']}>
            {findings.map(({ path, code, text }) => (
              <li className={styles['finding']} key={`${code} ${path}`}>
                <span className={styles['mono']} dir="auto">
                  {shown(path)}
                </span>
                <span className={styles['soft']}>{text}</span>
              </li>
            ))}
          </ul>
          {more > 0 ? <p className={styles['soft']}>{words.moreFindings(more)}</p> : null}
        </div>
      )}
    </section>
  );
}
