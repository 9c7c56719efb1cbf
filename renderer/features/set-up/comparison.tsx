import { COMPARED } from '../../../shared/features/set-up/compare-text.ts';
import { enterTexts } from '../../../shared/features/set-up/window-text.ts';
import { formatBytes } from '../../../shared/text/format.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { useSetUp } from './stores/set-up.ts';
import styles from './comparison.module.css';

const texts = enterTexts.review;

/** More lines are a list to scroll through, not to read. */
const MOST_LINES = 200;

/** The files that are on both sides, or only here: those that something is decided about. */
export function Comparison() {
  const previews = useSetUp(state => state.previews);
  const all = [...previews.values()].flatMap(({ planned, found }) =>
    (found?.rows ?? [])
      .filter(({ how }) => how !== 'only-there')
      .map(row => ({ ...row, folder: planned.name, key: `${planned.id} ${row.path}` })),
  );
  const counted = [...previews.values()].reduce(
    (sum, { found }) =>
      sum +
      (found === null
        ? 0
        : found.counts.alike.files +
          found.counts.different.files +
          found.counts['only-here'].files +
          found.counts['left-out'].files),
    0,
  );
  if (all.length === 0) return null;
  const lines = all.slice(0, MOST_LINES);
  return (
    <div>
      <h3 id="comparison">{texts.table}</h3>
      <div className={styles['scroll']} tabIndex={0} role="region" aria-labelledby="comparison">
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{texts.columns.file}</th>
              <th scope="col">{texts.columns.how}</th>
              <th scope="col">{texts.columns.here}</th>
              <th scope="col">{texts.columns.there}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, folder, path, how, hereBytes, thereBytes }) => (
              <tr key={key}>
                <th scope="row">{`${shown(folder)} / ${shown(path)}`}</th>
                <td title={COMPARED[how].after}>{COMPARED[how].label}</td>
                <td>{hereBytes === null ? '–' : formatBytes(hereBytes)}</td>
                <td>{thereBytes === null ? '–' : formatBytes(thereBytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {counted > lines.length ? <p className={styles['quiet']}>{texts.more(counted - lines.length)}</p> : null}
    </div>
  );
}
