import { useRef, useState } from 'react';

import { textViewTexts, treeTexts as texts } from '../../../../shared/features/preview/pane-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { onFindKey } from '../parsing/find-key.ts';
import type { Parser } from '../stores/parser.ts';
import { useParser } from '../parsing/use-parser.ts';
import { CodeViewer } from '../text/code-viewer.tsx';
import type { ViewerProps } from '../viewer.ts';
import { WORKERS } from '../workers.ts';
import { DataLines } from './data-lines.tsx';
import { TreeFinding } from './tree-finding.tsx';
import type { TreeAsks, TreeSummary } from './tree-requests.ts';
import styles from './tree-viewer.module.css';
import frame from '../viewer.module.css';
/** JSON or YAML as a tree; as text where it is none, with the place of the first mistake. */
export function TreeViewer(props: ViewerProps) {
  const { file, onTrouble, onShowAs } = props;
  const parsed = useParser<TreeAsks, TreeSummary>(WORKERS.tree, {
    key: file.address,
    onTrouble,
    begin: async (parser, signal) => {
      const bytes = await file.read([0, file.sizeBytes], signal);
      return parser.ask('open', { name: file.name, bytes }, [bytes.buffer]);
    },
  });
  if (parsed === null) return null;
  const { parser, summary } = parsed;
  if ('why' in summary)
    return (
      <>
        <div className={styles['notice']}>
          <Notice tone="rest">{summary.why}</Notice>
        </div>
        <CodeViewer {...props} />
      </>
    );
  return <Shown name={file.name} parser={parser} count={summary.count} onShowAsText={() => onShowAs('code')} />;
}

interface ShownProps {
  readonly name: string;
  readonly parser: Parser<TreeAsks>;
  readonly count: number;
  readonly onShowAsText: () => void;
}

function Shown({ name, parser, count, onShowAsText }: ShownProps) {
  const [laid, setLaid] = useState({ count, turn: 0 });
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const change = (asked: Promise<{ readonly count: number }>): Promise<void> =>
    asked.then(
      answer => setLaid(({ turn }) => ({ count: answer.count, turn: turn + 1 })),
      () => undefined,
    );
  return (
    <div className={frame['viewer']} role="presentation" onKeyDown={event => onFindKey(event, field)}>
      <div className={frame['bar']}>
        <TreeFinding
          field={field}
          parser={parser}
          onFound={async index => {
            const answer = await parser.ask('reveal', { index });
            await change(Promise.resolve(answer));
            setAt(answer.at);
          }}
        />
        <Button look="quiet" onPress={() => void change(parser.ask('all', { isOpen: true }))}>
          {texts.openAll}
        </Button>
        <Button
          look="quiet"
          onPress={() => {
            setAt(0);
            void change(parser.ask('all', { isOpen: false }));
          }}
        >
          {texts.closeAll}
        </Button>
        <Button look="quiet" onPress={onShowAsText}>
          {textViewTexts.asText}
        </Button>
      </div>
      <DataLines
        label={texts.label(name)}
        parser={parser}
        laid={laid}
        at={at}
        onGo={setAt}
        onToggle={index => void change(parser.ask('toggle', { index }))}
      />
    </div>
  );
}
