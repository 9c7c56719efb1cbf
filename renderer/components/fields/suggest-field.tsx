import type { KeyboardEvent } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';

import styles from './field.module.css';
import menu from '../controls/menu.module.css';
import own from './suggest-field.module.css';
import layout from '../layout/layout.module.css';

/** Something that may be meant by what was typed. */
export interface Suggestion {
  readonly id: string;
  readonly label: string;
  /** What tells two of one name apart. */
  readonly hint: string | null;
  /** Why it is said to be special, such as that it is there already. */
  readonly note: string | null;
}

/** A field whose list of suggestions comes from elsewhere. */
export interface SuggestFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly suggestions: readonly Suggestion[];
  /** Said in the list when nothing fits. */
  readonly empty: string;
  readonly onChoose: (id: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly isDisabled?: boolean;
  readonly isFirst?: boolean;
}

/** Enter takes the only suggestion that is on show, without moving to it first; of several, none is guessed. */
function takeOnly(event: KeyboardEvent<HTMLInputElement>, { value, suggestions, onChoose }: SuggestFieldProps): void {
  const { key, nativeEvent, currentTarget } = event;
  const [only] = suggestions;
  if (key !== 'Enter' || nativeEvent.isComposing || only === undefined || suggestions.length > 1) return;
  if (currentTarget.getAttribute('aria-expanded') !== 'true' || currentTarget.hasAttribute('aria-activedescendant'))
    return;
  // The list may still be the one of what stood here before.
  if (!`${only.label}\n${only.hint ?? ''}`.toLowerCase().includes(value.trim().toLowerCase())) return;
  event.preventDefault();
  onChoose(only.id);
}

/** Something to type, with a list of what may be meant; what is chosen leaves the field. */
export function SuggestField(props: SuggestFieldProps) {
  const { label, hint, value, onChange, suggestions, empty, onChoose, onKeyDown } = props;
  return (
    <ComboBox
      className={styles['field'] ?? ''}
      inputValue={value}
      onInputChange={onChange}
      items={suggestions}
      selectedKey={null}
      onSelectionChange={key => (key === null ? undefined : onChoose(String(key)))}
      allowsEmptyCollection={value.trim() !== ''}
      menuTrigger="input"
      isDisabled={props.isDisabled ?? false}
    >
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <Input
        className={styles['input'] ?? ''}
        autoFocus={props.isFirst ?? false}
        autoComplete="off"
        spellCheck="false"
        onKeyDown={event => {
          onKeyDown?.(event);
          takeOnly(event, props);
        }}
      />
      {hint === undefined ? null : (
        <Text slot="description" className={layout['faint'] ?? ''}>
          {hint}
        </Text>
      )}
      <Popover className={menu['popover'] ?? ''}>
        <ListBox<Suggestion>
          className={menu['list'] ?? ''}
          renderEmptyState={() => <p className={own['empty']}>{empty}</p>}
        >
          {item => (
            <ListBoxItem id={item.id} className={menu['item'] ?? ''} textValue={item.label}>
              <span className={layout['words']}>
                <span dir="auto">{item.label}</span>
                {item.hint === null ? null : <span className={own['hint']}>{item.hint}</span>}
              </span>
              {item.note === null ? null : <span className={own['note']}>{item.note}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
