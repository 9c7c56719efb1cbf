import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

import { type Encoding, ENCODINGS } from '../../../../shared/preview/encoding.ts';
import { previewTexts, tableTexts, textViewTexts as texts } from '../../../../shared/features/preview/pane-text.ts';
import { MIB } from '../../../../shared/units.ts';
import { Button } from '../../../components/controls/button.tsx';
import { SearchField } from '../../../components/fields/search-field.tsx';
import { Select } from '../../../components/fields/select.tsx';
import { Switch } from '../../../components/fields/checkbox.tsx';
import { onFindKey } from '../parsing/find-key.ts';
import type { Parser } from '../stores/parser.ts';
import { useParser } from '../parsing/use-parser.ts';
import type { ViewerProps } from '../viewer.ts';
import styles from './lines-viewer.module.css';
import layout from '../../../components/layout/layout.module.css';
import frame from '../viewer.module.css';
import type { Match, TextAsks, TextSummary } from './text-requests.ts';
import { TextLinesView } from './text-lines-view.tsx';
import { announce } from '../../../state/announcements.ts';

/** What is shown of a text at first, and how much more each time it is asked for, in bytes. */
const FIRST = 5 * MIB;
const STEP = 20 * MIB;

/** A text with what can be done about it: another encoding, broken lines, finding. */
export function LinesViewer({ file, onTrouble, worker }: ViewerProps & { readonly worker: string }) {
  const [encoding, setEncoding] = useState<Encoding | null>(null);
  const [most, setMost] = useState(FIRST);
  const parsed = useParser<TextAsks, TextSummary>(worker, {
    key: `${encoding ?? ''} ${most}`,
    onTrouble,
    begin: async (parser, signal) => {
      const bytes = await file.read([0, most], signal);
      return parser.ask('open', { name: file.name, bytes, isCut: bytes.byteLength < file.sizeBytes, encoding }, [
        bytes.buffer,
      ]);
    },
  });
  if (parsed === null) return null;
  return (
    <Shown
      name={file.name}
      parser={parsed.parser}
      summary={parsed.summary}
      stamp={`${parsed.summary.encoding} ${parsed.summary.count}`}
      onEncoding={setEncoding}
      rest={
        most < file.sizeBytes ? (
          <p className={layout['row']}>
            {previewTexts.part(most, file.sizeBytes)}
            <Button look="quiet" onPress={() => setMost(most + STEP)}>
              {previewTexts.more}
            </Button>
          </p>
        ) : null
      }
    />
  );
}

interface ShownProps {
  readonly name: string;
  readonly parser: Parser<TextAsks>;
  readonly summary: TextSummary;
  readonly stamp: string;
  readonly onEncoding: (encoding: Encoding) => void;
  readonly rest: ReactNode;
}

function Shown({ name, parser, summary, stamp, onEncoding, rest }: ShownProps) {
  const field = useRef<HTMLInputElement>(null);
  const [wraps, setWraps] = useState(false);
  const { sought, seek, found, at, go } = useMatches(parser, `${stamp} ${wraps}`);
  return (
    <div className={layout['column']} onKeyDown={event => onFindKey(event, field)} role="presentation">
      <div className={frame['bar']}>
        <Finding field={field} sought={sought} onSeek={seek} found={found} at={at} onGo={go} />
        <Switch isOn={wraps} onChange={setWraps}>
          {texts.wrap}
        </Switch>
        <Select
          label={texts.encoding}
          hidesLabel
          value={summary.encoding}
          options={ENCODINGS.map(each => ({ value: each, label: each.toUpperCase() }))}
          onChange={onEncoding}
        />
      </div>
      <TextLinesView
        label={texts.label(name)}
        parser={parser}
        count={summary.count}
        stamp={stamp}
        wraps={wraps}
        match={found?.matches[at] ?? null}
        digits={String(summary.numbered).length}
      />
      <footer className={styles['foot']}>
        <span>{texts.lines(summary.numbered)}</span>
        {summary.zeroBytes > 0 ? <span>{tableTexts.zeroBytes(summary.zeroBytes)}</span> : null}
        {rest}
      </footer>
    </div>
  );
}

interface FindingProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly sought: string;
  readonly onSeek: (text: string) => void;
  readonly found: { readonly matches: readonly Match[]; readonly isAll: boolean } | null;
  readonly at: number;
  readonly onGo: (step: 1 | -1) => void;
}

function Finding({ field, sought, onSeek, found, at, onGo }: FindingProps) {
  const all = found?.matches.length ?? 0;
  return (
    <div className={frame['finding']}>
      <SearchField
        label={texts.find}
        clearLabel={texts.clear}
        value={sought}
        onChange={onSeek}
        onSubmit={() => onGo(1)}
        input={field}
      />
      {found === null ? null : (
        <>
          <span className={frame['found']}>{texts.matches(all === 0 ? 0 : at + 1, all, found.isAll)}</span>
          <Button look="icon" label={texts.previous} isDisabled={all === 0} onPress={() => onGo(-1)}>
            <ChevronUp size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
          <Button look="icon" label={texts.next} isDisabled={all === 0} onPress={() => onGo(1)}>
            <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        </>
      )}
    </div>
  );
}

interface Found {
  readonly matches: readonly Match[];
  readonly isAll: boolean;
}

/** Finds in a text while a person types. @param stamp another one whenever the lines changed. */
function useMatches(parser: Parser<TextAsks>, stamp: string) {
  const [sought, seek] = useState('');
  const [known, setKnown] = useState<(Found & { readonly of: string }) | null>(null);
  const [at, setAt] = useState(0);
  const of = `${stamp} ${sought}`;
  useEffect(() => {
    if (sought === '') return;
    let isOver = false;
    parser.ask('find', { sought }).then(
      answer => {
        if (isOver) return;
        setKnown({ ...answer, of });
        setAt(0);
        announce(texts.matches(Math.min(1, answer.matches.length), answer.matches.length, answer.isAll));
      },
      () => undefined,
    );
    return () => void (isOver = true);
  }, [parser, sought, of]);
  const found = sought !== '' && known?.of === of ? known : null;
  const go = (step: 1 | -1): void => {
    const all = found?.matches.length ?? 0;
    if (all > 0) setAt((at + step + all) % all);
  };
  return { sought, seek, found, at, go };
}
