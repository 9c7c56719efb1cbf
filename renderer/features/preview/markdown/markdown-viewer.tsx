import { useRef } from 'react';

import { markdownTexts as texts, previewTexts } from '../../../../shared/features/preview/pane-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { MarkdownTree } from '../../../markdown/markdown-tree.tsx';
import { useParser } from '../parsing/use-parser.ts';
import { useStartFocus } from '../parsing/use-start-focus.ts';
import type { ViewerProps } from '../viewer.ts';
import { WORKERS } from '../workers.ts';
import type { MarkdownAsks, MarkdownSummary } from '../../../markdown/markdown-requests.ts';
import { ScrollRegion } from '../../../components/layout/scroll-region.tsx';
import styles from './markdown-viewer.module.css';
import layout from '../../../components/layout/layout.module.css';
import frame from '../viewer.module.css';

/** A Markdown document as it reads. Nothing in it loads anything or leads anywhere unasked. */
export function MarkdownViewer({ file, onTrouble, onShowAs }: ViewerProps) {
  const parsed = useParser<MarkdownAsks, MarkdownSummary>(WORKERS.markdown, {
    key: file.address,
    onTrouble,
    begin: async (parser, signal) => {
      const bytes = await file.read([0, file.sizeBytes], signal);
      return parser.ask('open', { bytes }, [bytes.buffer]);
    },
  });
  if (parsed === null) return null;
  return <Page name={file.name} summary={parsed.summary} onShowAsText={() => onShowAs('text')} />;
}

interface PageProps {
  readonly name: string;
  readonly summary: MarkdownSummary;
  readonly onShowAsText: () => void;
}

function Page({ name, summary: { tree, isCut }, onShowAsText }: PageProps) {
  const room = useRef<HTMLDivElement>(null);
  useStartFocus(room);
  return (
    <div className={layout['column']}>
      <div className={frame['bar']}>
        <Button look="quiet" onPress={onShowAsText}>
          {texts.source}
        </Button>
      </div>
      <ScrollRegion ref={room} className={styles['page']} role="document" label={texts.label(name)} isStart>
        <MarkdownTree tree={tree} />
        {isCut ? <p className={styles['cut']}>{previewTexts.cut}</p> : null}
      </ScrollRegion>
    </div>
  );
}
