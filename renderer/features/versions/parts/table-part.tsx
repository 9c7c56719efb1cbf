import { lazy, Suspense, useState } from 'react';

import { shownName } from '../../../../shared/text/shown-name.ts';
import { versionWindowWords as words } from '../../../../shared/features/versions/window-text.ts';
import type { Origin, Side } from '../../../../shared/diff/choice.ts';
import { chooseSide, takenIn, useComparison } from '../stores/comparison.ts';
import type { CellView, RowView, TableView } from '../../../../shared/diff/table-view.ts';
import layout from '../../../components/layout/layout.module.css';
import styles from '../comparison.module.css';
import { Button } from '../../../components/controls/button.tsx';
import { Either } from '../../../components/controls/segmented.tsx';
import { idOfChoice } from '../choice-id.ts';
import { SideIcon } from './sides.tsx';

type Column = TableView['columns'][number];

/** Loaded with the first picture of differences. */
const DifferencePicture = lazy(async () => ({
  default: (await import('./difference-picture.tsx')).DifferencePicture,
}));

/** Whether there may be something to draw: a cell whose values differ and look like numbers. */
function hasNumbers({ rows }: TableView): boolean {
  const isNumeric = (value: string | null) => value !== null && /^[-+−]?[\d.,\s]*\d/.test(value);
  return rows.some(({ cells }) =>
    cells.some(({ change, mine, theirs }) => change !== null && isNumeric(mine) && isNumeric(theirs)),
  );
}

/** The rows and columns of a table in which something differs; each difference where it stands. */
export function TablePart({ view }: { readonly view: TableView }) {
  const { columns, rows, head } = view;
  const [isPicture, setPicture] = useState(false);
  const asked = useComparison(state => state.asked);
  return (
    <>
      {hasNumbers(view) && asked !== null ? (
        <p className={styles['look']}>
          <Button look="quiet" onPress={() => setPicture(!isPicture)}>
            {isPicture ? words.picture.hide : words.picture.show}
          </Button>
        </p>
      ) : null}
      {isPicture && asked !== null ? (
        <Suspense fallback={null}>
          <DifferencePicture view={view} labels={asked.labels} />
        </Suspense>
      ) : null}
      {head === null ? null : (
        <section className={styles['hunk']} aria-label={words.head}>
          <header className={styles['about']}>
            <strong>{words.head}</strong>
          </header>
          <Difference about={words.head} {...head} canJoin={view.canJoin} />
        </section>
      )}
      {rows.length === 0 && columns.every(({ change }) => change === null) ? null : (
        <div className={styles['frame']} role="region" aria-label={words.table} tabIndex={0}>
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">{shownName(view.key.join(' · '))}</th>
                {columns
                  .filter(({ isKey }) => !isKey)
                  .map(column => (
                    <ColumnHead column={column} canJoin={view.canJoin} key={column.name} />
                  ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <TableRow row={row} view={view} key={row.key} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function ColumnHead({ column, canJoin }: { readonly column: Column; readonly canJoin: boolean }) {
  const { name, change } = column;
  const sides = change === null ? null : presence(change.isIn, words.hasColumn, words.noColumn);
  return (
    <th scope="col">
      {shownName(name)}
      {change === null || sides === null ? null : (
        <Difference about={words.columnOf(name)} id={change.id} origin={change.origin} {...sides} canJoin={canJoin} />
      )}
    </th>
  );
}

function TableRow({ row, view }: { readonly row: RowView; readonly view: TableView }) {
  const { change, key, cells } = row;
  const sides = change === null ? null : presence(change.isIn, words.hasRow, words.noRow);
  return (
    <tr>
      <th scope="row">
        {shownName(key)}
        {change === null || sides === null ? null : (
          <Difference
            about={words.rowOf(key)}
            id={change.id}
            origin={change.origin}
            {...sides}
            canJoin={view.canJoin}
          />
        )}
      </th>
      {cells.map((cell, at) => {
        const column = view.columns[at];
        if (column === undefined || column.isKey) return null;
        return <Cell cell={cell} about={words.cell(key, column.name)} canJoin={view.canJoin} key={column.name} />;
      })}
    </tr>
  );
}

function Cell({
  cell,
  about,
  canJoin,
}: {
  readonly cell: CellView;
  readonly about: string;
  readonly canJoin: boolean;
}) {
  const { change, origin, base, mine, theirs } = cell;
  const isOpen = useComparison(state => change !== null && origin !== 'same' && takenIn(state, change) === null);
  if (change === null || origin === null)
    return <td className={layout['softInk']}>{shownName(theirs ?? mine ?? '')}</td>;
  return (
    <td className={styles[isOpen ? 'conflict' : 'oneSide']}>
      <Difference about={about} id={change} origin={origin} base={base} mine={mine} theirs={theirs} canJoin={canJoin} />
    </td>
  );
}

/** A row or column that only one side has. */
function presence(isIn: 'mine' | 'theirs', has: string, hasNot: string): Pick<Differing, 'base' | 'mine' | 'theirs'> {
  return { base: null, mine: isIn === 'mine' ? has : hasNot, theirs: isIn === 'theirs' ? has : hasNot };
}

/** One small difference: what each version has there. Null: there is no such place in it. */
interface Differing {
  readonly about: string;
  readonly id: number;
  readonly origin: Origin;
  readonly base: string | null;
  readonly mine: string | null;
  readonly theirs: string | null;
  readonly canJoin: boolean;
}

/** Both values, below each other; in a merge one of them is taken. */
function Difference({ about, id, origin, base, mine, theirs, canJoin }: Differing) {
  const asked = useComparison(state => state.asked);
  const isMerging = useComparison(state => state.isMerging);
  const taken = useComparison(state => takenIn(state, id));
  if (asked === null) return null;
  const { labels } = asked;
  const was = base === null || base === mine || base === theirs ? null : words.was(seen(base));
  const says = [about, words.origin(labels.mine, labels.theirs)[origin], ...(was === null ? [] : [was])].join('. ');
  const values = { mine, theirs };
  if (origin === 'same') return <span className={styles['value']}>{seen(theirs)}</span>;
  if (!isMerging || !canJoin)
    return (
      <span className={styles['pair']}>
        <Value side="mine" label={labels.mine} value={mine} />
        <Value side="theirs" label={labels.theirs} value={theirs} />
      </span>
    );
  const option = (value: Side) => ({
    value,
    label: `${labels[value]}: ${seen(values[value])}`,
    words: <Words side={value} value={values[value]} />,
  });
  return (
    <span className={styles['pair']}>
      <Either<Side>
        id={idOfChoice(id)}
        label={says}
        isTall
        value={sideOf(taken)}
        options={[option('mine'), option('theirs')]}
        onChange={side => chooseSide(id, side)}
      />
      {was === null ? null : <span className={layout['soft']}>{was}</span>}
    </span>
  );
}

function sideOf(taken: Side | 'both' | null): Side | null {
  return taken === 'both' ? null : taken;
}

function Value({ side, label, value }: { readonly side: Side; readonly label: string; readonly value: string | null }) {
  return (
    <span className={styles['value']} title={label}>
      <Words side={side} value={value} />
    </span>
  );
}

function Words({ side, value }: { readonly side: Side; readonly value: string | null }) {
  return (
    <>
      <SideIcon side={side} />
      {value === null || value === '' ? <em>{seen(value)}</em> : shownName(value)}
    </>
  );
}

function seen(value: string | null): string {
  return value === null ? words.nothing : value === '' ? words.empty : shownName(value);
}
