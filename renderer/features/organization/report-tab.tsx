import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';

import { oversightWindow } from '../../../shared/features/organization/oversight-window-text.ts';
import type { WiderFile } from '../../../shared/features/sharing/model.ts';
import { sharingWindow } from '../../../shared/features/sharing/window-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Checkbox } from '../../components/fields/checkbox.tsx';
import { TwoLines } from '../../components/items/two-lines.tsx';
import { Question } from '../../components/overlay/question.tsx';
import { showInFiles } from '../browse/stores/show-in-files.ts';
import { groupsOf, narrowFiles, type ReportGroup, reportTable, sharingReport } from './stores/sharing-report.ts';
import { saveTable } from './section/save-table.ts';
import styles from './section/section.module.css';
import { Page, Standing, useAnswering, useReading } from './section/section-state.tsx';
import layout from '../../components/layout/layout.module.css';

const words = oversightWindow.report;

/** Files that more people can open than their folder, and what makes them as their folder is. */
export function ReportTab() {
  useReading(sharingReport);
  const { value, changing } = sharingReport.use();
  const [ticked, tick] = useState<ReadonlySet<string>>(new Set());
  const [isAsked, ask] = useState(false);
  const groups = groupsOf(value ?? []);
  const chosen = new Set(
    (value ?? []).filter(({ id, folder }) => folder !== null && ticked.has(id)).map(({ id }) => id),
  );
  const set = (ids: readonly string[], isOn: boolean) =>
    tick(new Set([...[...ticked].filter(id => !ids.includes(id)), ...(isOn ? ids : [])]));
  return (
    <Page>
      <p className={layout['soft']}>{words.about}</p>
      <Standing of={sharingReport} />
      {value === null || value.length === 0 ? null : (
        <div className={layout['toolbar']}>
          <Button look="danger" isDisabled={chosen.size === 0 || changing !== null} onPress={() => ask(true)}>
            {words.fix(chosen.size)}
          </Button>
          <span className={styles['end']}>
            <span className={layout['soft']}>{words.total(value.length, groups.length)}</span>
            <Button onPress={() => saveTable(reportTable())}>
              <Download size={15} strokeWidth={1.75} aria-hidden="true" />
              {words.save}
            </Button>
          </span>
        </div>
      )}
      {value?.length === 0 ? (
        <EmptyState icon={ShieldCheck} title={words.none}>
          <p>{words.noneAbout}</p>
        </EmptyState>
      ) : null}
      {groups.map(group => (
        <Group key={group.folder?.id ?? ''} group={group} ticked={ticked} onTick={set} />
      ))}
      {isAsked ? <FixQuestion chosen={chosen} onClose={() => ask(false)} /> : null}
    </Page>
  );
}

interface GroupProps {
  readonly group: ReportGroup;
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (ids: readonly string[], isOn: boolean) => void;
}

function Group({ group: { folder, files }, ticked, onTick }: GroupProps) {
  const ids = files.map(({ id }) => id);
  const name = folder === null ? words.loose : shownName(folder.name || words.folder);
  return (
    <section className={layout['stack']} aria-label={name}>
      <h2 className={styles['title']}>
        {folder === null ? (
          name
        ) : (
          <Checkbox isOn={ids.every(id => ticked.has(id))} onChange={isOn => onTick(ids, isOn)}>
            <bdi>{words.all(name)}</bdi>
          </Checkbox>
        )}
      </h2>
      <ul className={styles['list']}>
        {files.map(file => (
          <li className={styles['line']} key={file.id}>
            {folder === null ? (
              <Wider file={file} />
            ) : (
              <Checkbox isOn={ticked.has(file.id)} onChange={isOn => onTick([file.id], isOn)}>
                <Wider file={file} />
              </Checkbox>
            )}
            <span className={styles['end']}>
              <Button
                look="quiet"
                label={words.openThing(shownName(file.name))}
                onPress={() => void showInFiles(file.id)}
              >
                {words.open}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Wider({ file: { name, ways } }: { readonly file: WiderFile }) {
  return (
    <TwoLines about={words.can(ways.map(way => shownName(sharingWindow.way(way.name, way.role))))}>
      <bdi>{shownName(name)}</bdi>
    </TwoLines>
  );
}

function FixQuestion({ chosen, onClose }: { readonly chosen: ReadonlySet<string>; readonly onClose: () => void }) {
  const { fault, isBusy, answer, close } = useAnswering(sharingReport, onClose);
  return (
    <Question
      title={words.asking.title(chosen.size)}
      fault={fault}
      yes={words.asking.yes}
      canAnswer
      isBusy={isBusy}
      isDangerous
      onYes={() => answer(() => narrowFiles(chosen))}
      onClose={close}
    >
      <p>{words.asking.text}</p>
    </Question>
  );
}
