import { Keyboard } from 'lucide-react';
import type { ReactNode } from 'react';

import { words } from '../../shared/text/words.ts';
import { Button } from '../components/controls/button.tsx';
import styles from './top-bar.module.css';
import layout from '../components/layout/layout.module.css';

/** Where the window is at the left, how Benchtop is doing at the right. */
export interface TopBarProps {
  readonly trail: ReactNode;
  readonly search: ReactNode;
  readonly status: ReactNode;
  readonly onShowKeys: () => void;
}

/** The bar over every screen. */
export function TopBar({ trail, search, status, onShowKeys }: TopBarProps) {
  return (
    <header className={styles['bar']} aria-label={words.regions.tools} data-region="tools">
      <div className={styles['trail']}>{trail}</div>
      <div className={layout['row']}>
        {search}
        <Button look="icon" label={words.keys.open} onPress={onShowKeys}>
          <Keyboard size={17} strokeWidth={1.75} aria-hidden="true" />
        </Button>
        {status}
      </div>
    </header>
  );
}
