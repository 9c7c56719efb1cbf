import type { Take } from '../../../../shared/diff/choice.ts';
import type { Hunk } from '../../../../shared/diff/lines.ts';
import type { HunkView, LinesView } from '../../../../shared/diff/view.ts';
import type { Piece } from '../../../../shared/diff/words.ts';
import { shownName } from '../../../../shared/text/shown-name.ts';
import { versionWindowWords as words } from '../../../../shared/features/versions/window-text.ts';
import { classes } from '../../../components/classes.ts';
import { Either } from '../../../components/controls/segmented.tsx';
import { chooseSide, takenIn, useComparison } from '../stores/comparison.ts';
import { idOfChoice } from '../choice-id.ts';
import layout from '../../../components/layout/layout.module.css';
import styles from '../comparison.module.css';

/** A text's differences with a few lines around each, both versions side by side. */
export function LinesPart({ view }: { readonly view: LinesView }) {
  return (
    <div className={styles['lines']}>
      {keyed(view.parts).map(({ part, key }) =>
        'origin' in part ? (
          <HunkPart hunk={part} canJoin={view.canJoin} key={key} />
        ) : 'skipped' in part ? (
          <p className={styles['skipped']} key={key}>
            {words.skipped(part.skipped)}
          </p>
        ) : (
          <pre className={styles['alike']} key={key}>
            {plain(part.lines)}
          </pre>
        ),
      )}
    </div>
  );
}

/** Parts stay where they are: their place is who they are. */
function keyed<T>(parts: readonly T[]): readonly { readonly part: T; readonly key: string }[] {
  return parts.map((part, at) => ({ part, key: String(at) }));
}

function HunkPart({ hunk, canJoin }: { readonly hunk: HunkView; readonly canJoin: boolean }) {
  const asked = useComparison(state => state.asked);
  const isMerging = useComparison(state => state.isMerging);
  const taken = useComparison(state => (state.isMerging ? takenIn(state, hunk.id) : null));
  if (asked === null) return null;
  const { mine, theirs } = asked.labels;
  const isAsked = isMerging && canJoin && hunk.origin !== 'same';
  return (
    <section
      className={classes(styles['hunk'], isAsked && taken === null && styles['undecided'])}
      aria-label={words.hunk(hunk.line)}
    >
      <header className={styles['about']}>
        <strong>{words.line(hunk.line)}</strong>
        <span>{words.origin(mine, theirs)[hunk.origin]}</span>
        {isAsked ? <TakeOf hunk={hunk} taken={taken} labels={asked.labels} /> : null}
      </header>
      {hunk.base === null || hunk.origin !== 'conflict' ? null : (
        <pre className={layout['softInk']}>{words.from(plain(hunk.base))}</pre>
      )}
      <div className={styles['sides']}>
        <Side
          label={mine}
          lines={hunk.mine}
          pieces={hunk.marked?.mine ?? null}
          isTaken={taken === 'mine' || taken === 'both'}
        />
        <Side
          label={theirs}
          lines={hunk.theirs}
          pieces={hunk.marked?.theirs ?? null}
          isTaken={taken === 'theirs' || taken === 'both'}
        />
      </div>
    </section>
  );
}

function TakeOf(props: {
  readonly hunk: Hunk;
  readonly taken: Take | null;
  readonly labels: { readonly mine: string; readonly theirs: string };
}) {
  const { hunk, taken, labels } = props;
  const both = [{ value: 'both' as const, label: words.both, words: words.both }];
  return (
    <Either<Take>
      id={idOfChoice(hunk.id)}
      label={words.hunk(hunk.line)}
      value={taken}
      options={[
        { value: 'mine', label: labels.mine, words: labels.mine },
        { value: 'theirs', label: labels.theirs, words: labels.theirs },
        ...(canBeBoth(hunk) ? both : []),
      ]}
      onChange={take => chooseSide(hunk.id, take)}
    />
  );
}

/** One below the other: only of what both wrote. */
function canBeBoth({ origin, mine, theirs }: Hunk): boolean {
  return (origin === 'conflict' || origin === 'differs') && mine.length > 0 && theirs.length > 0;
}

function Side(props: {
  readonly label: string;
  readonly lines: readonly string[];
  readonly pieces: readonly Piece[] | null;
  readonly isTaken: boolean;
}) {
  const { label, lines, pieces, isTaken } = props;
  return (
    <figure className={classes(styles['side'], isTaken && styles['taken'])}>
      <figcaption>{label}</figcaption>
      <pre>
        {lines.length === 0 ? <em>{words.nothing}</em> : pieces === null ? plain(lines) : <Pieces pieces={pieces} />}
      </pre>
    </figure>
  );
}

/** What only this side has is marked. */
function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return keyed(pieces).map(({ part: { text, isOther }, key }) =>
    isOther ? <mark key={key}>{plain([text], false)}</mark> : <span key={key}>{plain([text], false)}</span>,
  );
}

/** Lines as they stand in the file; what is not seen, or turns text around, is written out. */
function plain(lines: readonly string[], isWhole = true): string {
  const text = lines.map(line => (line === '\uFEFF' ? `(${words.mark})\n` : line)).join('');
  const parts = (isWhole ? text.replace(/(?:\r\n|\r|\n)$/, '') : text).split(/([\r\n\t]+)/);
  return parts.map((part, at) => (at % 2 === 1 ? part : shownName(part))).join('');
}
