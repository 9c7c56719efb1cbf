import { Search } from 'lucide-react';
import { Button } from 'react-aria-components';

import { searchTexts } from '../../../shared/features/search/text.ts';
import { openSearch } from './stores/search.ts';
import styles from './search-button.module.css';

/** The way to the search, in the bar over every screen: it looks like what it leads to. */
export function SearchButton() {
  return (
    <Button className={styles['button'] ?? ''} onPress={openSearch} aria-keyshortcuts="Control+K">
      <Search size={14} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles['words']}>{searchTexts.title}</span>
      <kbd className={styles['keys']}>{searchTexts.keys}</kbd>
    </Button>
  );
}
