import { type ReactNode, useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components';

import styles from './button.module.css';
import { classes } from './classes.ts';
import { useFirstFocus } from './first-focus.ts';

/** `plain`: framed. `main`: what is mostly wanted. `danger`: removes something. `quiet`: words only, inside a line of text. `icon`: a square with a glyph and an accessible name. */
export interface ButtonProps {
  readonly look?: 'plain' | 'main' | 'danger' | 'quiet' | 'icon';
  /** For `icon`, which has no words of its own. */
  readonly label?: string;
  readonly isDisabled?: boolean;
  readonly type?: 'button' | 'submit';
  /** Whether it has the focus when it appears. */
  readonly hasFocus?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** Something to press. */
export function Button({ look = 'plain', label, isDisabled = false, onPress, children, ...more }: ButtonProps) {
  const element = useRef<HTMLButtonElement>(null);
  useFirstFocus(element, more.hasFocus === true);
  return (
    <AriaButton
      ref={element}
      className={classes(styles['button'], styles[look])}
      isDisabled={isDisabled}
      onPress={onPress}
      type={more.type ?? 'button'}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {children}
    </AriaButton>
  );
}
