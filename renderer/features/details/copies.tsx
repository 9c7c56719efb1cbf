import { useEffect } from 'react';

import { copyWindow } from '../../../shared/features/chat/working-copies-text.ts';
import { CopyCards } from '../../components/items/copy-card.tsx';
import { copiesKey, copyDeeds, useWorkingCopies, watchCopies } from '../versions/stores/working-copies.ts';
import styles from './details-panel.module.css';

/** The working copies of a file, or what it is a working copy of; nothing where there are none. */
export function Copies({ file }: { readonly file: string }) {
  const copies = useWorkingCopies(({ lists }) => lists.get(copiesKey({ file }))?.copies ?? null);
  useEffect(() => watchCopies({ file }), [file]);
  if (copies === null || copies.length === 0) return null;
  return (
    <section className={styles['part']}>
      <h3>{copyWindow.label}</h3>
      <CopyCards copies={copies} isInTask={false} deedsOf={copyDeeds} />
    </section>
  );
}
