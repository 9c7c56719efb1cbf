import type { ReactNode, RefObject } from 'react';

import { classes } from '../classes.ts';
import layout from './layout.module.css';

interface ScrollRegionProps {
  /** What is in it, for screen readers. */
  readonly label: string;
  /** `group` where it is one of many, so that it is no landmark; `document` for what is read as a page. */
  readonly role?: 'region' | 'group' | 'document';
  readonly className: string | undefined;
  /** Whether the focus of the screen begins here. */
  readonly isStart?: boolean;
  readonly ref?: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** What scrolls, by keyboard too: it can have the focus, and arrow and page keys move it. */
export function ScrollRegion({ label, role = 'region', className, isStart, ref, children }: ScrollRegionProps) {
  return (
    <div
      ref={ref}
      className={classes(layout['scrolls'], className)}
      role={role}
      aria-label={label}
      // Nothing in it need be reached by keyboard, so it is reached itself.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-region-start={isStart === true ? true : undefined}
    >
      {children}
    </div>
  );
}
