import { type ReactNode, useRef, useState } from 'react';

import { previewTexts, tableTexts as texts } from '../../../../shared/text/preview-pane.ts';
import { MIB } from '../../../../shared/units.ts';
import { Button } from '../../../components/button.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import type { TableOrder } from '../../../../shared/preview/table-text.ts';
import { onFindKey } from '../parsing/find-key.ts';
import type { Parser } from '../parsing/parser.ts';
import { useParser } from '../parsing/use-parser.ts';
import type { ViewerProps } from '../viewer.ts';
import { WORKERS } from '../workers.ts';
import { CellGrid } from './cell-grid.tsx';
import { DecisionLine } from './decision-line.tsx';
import { Figures } from './figures.tsx';
import { Preamble, ReadingTable } from './plain-tables.tsx';
import { AS_FOUND, type TableAsks, type TableChoice, type TableSummary } from './table-asks.ts';
import styles from './table-viewer.module.css';
import { useCells } from './use-cells.ts';
import { PLAIN, useOrder } from './use-order.ts';
/** What is read of a table: 200,000 rows of an instrument are a third of it. */
const FIRST = 64 * MIB;
const STEP = 64 * MIB;

/** A delimited file as a table, with how it is read for everybody to see and to change. */
export function TableViewer({ file, onTrouble, onShowAs }: ViewerProps) {
  const [choice, choose] = useState<TableChoice>(AS_FOUND);
  const [most, setMost] = useState(FIRST);
  const key = JSON.stringify([choice, most]);
  const parsed = useParser<TableAsks, TableSummary & { readonly key: string }>(WORKERS.table, {
    key,
    onTrouble,
    begin: async (parser, signal) => {
      const bytes = await file.read([0, most], signal);
      const asked = { name: file.name, bytes, isCut: bytes.byteLength < file.sizeBytes, choice };
      return { ...(await parser.ask('open', asked, [bytes.buffer])), key };
    },
  });
  if (parsed === null) return null;
  const { parser, summary } = parsed;
  return (
    <div className={styles['viewer']}>
      <DecisionLine summary={summary} choice={choice} onChoose={choose} onShowAsText={() => onShowAs('text')} />
      <Shown
        key={summary.key}
        name={file.name}
        parser={parser}
        summary={summary}
        rest={
          most < file.sizeBytes ? (
            <p className={styles['rest']}>
              {previewTexts.part(most, file.sizeBytes)}
              <Button look="quiet" onPress={() => setMost(most + STEP)}>
                {previewTexts.more}
              </Button>
            </p>
          ) : null
        }
      />
    </div>
  );
}

interface ShownProps {
  readonly name: string;
  readonly parser: Parser<TableAsks>;
  readonly summary: TableSummary & { readonly key: string };
  readonly rest: ReactNode;
}

function Shown({ name, parser, summary, rest }: ShownProps) {
  const [order, setOrder] = useState<TableOrder>(PLAIN);
  const [isReading, setReading] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const laid = useOrder(parser, order, summary);
  const cells = useCells({ rows: laid.count, columns: summary.columns.length });
  return (
    <div className={styles['shown']} role="presentation" onKeyDown={event => onFindKey(event, field)}>
      <div className={styles['bar']}>
        <SearchField
          input={field}
          label={texts.filter}
          clearLabel={texts.clear}
          value={order.filter}
          onChange={filter => setOrder({ ...order, filter })}
        />
        <Button onPress={() => setReading(!isReading)}>{isReading ? texts.grid : texts.reading}</Button>
      </div>
      <Preamble records={summary.preamble} />
      {isReading ? (
        <ReadingTable name={name} parser={parser} summary={summary} laid={laid} />
      ) : (
        <CellGrid
          label={texts.label(name)}
          parser={parser}
          summary={summary}
          laid={laid}
          order={order}
          onSort={setOrder}
          cells={cells}
        />
      )}
      <footer className={styles['foot']}>
        <span>{texts.rows(laid.count, summary.total)}</span>
        <span>{texts.columns(summary.columns.length)}</span>
        {isReading ? null : (
          <Figures parser={parser} range={cells.range} decimal={summary.decision.decimal} stamp={laid.stamp} />
        )}
        {rest}
      </footer>
    </div>
  );
}
