import { Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { Decimal } from '../../../../shared/preview/numbers.ts';
import type { CellRange, RangeFigures } from '../../../../shared/preview/table-text.ts';
import { tableTexts as texts } from '../../../../shared/features/preview/pane-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { showToast } from '../../../state/toast.ts';
import type { Parser } from '../stores/parser.ts';
import type { RowAsks } from './table-requests.ts';
import styles from './table-viewer.module.css';
import { cellsIn } from './use-cells.ts';

/** Ranges with more cells are neither added up nor copied while a person waits. */
const MOST_CELLS = 2_000_000;
/** Figures appear only after the range stood still for this long, in milliseconds. */
const REST_MS = 120;

interface FiguresProps {
  readonly parser: Parser<RowAsks>;
  readonly range: CellRange;
  readonly decimal: Decimal;
  readonly stamp: string;
}

/** What the selected cells come to. */
export function Figures({ parser, range, decimal, stamp }: FiguresProps) {
  const [known, setKnown] = useState<{ readonly of: string; readonly figures: RangeFigures } | null>(null);
  const cells = cellsIn(range);
  const { fromRow, toRow, fromColumn, toColumn } = range;
  const of = `${stamp} ${fromRow} ${toRow} ${fromColumn} ${toColumn}`;
  useEffect(() => {
    if (cells < 2 || cells > MOST_CELLS) return;
    let isOver = false;
    const timer = setTimeout(() => {
      parser.ask('figures', { fromRow, toRow, fromColumn, toColumn }).then(
        figures => (isOver ? undefined : setKnown({ of, figures })),
        () => undefined,
      );
    }, REST_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [parser, cells, fromRow, toRow, fromColumn, toColumn, of]);
  const figures = known?.of === of ? known.figures : null;
  if (cells < 2) return null;
  return (
    <span className={styles['figures']}>
      <span>{texts.figures(cells)}</span>
      {figures === null || figures.numbers === 0 ? null : (
        <>
          <Figure word={texts.count} value={figures.numbers} decimal={decimal} />
          <Figure word={texts.sum} value={figures.sum} decimal={decimal} />
          <Figure word={texts.mean} value={figures.mean} decimal={decimal} />
          <Figure word={texts.deviation} value={figures.deviation} decimal={decimal} />
        </>
      )}
      <Button
        look="icon"
        label={texts.copy}
        isDisabled={cells > MOST_CELLS}
        onPress={() => void copyCells(parser, range)}
      >
        <Copy size={14} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </span>
  );
}

/** Copies cells as they are written. */
export async function copyCells(parser: Parser<RowAsks>, range: CellRange): Promise<void> {
  if (cellsIn(range) > MOST_CELLS) return;
  const { text } = await parser.ask('copy', range);
  await navigator.clipboard.writeText(text);
  showToast(texts.copied(cellsIn(range)));
}

/** Written with the decimal sign of the file, so that it can be compared with what stands in it. */
function Figure({
  word,
  value,
  decimal,
}: {
  readonly word: string;
  readonly value: number | null;
  readonly decimal: Decimal;
}) {
  if (value === null) return null;
  const text = String(Number(value.toPrecision(10)));
  return (
    <span>
      {`${word}: `}
      <b>{decimal === ',' ? text.replace('.', ',') : text}</b>
    </span>
  );
}
