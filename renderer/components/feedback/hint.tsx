import type { ReactElement, ReactNode } from 'react';
import { Tooltip, TooltipTrigger } from 'react-aria-components';

import styles from './hint.module.css';

/** Pointing at something for this long asks about it. */
const DELAY_MS = 500;

/** What is said beside something that is pointed at or has the focus. */
export interface HintProps {
  readonly text: ReactNode;
  readonly side?: 'right' | 'bottom' | 'top';
  /** One element that can have the focus, with a role. */
  readonly children: ReactElement;
}

/** Puts a hint beside a button or a link. */
export function Hint({ text, side = 'bottom', children }: HintProps) {
  return (
    <TooltipTrigger delay={DELAY_MS} closeDelay={80}>
      {children}
      <Tooltip className={styles['hint'] ?? ''} placement={side} offset={6}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  );
}
