import { useEffect, useState } from 'react';

import type { TableOrder } from '../../../../shared/preview/table-text.ts';
import type { Parser } from '../stores/parser.ts';
import type { RowAsks } from './table-requests.ts';

/** All rows, as in the file. */
export const PLAIN: TableOrder = { sortBy: null, isDescending: false, filter: '' };

/** Rows in the order that is on show by now. */
export interface Laid {
  readonly count: number;
  /** Another one whenever other rows are in other places. */
  readonly stamp: string;
}

/** Has the worker sort and narrow the rows; the rows before stay on show until then. */
export function useOrder(
  parser: Parser<RowAsks>,
  order: TableOrder,
  { key, total }: { key: string; total: number },
): Laid {
  const [laid, setLaid] = useState<Laid>({ count: total, stamp: key });
  useEffect(() => {
    let isOver = false;
    // The worker begins with all rows as in the file.
    if (order === PLAIN) return;
    parser.ask('order', order).then(
      ({ count }) => (isOver ? undefined : setLaid({ count, stamp: `${key} ${JSON.stringify(order)}` })),
      () => undefined,
    );
    return () => void (isOver = true);
  }, [parser, order, key]);
  return laid;
}
