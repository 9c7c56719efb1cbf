import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';

import styles from './button.module.css';
import { classes } from './classes.ts';

/** `plain`: framed. `quiet`: words only, inside a line of text. `icon`: a square with a glyph and an accessible name. */
export interface ButtonProps {
  readonly look?: 'plain' | 'main' | 'quiet' | 'icon';
  /** For `icon`, which has no words of its own. */
  readonly label?: string;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** Something to press. */
export function Button({ look = 'plain', label, isDisabled = false, onPress, children }: ButtonProps) {
  return (
    <AriaButton
      className={classes(styles['button'], styles[look])}
      isDisabled={isDisabled}
      onPress={onPress}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {children}
    </AriaButton>
  );
}
