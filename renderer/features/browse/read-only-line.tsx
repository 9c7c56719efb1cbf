import { Eye, Lock } from 'lucide-react';

import { dropTexts } from '../../../shared/features/drops/text.ts';
import styles from './read-only-line.module.css';

/** Over a folder in which nothing can be changed from here. */
export function ReadOnlyLine() {
  return (
    <p className={styles['line']}>
      <Lock size={15} strokeWidth={1.75} aria-hidden="true" />
      <Eye size={15} strokeWidth={1.75} aria-hidden="true" />
      <span>
        <strong>{dropTexts.view}</strong> {dropTexts.viewOnly}
      </span>
    </p>
  );
}
