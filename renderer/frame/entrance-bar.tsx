import { Keyboard } from 'lucide-react';
import type { ReactNode } from 'react';

import { diagnosticsWords } from '../../shared/features/diagnostics/window-text.ts';
import { enterTexts } from '../../shared/features/set-up/window-text.ts';
import { settingsWords } from '../../shared/features/settings/text.ts';
import { words } from '../../shared/text/words.ts';
import { Button } from '../components/controls/button.tsx';
import { BrandMark } from '../components/items/brand-mark.tsx';
import { goTo, useNavigation } from '../state/navigation.ts';
import styles from './entrance-bar.module.css';
import layout from '../components/layout/layout.module.css';

/** The bar before an account is signed in: only the places that can be used then. */
export function EntranceBar({ title, onShowKeys }: { readonly title: ReactNode; readonly onShowKeys: () => void }) {
  const screen = useNavigation(state => state.route.screen);
  return (
    <header className={styles['bar']} aria-label={words.regions.tools} data-region="tools">
      <BrandMark />
      <div className={styles['title']}>{title}</div>
      <nav className={layout['row']} aria-label={words.places.label} data-region="places">
        {screen === 'settings' || screen === 'diagnostics' ? (
          <Button look="quiet" onPress={() => goTo({ screen: 'start' })}>
            {enterTexts.product}
          </Button>
        ) : null}
        {screen === 'settings' ? null : (
          <Button look="quiet" onPress={() => goTo({ screen: 'settings', section: null })}>
            {settingsWords.place}
          </Button>
        )}
        {screen === 'diagnostics' ? null : (
          <Button look="quiet" onPress={() => goTo({ screen: 'diagnostics', tab: 'health' })}>
            {diagnosticsWords.place}
          </Button>
        )}
      </nav>
      <Button look="icon" label={words.keys.open} onPress={onShowKeys}>
        <Keyboard size={17} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </header>
  );
}
