import type { TreeChange } from '../../../../shared/diff/json-tree.ts';
import { MOST_SHOWN } from '../../../../shared/diff/pages.ts';
import { shown } from '../../../../shared/text/shown-name.ts';
import { versionWindowWords as words } from '../../../../shared/features/versions/window-text.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { useComparison } from '../stores/comparison.ts';
import styles from '../comparison.module.css';

/** Where the trees of two JSON files differ. */
export function TreePart({ tree }: { readonly tree: readonly TreeChange[] }) {
  const labels = useComparison(state => state.asked?.labels);
  if (tree.length === 0) return <Notice tone="rest">{words.onlyWriting}</Notice>;
  return (
    <div className={styles['frame']} role="region" aria-label={words.tree} tabIndex={0}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{words.place}</th>
            <th scope="col">{labels?.mine}</th>
            <th scope="col">{labels?.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {tree.slice(0, MOST_SHOWN).map(({ path, mine, theirs }) => (
            <tr key={path}>
              <th scope="row" className={styles['mono']}>
                {path === '' ? words.whole : shown(path)}
              </th>
              <td className={styles['mono']}>{mine === null ? <em>{words.nothing}</em> : shown(mine)}</td>
              <td className={styles['mono']}>{theirs === null ? <em>{words.nothing}</em> : shown(theirs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
