import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, memo } from 'react';
import { Button } from 'react-aria-components';

import { classes } from '../classes.ts';
import styles from './line-grid.module.css';

/** A column of a list. */
export interface GridColumn<C extends string> {
  readonly id: C;
  readonly label: string;
  /** A line is called by these cells. */
  readonly isRowHeader: boolean;
  /** As a track of a grid, such as `minmax(7rem, 1fr)`. */
  readonly width: string;
  readonly align?: 'end';
  /** A sign stands in it, whose words may reach beyond it. */
  readonly isSign?: true;
  /** False: lines cannot be sorted by it. */
  readonly isSorted?: false;
}

/** By which column lines are sorted, and which way. */
export interface GridSorting<C extends string> {
  readonly column: C;
  readonly direction: 'ascending' | 'descending';
}

interface GridHeadProps<C extends string> {
  readonly columns: readonly GridColumn<C>[];
  readonly sorting: GridSorting<C>;
  readonly onSort: (sorting: GridSorting<C>) => void;
}

function PlainHead<C extends string>({ columns, sorting, onSort }: GridHeadProps<C>) {
  const sort = (column: C): void => {
    const isAgain = column === sorting.column && sorting.direction === 'ascending';
    onSort({ column, direction: isAgain ? 'descending' : 'ascending' });
  };
  return (
    <div role="rowgroup" className={styles['head']}>
      <div role="row" aria-rowindex={1} className={styles['headRow']} onKeyDown={goAside}>
        {columns.map(({ id, label, align, isSorted = true }, index) => (
          <div
            key={id}
            role="columnheader"
            aria-colindex={index + 1}
            {...(isSorted ? { 'aria-sort': id === sorting.column ? sorting.direction : 'none' } : {})}
            className={styles['column']}
          >
            {isSorted ? (
              <Button
                className={classes(styles['sort'], align === 'end' && styles['sortEnd'])}
                excludeFromTabOrder={id !== sorting.column}
                onPress={() => sort(id)}
              >
                <span>{label}</span>
                {id === sorting.column ? <Arrow direction={sorting.direction} /> : null}
              </Button>
            ) : (
              <span className={styles['unsorted']}>{label}</span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The names of the columns; a press sorts by one. One stop of the Tab key: arrows lead from name to name. */
export const GridHead = memo(PlainHead) as typeof PlainHead;

function Arrow({ direction }: { readonly direction: 'ascending' | 'descending' }) {
  const Icon = direction === 'ascending' ? ArrowUp : ArrowDown;
  return <Icon size={12} strokeWidth={2} aria-hidden="true" />;
}

function goAside(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0 || event.altKey) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex(button => button === document.activeElement);
  buttons[at + step]?.focus();
  event.preventDefault();
}
