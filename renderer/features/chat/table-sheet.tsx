import { chatWindow } from '../../../shared/features/chat/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import styles from './table-sheet.module.css';

const words = chatWindow.table;

/** More rows at once would be slow to lay out. */
const MOST_ROWS = 1000;

interface TableSheetProps {
  /** The heading first. */
  readonly rows: readonly (readonly string[])[];
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** A table of a reply over the window, where there is more room for it. */
export function TableSheet({ rows, onSave, onClose }: TableSheetProps) {
  const [head = [], ...body] = rows;
  const columns = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  return (
    <Dialog
      title={words.label}
      size="wide"
      isOpen
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onSave}>{words.save}</Button>
          <Button isFirst onPress={onClose}>
            {words.close}
          </Button>
        </>
      }
    >
      {body.length > MOST_ROWS ? <Notice tone="rest">{words.tooMany(MOST_ROWS)}</Notice> : null}
      {/* What scrolls has to be reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['scroll']} role="group" aria-label={words.size(body.length, columns)} tabIndex={0}>
        <table className={styles['table']}>
          <thead>
            <tr>
              {head.map((cell, at) => (
                // Columns have no name of their own that would tell them apart.
                // oxlint-disable-next-line react/no-array-index-key
                <th key={at} scope="col" dir="auto">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.slice(0, MOST_ROWS).map((cells, at) => (
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={at}>
                {cells.map((cell, column) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={column} dir="auto">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
