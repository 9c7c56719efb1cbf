import { useRef, useState } from 'react';

import { workbookTexts as texts } from '../../../../shared/features/preview/files-text.ts';
import { tableTexts } from '../../../../shared/features/preview/pane-text.ts';
import { Select } from '../../../components/fields/select.tsx';
import { Switch } from '../../../components/fields/checkbox.tsx';
import type { Parser } from '../stores/parser.ts';
import { useParser } from '../parsing/use-parser.ts';
import type { RowAsks } from '../table/table-requests.ts';
import { TableShown } from '../table/table-view.tsx';
import type { ViewerProps } from '../viewer.ts';
import { WORKERS } from '../workers.ts';
import type { SheetSummary, WorkbookAsks, WorkbookSummary } from './workbook-requests.ts';
import styles from './workbook-viewer.module.css';
import layout from '../../../components/layout/layout.module.css';

/** Which sheet is on show, and how; null: the first that the workbook shows. */
interface SheetChoice {
  readonly at: number | null;
  readonly hasHeader: boolean;
}

type Opened = SheetSummary & { readonly key: string; readonly book: WorkbookSummary; readonly at: number };

/** A workbook, sheet by sheet, with the values as they were last worked out and as the workbook shows them. */
export function WorkbookViewer({ file, onTrouble, onSaveView, onSavePicture }: ViewerProps) {
  const [choice, choose] = useState<SheetChoice>({ at: null, hasHeader: false });
  const opened = useRef<{ readonly parser: Parser<WorkbookAsks>; readonly book: WorkbookSummary } | null>(null);
  const parsed = useParser<WorkbookAsks, Opened>(WORKERS.workbook, {
    key: JSON.stringify(choice),
    onTrouble,
    begin: async (parser, signal) => {
      if (opened.current?.parser !== parser) {
        const bytes = await file.read([0, file.sizeBytes], signal);
        opened.current = { parser, book: await parser.ask('open', { name: file.name, bytes }, [bytes.buffer]) };
      }
      const { book } = opened.current;
      const at =
        choice.at ??
        Math.max(
          0,
          book.sheets.findIndex(sheet => !sheet.isHidden),
        );
      const sheet = await parser.ask('sheet', { at, hasHeader: choice.hasHeader });
      return { ...sheet, key: JSON.stringify(choice), book, at };
    },
  });
  if (parsed === null) return null;
  const { summary } = parsed;
  return (
    <div className={layout['column']}>
      <section className={styles['bar']} aria-label={texts.bar}>
        <Select
          label={texts.sheet}
          hidesLabel
          value={String(summary.at)}
          options={summary.book.sheets.map(({ name, isHidden }, at) => ({
            value: String(at),
            label: isHidden ? texts.hidden(name) : name,
          }))}
          onChange={at => choose({ at: Number(at), hasHeader: false })}
        />
        <span className={layout['soft']}>{texts.sheets(summary.book.sheets.length)}</span>
        <Switch isOn={choice.hasHeader} onChange={hasHeader => choose({ at: summary.at, hasHeader })}>
          {tableTexts.header}
        </Switch>
        <p className={layout['soft']}>{summary.unknown === 0 ? texts.values : texts.unknown(summary.unknown)}</p>
      </section>
      {summary.total === 0 && summary.columns.length <= 1 ? (
        <p className={styles['empty']}>{texts.empty}</p>
      ) : (
        <TableShown
          key={summary.key}
          name={`${file.name}, ${summary.book.sheets[summary.at]?.name ?? ''}`}
          // It is asked all that a table is asked, and more.
          parser={parsed.parser as unknown as Parser<RowAsks>}
          summary={summary}
          onSaveView={onSaveView}
          onSavePicture={onSavePicture}
          rest={summary.isCut ? <p>{texts.cut}</p> : null}
        />
      )}
    </div>
  );
}
