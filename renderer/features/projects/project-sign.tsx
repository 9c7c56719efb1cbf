import { FolderKanban } from 'lucide-react';

import styles from '../organization/section/section.module.css';

/** The project's own sign: the typed text, as far as it fits. */
export function Sign({ icon }: { readonly icon: string | null }) {
  return (
    <span className={styles['sign']} aria-hidden="true">
      {icon === null || icon === '' ? (
        <FolderKanban size={16} strokeWidth={1.75} aria-hidden="true" />
      ) : (
        [...new Intl.Segmenter('en').segment(icon)].slice(0, 1).map(({ segment }) => segment)
      )}
    </span>
  );
}
