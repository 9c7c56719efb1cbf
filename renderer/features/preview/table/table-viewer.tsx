import { useState } from 'react';

import { previewTexts, tableTexts as texts, textViewTexts } from '../../../../shared/features/preview/pane-text.ts';
import { MIB } from '../../../../shared/units.ts';
import { SEPARATORS } from '../../../../shared/preview/delimited.ts';
import { ENCODINGS } from '../../../../shared/preview/encoding.ts';
import { Button } from '../../../components/controls/button.tsx';
import { useParser } from '../parsing/use-parser.ts';
import type { ViewerProps } from '../viewer.ts';
import { WORKERS } from '../workers.ts';
import { AS_FOUND, type TableAsks, type TableChoice, type TableSummary } from './table-requests.ts';
import { TableShown } from './table-view.tsx';
import styles from './table-viewer.module.css';
import frame from '../viewer.module.css';
import { Select } from '../../../components/fields/select.tsx';
import { Switch } from '../../../components/fields/checkbox.tsx';
import layout from '../../../components/layout/layout.module.css';

/** What is read of a table: 200,000 rows of an instrument are a third of it. */
const FIRST = 64 * MIB;
const STEP = 64 * MIB;

/** A delimited file as a table; how it is read is shown and can be changed. */
export function TableViewer({ file, onTrouble, onShowAs, onSaveView, onSavePicture }: ViewerProps) {
  const [choice, choose] = useState<TableChoice>(AS_FOUND);
  const [most, setMost] = useState(FIRST);
  const key = JSON.stringify([choice, most]);
  const parsed = useParser<TableAsks, TableSummary & { readonly key: string }>(WORKERS.table, {
    key,
    onTrouble,
    begin: async (parser, signal) => {
      const bytes = await file.read([0, most], signal);
      const asked = { name: file.name, bytes, isCut: bytes.byteLength < file.sizeBytes, choice };
      return { ...(await parser.ask('open', asked, [bytes.buffer])), key };
    },
  });
  if (parsed === null) return null;
  const { parser, summary } = parsed;
  return (
    <div className={layout['column']}>
      <PartsBar summary={summary} choice={choice} onChoose={choose} />
      <DecisionLine summary={summary} choice={choice} onChoose={choose} onShowAsText={() => onShowAs('text')} />
      <TableShown
        key={summary.key}
        name={file.name}
        parser={parser}
        summary={summary}
        onSaveView={onSaveView}
        onSavePicture={onSavePicture}
        rest={
          most < file.sizeBytes ? (
            <p className={layout['row']}>
              {previewTexts.part(most, file.sizeBytes)}
              <Button look="quiet" onPress={() => setMost(most + STEP)}>
                {previewTexts.more}
              </Button>
            </p>
          ) : null
        }
      />
    </div>
  );
}

const WHOLE = 'all';

/** Which table is shown, where several stand in one file. */
function PartsBar({ summary, choice, onChoose }: Omit<DecisionProps, 'onShowAsText'>) {
  const { parts = [], part = null } = summary;
  if (parts.length < 2) return null;
  const options = parts.map((title, at) => ({ value: String(at), label: texts.part(at + 1, parts.length, title) }));
  return (
    <div className={frame['bar']}>
      <Select
        label={texts.parts}
        value={part === null ? WHOLE : String(part)}
        options={[...options, { value: WHOLE, label: texts.wholeFile }]}
        onChange={chosen => onChoose({ ...choice, part: chosen === WHOLE ? WHOLE : Number(chosen), hasHeader: null })}
      />
    </div>
  );
}

interface DecisionProps {
  readonly summary: TableSummary;
  readonly choice: TableChoice;
  readonly onChoose: (choice: TableChoice) => void;
  readonly onShowAsText: () => void;
}

/** How the file is read: what was found, or chosen, and the way to choose otherwise. */
function DecisionLine({ summary, choice, onChoose, onShowAsText }: DecisionProps) {
  const [isOpen, setOpen] = useState(false);
  const { decision, encoding, zeroBytes = 0 } = summary;
  // Which table is shown is not how it is read.
  const isChosen = Object.values({ ...choice, part: null }).some(each => each !== null);
  return (
    <section className={styles['decision']} aria-label={texts.decided}>
      <p className={styles['found']}>
        <span>{`${texts.separator}: ${texts.separators[decision.separator].toLowerCase()}${decision.isTold && choice.separator === null ? ` (${texts.told})` : ''}`}</span>
        <span>{`${texts.decimal}: ${texts.decimals[decision.decimal].toLowerCase()}`}</span>
        <span>{`${texts.encoding}: ${encoding.toUpperCase()}`}</span>
        {zeroBytes > 0 ? <span>{texts.zeroBytes(zeroBytes)}</span> : null}
        {isChosen ? <span>{texts.changed}</span> : null}
        <Button look="quiet" onPress={() => setOpen(!isOpen)}>
          {texts.change}
        </Button>
      </p>
      {isOpen ? (
        <div className={styles['choices']}>
          <Select
            label={texts.separator}
            value={decision.separator}
            options={SEPARATORS.map(value => ({ value, label: texts.separators[value] }))}
            onChange={separator => onChoose({ ...choice, separator })}
          />
          <Select
            label={texts.decimal}
            value={decision.decimal}
            options={(['.', ','] as const).map(value => ({ value, label: texts.decimals[value] }))}
            onChange={decimal => onChoose({ ...choice, decimal })}
          />
          <Select
            label={texts.encoding}
            value={encoding}
            options={ENCODINGS.map(value => ({ value, label: value.toUpperCase() }))}
            onChange={chosen => onChoose({ ...choice, encoding: chosen })}
          />
          <Switch isOn={decision.hasHeader} onChange={hasHeader => onChoose({ ...choice, hasHeader })}>
            {texts.header}
          </Switch>
          <Button look="quiet" isDisabled={!isChosen} onPress={() => onChoose({ ...AS_FOUND, part: choice.part })}>
            {texts.reset}
          </Button>
          <Button look="quiet" onPress={onShowAsText}>
            {textViewTexts.asText}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
