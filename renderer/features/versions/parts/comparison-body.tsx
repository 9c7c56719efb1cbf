import type { ComparisonView } from '../../../../shared/diff/view.ts';
import { compareTexts } from '../../../../shared/features/versions/compare-text.ts';
import { versionWindowWords as words } from '../../../../shared/features/versions/window-text.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { useComparison } from '../stores/comparison.ts';
import { FactsPart } from './facts-part.tsx';
import { ImagesPart, StacksPart } from './images-part.tsx';
import { LinesPart } from './lines-part.tsx';
import { MergeBar } from '../merge-bar.tsx';
import { PartsBar } from './parts-bar.tsx';
import { TablePart } from './table-part.tsx';
import { TreePart } from './tree-part.tsx';

/** What differs, in the way that suits what the file is. */
export function ComparisonBody() {
  const { versions, compared, fault, cameBytes } = useComparison();
  if (compared !== null) return <Compared view={compared.view} isRead={false} />;
  if (fault !== null) return null;
  return <p>{versions === null ? words.fetching(cameBytes) : words.under}</p>;
}

/** @param isRead whether it was read in a file that is no text, so that nothing of it can be taken. */
function Compared({ view, isRead }: { readonly view: ComparisonView; readonly isRead: boolean }) {
  const isMerging = useComparison(state => state.isMerging);
  switch (view.kind) {
    case 'same':
      return <Notice tone="good">{isRead ? compareTexts.sameText : compareTexts.same}</Notice>;
    case 'facts':
      return (
        <>
          <Notice tone="rest">{compareTexts.why[view.why]}</Notice>
          <FactsPart />
        </>
      );
    case 'image':
      return <ImagesPart />;
    case 'stack':
      return <StacksPart mine={view.mine} theirs={view.theirs} />;
    case 'parts':
      return (
        <>
          <PartsBar view={view} />
          <Compared view={view.view} isRead />
          <Notice tone="rest">{compareTexts.notCompared[view.of]}</Notice>
          {view.isCut ? <Notice tone="alert">{compareTexts.cut}</Notice> : null}
        </>
      );
    case 'table':
      return (
        <>
          <MergeBar view={view} isRead={isRead} />
          {view.isReordered ? <Notice tone="rest">{words.reordered}</Notice> : null}
          {view.counts.all === 0 ? <Notice tone="rest">{compareTexts.onlyWritten}</Notice> : <TablePart view={view} />}
        </>
      );
    case 'lines':
      return (
        <>
          <MergeBar view={view} isRead={isRead} />
          {view.noTable === null ? null : <Notice tone="rest">{compareTexts.noTable[view.noTable]}</Notice>}
          {view.tree === null || isMerging ? null : <TreePart tree={view.tree} />}
          <LinesPart view={view} />
        </>
      );
  }
}
