import type { NamedTable } from '../../../../shared/features/organization/report-csv.ts';
import { saveText } from '../../../components/save-text.ts';
import { showToast } from '../../../state/toast.ts';

/** Gives a table to the browser to save, and says so; null: there is none. */
export function saveTable(table: NamedTable | null): void {
  if (table === null) return;
  saveText(table.name, 'text/csv', table.text);
  showToast(table.said);
}
