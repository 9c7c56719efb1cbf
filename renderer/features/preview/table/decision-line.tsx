import { useState } from 'react';

import { SEPARATORS } from '../../../../shared/preview/delimited.ts';
import { ENCODINGS } from '../../../../shared/preview/encoding.ts';
import { tableTexts as texts, textViewTexts } from '../../../../shared/features/preview/pane-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Select } from '../../../components/fields/select.tsx';
import { Switch } from '../../../components/fields/checkbox.tsx';
import { AS_FOUND, type TableChoice, type TableSummary } from './table-requests.ts';
import styles from './table-viewer.module.css';

interface DecisionProps {
  readonly summary: TableSummary;
  readonly choice: TableChoice;
  readonly onChoose: (choice: TableChoice) => void;
  readonly onShowAsText: () => void;
}

/** How the file is read: what was found, or chosen, and the way to choose otherwise. */
export function DecisionLine({ summary, choice, onChoose, onShowAsText }: DecisionProps) {
  const [isOpen, setOpen] = useState(false);
  const { decision, encoding } = summary;
  const isChosen = Object.values(choice).some(each => each !== null);
  return (
    <section className={styles['decision']} aria-label={texts.decided}>
      <p className={styles['found']}>
        <span>{`${texts.separator}: ${texts.separators[decision.separator].toLowerCase()}${decision.isTold && choice.separator === null ? ` (${texts.told})` : ''}`}</span>
        <span>{`${texts.decimal}: ${texts.decimals[decision.decimal].toLowerCase()}`}</span>
        <span>{`${texts.encoding}: ${encoding.toUpperCase()}`}</span>
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
          <Button look="quiet" isDisabled={!isChosen} onPress={() => onChoose(AS_FOUND)}>
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
