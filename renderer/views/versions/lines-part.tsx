import type { Take } from '../../../shared/diff/choice.ts';
import type { Hunk } from '../../../shared/diff/lines.ts';
import type { LinesPart as Part, LinesView } from '../../../shared/diff/view.ts';
import { versionWindowWords as words } from '../../../shared/text/version-window.ts';
import { classes } from '../../components/classes.ts';
import { Either } from '../../components/either.tsx';
import { choose, takenIn, useComparison } from '../../stores/versions/comparison.ts';
import { idOfChoice } from './choice-id.ts';
import styles from './comparison.module.css';

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
            {shown(part.lines)}
          </pre>
        ),
      )}
    </div>
  );
}

/** Parts stay where they are: their place is who they are. */
function keyed(parts: readonly Part[]): readonly { readonly part: Part; readonly key: string }[] {
  return parts.map((part, at) => ({ part, key: String(at) }));
}

function HunkPart({ hunk, canJoin }: { readonly hunk: Hunk; readonly canJoin: boolean }) {
  const { asked, isMerging, compared, choices } = useComparison();
  if (asked === null) return null;
  const { mine, theirs } = asked.labels;
  const taken = isMerging ? takenIn({ compared, choices }, hunk.id) : null;
  const isAsked = isMerging && canJoin && hunk.origin !== 'same';
  return (
    <section className={styles['hunk']} aria-label={words.hunk(hunk.line)}>
      <header className={styles['about']}>
        <strong>{words.line(hunk.line)}</strong>
        <span>{words.origin(mine, theirs)[hunk.origin]}</span>
        {isAsked ? <TakeOf hunk={hunk} taken={taken} labels={asked.labels} /> : null}
      </header>
      {hunk.base === null || hunk.origin === 'same' ? null : (
        <pre className={styles['base']}>{words.from(shown(hunk.base))}</pre>
      )}
      <div className={styles['sides']}>
        <Side label={mine} lines={hunk.mine} isTaken={taken === 'mine' || taken === 'both'} />
        <Side label={theirs} lines={hunk.theirs} isTaken={taken === 'theirs' || taken === 'both'} />
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
        ...(hunk.mine.length > 0 && hunk.theirs.length > 0 ? both : []),
      ]}
      onChange={take => choose(hunk.id, take)}
    />
  );
}

function Side(props: { readonly label: string; readonly lines: readonly string[]; readonly isTaken: boolean }) {
  const { label, lines, isTaken } = props;
  return (
    <figure className={classes(styles['side'], isTaken && styles['taken'])}>
      <figcaption>{label}</figcaption>
      <pre>{lines.length === 0 ? <em>{words.nothing}</em> : shown(lines)}</pre>
    </figure>
  );
}

/** Lines as they stand in the file; what is not seen has a word. */
function shown(lines: readonly string[]): string {
  return lines
    .map(line => (line === '\uFEFF' ? `(${words.mark})\n` : line))
    .join('')
    .replace(/(?:\r\n|\r|\n)$/, '');
}
