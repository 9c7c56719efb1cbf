import { useMemo, useState } from 'react';

import { chatWindow } from '../../../shared/features/chat/window-text.ts';
import { plotTexts } from '../../../shared/features/preview/plot-text.ts';
import { picturesOf, plotOf } from '../../../shared/preview/table-pictures.ts';
import { withSeparator } from '../../../shared/preview/table-decision.ts';
import { TableText } from '../../../shared/preview/table-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import type { Pictures } from '../../components/pictures/pictures.ts';
import { LookChoice, type TableLook, TablePictures } from '../../components/pictures/table-pictures.tsx';
import { savePictureToTask } from './stores/saving-view.ts';
import tableSheetStyles from './table-sheet.module.css';

const words = chatWindow.table;

interface SheetProps {
  /** The heading first. */
  readonly rows: readonly (readonly string[])[];
  readonly task: string | null;
  readonly onClose: () => void;
}

/** A table of a reply as a plot or as a plate. Its rows are few, so they are read in the page itself. */
export function PictureSheet({ rows, task, onClose }: SheetProps) {
  const pictures = useMemo<Pictures>(() => {
    const text = rows.map(cells => cells.map(cell => cell.replaceAll(/[\t\r\n"]+/g, ' ')).join('\t')).join('\n');
    const table = new TableText(text, { ...withSeparator(text, '\t'), preamble: 0, hasHeader: true });
    return { offer: picturesOf(table), plot: async choice => plotOf(table, choice), stamp: '' };
  }, [rows]);
  const [chosen, setChosen] = useState<TableLook | null>(null);
  const { offer } = pictures;
  const look = chosen ?? (offer?.plate !== null ? 'plate' : 'plot');
  return (
    <Dialog
      title={words.picture}
      size="wide"
      isOpen
      onClose={onClose}
      buttons={
        <Button isFirst onPress={onClose}>
          {words.close}
        </Button>
      }
    >
      {offer === null || (offer.plate === null && offer.plots.length === 0) ? (
        <p>{plotTexts.none}</p>
      ) : (
        <>
          <LookChoice offer={offer} look={look} onLook={setChosen} hidesTable />
          <div className={tableSheetStyles['picture']}>
            <TablePictures
              name={words.label}
              look={look === 'plate' ? 'plate' : 'plot'}
              pictures={pictures}
              {...(task === null ? {} : { onSaveToTask: picture => savePictureToTask(task, picture) })}
            />
          </div>
        </>
      )}
    </Dialog>
  );
}
