import { detailsTexts } from '../../../shared/features/details/text.ts';
import styles from './details-panel.module.css';

interface DescribedProps {
  readonly described: { readonly description: string | null; readonly tags: readonly string[] } | null;
}

/** Description and tags of a file that is not one's own to describe; what is not said is not shown. */
export function Described({ described }: DescribedProps) {
  const description = described?.description ?? '';
  const tags = described?.tags ?? [];
  if (description === '' && tags.length === 0) return null;
  return (
    <dl className={styles['facts']}>
      {description === '' ? null : (
        <div className={styles['fact']}>
          <dt>{detailsTexts.description}</dt>
          <dd>
            <span>{description}</span>
          </dd>
        </div>
      )}
      {tags.length === 0 ? null : (
        <div className={styles['fact']}>
          <dt>{detailsTexts.tags}</dt>
          <dd>
            <span>{tags.join(', ')}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}
