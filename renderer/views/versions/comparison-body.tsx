import { compareTexts } from '../../../shared/text/version-compare.ts';
import { versionWindowWords as words } from '../../../shared/text/version-window.ts';
import { Notice } from '../../components/notice.tsx';
import { useComparison } from '../../stores/versions/comparison.ts';
import { FactsPart } from './facts-part.tsx';
import { ImagesPart } from './images-part.tsx';
import { LinesPart } from './lines-part.tsx';
import { MergeBar } from './merge-bar.tsx';
import { TablePart } from './table-part.tsx';
import { TreePart } from './tree-part.tsx';

/** What differs, in the way that suits what the file is. */
export function ComparisonBody() {
  const { versions, compared, fault, isMerging, cameBytes } = useComparison();
  if (compared === null) {
    if (fault !== null) return null;
    return <p>{versions === null ? words.fetching(cameBytes) : words.under}</p>;
  }
  const { view } = compared;
  switch (view.kind) {
    case 'same':
      return <Notice tone="good">{compareTexts.same}</Notice>;
    case 'facts':
      return (
        <>
          <Notice tone="rest">{compareTexts.why[view.why]}</Notice>
          <FactsPart />
        </>
      );
    case 'image':
      return <ImagesPart />;
    case 'table':
      return (
        <>
          <MergeBar view={view} />
          {view.isReordered ? <Notice tone="rest">{words.reordered}</Notice> : null}
          {view.counts.all === 0 ? <Notice tone="rest">{compareTexts.onlyWritten}</Notice> : <TablePart view={view} />}
        </>
      );
    case 'lines':
      return (
        <>
          <MergeBar view={view} />
          {view.noTable === null ? null : <Notice tone="rest">{compareTexts.noTable[view.noTable]}</Notice>}
          {view.tree === null || isMerging ? null : <TreePart tree={view.tree} />}
          <LinesPart view={view} />
        </>
      );
  }
}
