import { formatExactBytes } from '../../../../shared/text/format.ts';
import { useHash } from '../use-hash.ts';
import { useComparison } from '../stores/comparison.ts';
import styles from '../comparison.module.css';

/** What is known of two versions that are not compared any further. */
export function FactsPart() {
  const { asked, versions } = useComparison();
  const [mine, theirs] = [useHash(versions?.mine ?? null), useHash(versions?.theirs ?? null)];
  if (asked === null || versions === null) return null;
  return (
    <dl className={styles['facts']}>
      <dt>{asked.labels.mine}</dt>
      <dd>{formatExactBytes(versions.mine.length)}</dd>
      <dd className={styles['hash']}>{mine}</dd>
      <dt>{asked.labels.theirs}</dt>
      <dd>{formatExactBytes(versions.theirs.length)}</dd>
      <dd className={styles['hash']}>{theirs}</dd>
    </dl>
  );
}
