import type { ReactNode } from 'react';

import { managedTexts } from '../../../shared/features/settings/managed-text.ts';
import { otherWords } from '../../../shared/features/settings/other-words.ts';
import { settingText } from '../../../shared/features/settings/settings-table.ts';
import { useManaged } from './stores/managed.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './setting-row.module.css';

/** One setting: what it is called, a sentence about it, and what changes it. */
export interface Row {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  /** Everything that the search looks at. */
  readonly words: string;
  readonly content: ReactNode;
  /** Takes the whole width, with its own words. */
  readonly isWide?: boolean;
}

/** A row of settings. */
export function rowOf(row: Omit<Row, 'words'> & { readonly more?: string }): Row {
  const { more = '', ...rest } = row;
  return { ...rest, words: `${row.label} ${row.hint} ${more} ${otherWords(row.id)}` };
}

/** Words at the left, the control at the right; what an administrator has set is said instead of a control. */
export function SettingRow({ row }: { readonly row: Row }) {
  const fixed = useManaged(({ managed }) => managed?.settings[row.id]);
  if (row.isWide === true) return <div className={styles['wide']}>{row.content}</div>;
  return (
    <div className={styles['row']}>
      <div>
        <h3 className={styles['label']}>{row.label}</h3>
        <p className={layout['softInk']}>{row.hint}</p>
      </div>
      <div className={styles['control']}>
        {fixed === undefined ? row.content : managedTexts.locked(settingText(row.id, fixed))}
      </div>
    </div>
  );
}
