import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, Label, Radio, RadioGroup, Switch as AriaSwitch } from 'react-aria-components';

import { classes } from '../classes.ts';
import layout from '../layout/layout.module.css';
import styles from './field.module.css';

/** Something that is so or not. */
export interface TickProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}

/** A box to tick, for what counts with others or once a button is pressed. */
export function Checkbox({ isOn, onChange, isDisabled = false, children }: TickProps) {
  return (
    <AriaCheckbox className={styles['tick'] ?? ''} isSelected={isOn} onChange={onChange} isDisabled={isDisabled}>
      <span className={styles['box']}>
        <Check size={12} strokeWidth={3} aria-hidden="true" />
      </span>
      <span className={styles['words']}>{children}</span>
    </AriaCheckbox>
  );
}

/** A switch, for what is so at once. */
export function Switch({ isOn, onChange, isDisabled = false, children }: TickProps) {
  return (
    <AriaSwitch className={styles['switch'] ?? ''} isSelected={isOn} onChange={onChange} isDisabled={isDisabled}>
      <span className={styles['track']} />
      <span className={styles['words']}>{children}</span>
    </AriaSwitch>
  );
}

/** One of a few, all of them in sight. */
export interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly value: V | null;
  readonly options: readonly { readonly value: V; readonly label: string; readonly hint?: string }[];
  readonly onChange: (value: V) => void;
  /** Each in a frame of its own: for the one question of a page. */
  readonly isFramed?: boolean;
}

/** A group of which one is chosen, each with a sentence about what it means. */
export function Choice<V extends string>({ label, value, options, onChange, isFramed = false }: ChoiceProps<V>) {
  const choose = (key: string) => {
    const option = options.find(each => each.value === key);
    if (option !== undefined) onChange(option.value);
  };
  return (
    <RadioGroup className={classes(styles['field'], isFramed && styles['framed'])} value={value} onChange={choose}>
      <Label className={styles['label'] ?? ''}>{label}</Label>
      {options.map(option => (
        <Radio value={option.value} className={styles['tick'] ?? ''} key={option.value}>
          <span className={classes(styles['box'], styles['round'])}>
            <Check size={10} strokeWidth={4} aria-hidden="true" />
          </span>
          <span className={styles['words']}>
            {option.label}
            {option.hint === undefined ? null : <span className={layout['faint']}>{option.hint}</span>}
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
