import type { ReactNode } from 'react';

import { shownName } from '../../../shared/text/shown-name.ts';
import { initialsOf } from './initials.ts';
import styles from './person-row.module.css';
import { TwoLines } from './two-lines.tsx';

/** A person in a list of people. */
export interface PersonRowProps {
  readonly name: string;
  /** What stands as the name, such as with "(you)". */
  readonly called: string;
  /** An address, or what kind of thing it is. */
  readonly about: string | null;
  /** What else is said below. */
  readonly more?: ReactNode;
  /** At the end: a role, what changes it. */
  readonly children: ReactNode;
}

/** A line of a list of people: a disc, the name and what tells two of one name apart, what can be done. */
export function PersonRow({ name, called, about, more, children }: PersonRowProps) {
  return (
    <li className={styles['row']}>
      <span className={styles['initials']} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <TwoLines about={about === null ? null : shownName(about)} more={more}>
        <strong>
          <bdi>{shownName(called)}</bdi>
        </strong>
      </TwoLines>
      <span className={styles['end']}>{children}</span>
    </li>
  );
}
