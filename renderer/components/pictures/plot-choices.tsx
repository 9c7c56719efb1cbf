import { ChevronDown } from 'lucide-react';
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components';

import { plotTexts as texts } from '../../../shared/features/preview/plot-text.ts';
import type { PlotChoice } from '../../../shared/preview/plot/plot-choice.ts';
import { MOST_SERIES } from '../../../shared/preview/plot/plot-choice.ts';
import type { PlotColumn } from '../../../shared/preview/plot/plot-columns.ts';
import menu from '../controls/menu.module.css';
import field from '../fields/field.module.css';
import { Checkbox, Switch } from '../fields/checkbox.tsx';
import { Select } from '../fields/select.tsx';
import layout from '../layout/layout.module.css';
import styles from './pictures.module.css';

interface ChoicesProps {
  readonly columns: readonly PlotColumn[];
  readonly choice: PlotChoice;
  readonly onChoose: (choice: PlotChoice) => void;
}

const KINDS = ['line', 'scatter', 'histogram', 'box'] as const;
const NONE = 'none';

/** Kind, columns, colours and axes of a plot. */
export function PlotChoices({ columns, choice, onChoose }: ChoicesProps) {
  const { kind, x, colourBy } = choice;
  const isAlong = kind === 'line' || kind === 'scatter';
  const set = (part: Partial<PlotChoice>) => onChoose({ ...choice, ...part });
  const named = (kinds: readonly PlotColumn['kind'][], none: string) => [
    { value: NONE, label: none },
    ...columns.filter(each => kinds.includes(each.kind)).map(({ at, name }) => ({ value: String(at), label: name })),
  ];
  const place = (value: string) => (value === NONE ? null : Number(value));
  return (
    <>
      <Select
        label={texts.kind}
        value={kind}
        options={KINDS.map(value => ({ value, label: texts.kinds[value] }))}
        // The column of x names groups in a box plot and numbers in others.
        onChange={next => set({ kind: next, x: (next === 'box') === (kind === 'box') ? x : null, hasFit: false })}
      />
      {isAlong ? (
        <Select
          label={texts.x}
          value={x === null ? NONE : String(x)}
          options={named(['number', 'time'], texts.rowNumber)}
          onChange={value => set({ x: place(value) })}
        />
      ) : null}
      {kind === 'box' ? (
        <Select
          label={texts.groups}
          value={x === null ? NONE : String(x)}
          options={named(['word', 'number'], texts.allColumns)}
          onChange={value => set({ x: place(value) })}
        />
      ) : null}
      <ColumnsOfY columns={columns} choice={choice} onChoose={onChoose} />
      {kind === 'box' ? null : (
        <Select
          label={texts.colourBy}
          value={colourBy === null ? NONE : String(colourBy)}
          options={named(['word', 'number'], texts.noColour)}
          onChange={value => set({ colourBy: place(value) })}
        />
      )}
      <Switches choice={choice} set={set} />
    </>
  );
}

/** How the axes are, and whether a line is fitted. */
function Switches({ choice, set }: { readonly choice: PlotChoice; readonly set: (part: Partial<PlotChoice>) => void }) {
  const { kind } = choice;
  return (
    <span className={styles['switches']}>
      {kind === 'box' ? null : (
        <Switch isOn={choice.isXLog} onChange={isXLog => set({ isXLog })}>
          {texts.logX}
        </Switch>
      )}
      <Switch isOn={choice.isYLog} onChange={isYLog => set({ isYLog })}>
        {texts.logY}
      </Switch>
      {kind === 'scatter' ? (
        <Switch isOn={choice.hasFit} onChange={hasFit => set({ hasFit })}>
          {texts.fit}
        </Switch>
      ) : null}
    </span>
  );
}

/** Several columns can be on the y axis. */
function ColumnsOfY({ columns, choice, onChoose }: ChoicesProps) {
  const numbers = columns.filter(({ kind }) => kind === 'number' || kind === 'time');
  const names = choice.ys.map(at => columns[at]?.name ?? '');
  const set = (at: number, isOn: boolean) => {
    const ys = isOn ? [...choice.ys, at].slice(0, MOST_SERIES) : choice.ys.filter(each => each !== at);
    if (ys.length > 0) onChoose({ ...choice, ys });
  };
  return (
    <DialogTrigger>
      <span className={layout['tight']}>
        <span aria-hidden="true">{texts.y}</span>
        <AriaButton className={field['select'] ?? ''} aria-label={`${texts.chooseYs}: ${texts.ys(names)}`}>
          <span className={styles['chosen']}>{texts.ys(names)}</span>
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
        </AriaButton>
      </span>
      <Popover className={menu['popover'] ?? ''} placement="bottom start" offset={4}>
        <Dialog aria-label={texts.chooseYs} className={styles['columns'] ?? ''}>
          {numbers.map(({ at, name }) => (
            <Checkbox key={at} isOn={choice.ys.includes(at)} onChange={isOn => set(at, isOn)}>
              {name}
            </Checkbox>
          ))}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
