import { managedTexts, rulesOf } from '../../../shared/features/settings/managed-text.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { useManaged } from './stores/managed.ts';
import styles from './settings-view.module.css';

/** What the administrator of this computer laid down for all of it; nothing where there is nothing. */
export function ManagedNotice() {
  const managed = useManaged(state => state.managed);
  if (managed === null) return null;
  const lines = [...(managed.why === null ? [] : [managed.why]), ...rulesOf(managed)];
  if (lines.length === 0) return null;
  return (
    <div className={styles['section']}>
      <Notice tone={managed.why === null ? 'rest' : 'wait'} title={managedTexts.title}>
        {lines.map(line => (
          <p key={line}>{line}</p>
        ))}
      </Notice>
    </div>
  );
}
