import { useComparison } from './stores/comparison.ts';
import { useVersions } from './stores/history.ts';
import { ComparisonSheet } from './comparison-sheet.tsx';
import { HistorySheet } from './history-sheet.tsx';

/** What stands over every screen for the versions of a file: its history, and two of them compared. */
export function VersionsParts() {
  const hasHistory = useVersions(state => state.id !== null);
  const asked = useComparison(state => state.asked);
  return (
    <>
      {hasHistory ? <HistorySheet /> : null}
      {asked === null ? null : <ComparisonSheet />}
    </>
  );
}
