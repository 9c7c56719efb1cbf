import { ChevronDown } from 'lucide-react';
import { Button, Label, ListBox, ListBoxItem, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components';

import styles from './field.module.css';
import menu from '../controls/menu.module.css';

/** One of a few. */
export interface SelectProps<V extends string> {
  readonly label: string;
  readonly hidesLabel?: boolean;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
  readonly isDisabled?: boolean;
}

/** A button that opens the list of what can be chosen. */
export function Select<V extends string>({
  label,
  hidesLabel = false,
  value,
  options,
  onChange,
  isDisabled = false,
}: SelectProps<V>) {
  const choose = (key: unknown) => {
    const option = options.find(each => each.value === key);
    if (option !== undefined) onChange(option.value);
  };
  return (
    <AriaSelect
      className={styles['field'] ?? ''}
      selectedKey={value}
      onSelectionChange={choose}
      isDisabled={isDisabled}
      {...(hidesLabel ? { 'aria-label': label } : {})}
    >
      {hidesLabel ? null : <Label className={styles['label'] ?? ''}>{label}</Label>}
      <Button className={styles['select'] ?? ''}>
        <SelectValue />
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
      </Button>
      <Popover className={menu['popover'] ?? ''}>
        <ListBox className={menu['list'] ?? ''}>
          {options.map(option => (
            <ListBoxItem id={option.value} className={menu['item'] ?? ''} key={option.value} textValue={option.label}>
              {option.label}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
