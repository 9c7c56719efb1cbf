import { type RefObject, useEffect, useRef, useState } from 'react';
import { ChevronDown, ChevronUp } from 'lucide-react';

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
import type { TreeAsks, TreeSummary } from './tree-requests.ts';
import styles from './tree-viewer.module.css';
import layout from '../../../components/layout/layout.module.css';
import frame from '../viewer.module.css';
import { SearchField } from '../../../components/fields/search-field.tsx';

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
    <div className={layout['column']} role="presentation" onKeyDown={event => onFindKey(event, field)}>
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

/** As many as are looked for. */
const MOST = 10_000;

interface Finds {
  /** What was looked for. */
  readonly of: string;
  readonly found: readonly number[];
  /** The one on show; -1: none yet. */
  readonly at: number;
}

interface FindingProps {
  readonly parser: Parser<TreeAsks>;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onFound: (index: number) => Promise<void>;
}

/** Finds names and values in a tree, and opens what is around them. */
function TreeFinding({ parser, field, onFound }: FindingProps) {
  const [sought, seek] = useState('');
  const [known, setFinds] = useState<Finds | null>(null);
  useEffect(() => {
    if (sought === '') return;
    let isOver = false;
    parser.ask('find', { sought }).then(
      ({ found }) => (isOver ? undefined : setFinds({ of: sought, found, at: -1 })),
      () => undefined,
    );
    return () => void (isOver = true);
  }, [parser, sought]);
  const finds = sought !== '' && known?.of === sought ? known : null;
  const go = (step: 1 | -1): void => {
    if (finds === null || finds.found.length === 0) return;
    const at = (Math.max(finds.at, step === 1 ? -1 : 0) + step + finds.found.length) % finds.found.length;
    setFinds({ ...finds, at });
    const index = finds.found[at];
    if (index !== undefined) void onFound(index);
  };
  const all = finds?.found.length ?? 0;
  return (
    <div className={frame['finding']}>
      <SearchField
        input={field}
        label={texts.find}
        clearLabel={textViewTexts.clear}
        value={sought}
        onChange={seek}
        onSubmit={() => go(1)}
      />
      {finds === null ? null : (
        <>
          <span className={frame['found']}>{textViewTexts.matches(finds.at + 1, all, all < MOST)}</span>
          <Button look="icon" label={textViewTexts.previous} isDisabled={all === 0} onPress={() => go(-1)}>
            <ChevronUp size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
          <Button look="icon" label={textViewTexts.next} isDisabled={all === 0} onPress={() => go(1)}>
            <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        </>
      )}
    </div>
  );
}
