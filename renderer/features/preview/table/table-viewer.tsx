import { useState } from 'react';

import { previewTexts } from '../../../../shared/features/preview/pane-text.ts';
import { MIB } from '../../../../shared/units.ts';
import { Button } from '../../../components/controls/button.tsx';
import { useParser } from '../parsing/use-parser.ts';
import type { ViewerProps } from '../viewer.ts';
import { WORKERS } from '../workers.ts';
import { DecisionLine } from './decision-line.tsx';
import { AS_FOUND, type TableAsks, type TableChoice, type TableSummary } from './table-requests.ts';
import { TableShown } from './table-view.tsx';
import styles from './table-viewer.module.css';
import frame from '../viewer.module.css';

/** What is read of a table: 200,000 rows of an instrument are a third of it. */
const FIRST = 64 * MIB;
const STEP = 64 * MIB;

/** A delimited file as a table; how it is read is shown and can be changed. */
export function TableViewer({ file, onTrouble, onShowAs, onSaveView }: ViewerProps) {
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
    <div className={frame['viewer']}>
      <DecisionLine summary={summary} choice={choice} onChoose={choose} onShowAsText={() => onShowAs('text')} />
      <TableShown
        key={summary.key}
        name={file.name}
        parser={parser}
        summary={summary}
        onSaveView={onSaveView}
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
