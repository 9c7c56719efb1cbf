import { type ReactNode, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';

import styles from './button.module.css';
import { classes } from '../classes.ts';

/**
 * `plain`: framed. `main`: what most people come for, one in a view. `danger`: takes something away. `quiet`: words only,
 * inside a line of text. `icon`: a square with a glyph and an accessible name.
 */
export interface ButtonProps {
  readonly look?: 'plain' | 'main' | 'danger' | 'quiet' | 'icon';
  /** For `icon`, which has no words of its own. */
  readonly label?: string;
  readonly isDisabled?: boolean;
  /** `submit` answers the form that it is in. */
  readonly type?: 'button' | 'submit';
  /** Has the focus when it appears: in a dialog the button that risks least. */
  readonly isFirst?: boolean;
  /** Of a button that shows and hides something beside it. */
  readonly isExpanded?: boolean;
  /** Left out only for a button that sends its form. */
  readonly onPress?: () => void;
  readonly children: ReactNode;
}

/** Something to press. Disabled while it has the focus it keeps it, or the keyboard would begin at the top of the page again. */
export function Button({ look = 'plain', label, isDisabled = false, isFirst = false, ...more }: ButtonProps) {
  const { type = 'button', isExpanded, onPress, children } = more;
  const [hasFocus, setHasFocus] = useState(false);
  const isHeld = isDisabled && hasFocus;
  return (
    <AriaButton
      className={classes(styles['button'], styles[look])}
      isDisabled={isDisabled && !isHeld}
      onFocusChange={setHasFocus}
      autoFocus={isFirst}
      type={isHeld ? 'button' : type}
      {...(look === 'main' && !isHeld ? { 'data-main': true } : {})}
      {...(isHeld ? { 'aria-disabled': true } : {})}
      {...(onPress === undefined || isHeld ? {} : { onPress })}
      {...(isExpanded === undefined ? {} : { 'aria-expanded': isExpanded })}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {children}
    </AriaButton>
  );
}
