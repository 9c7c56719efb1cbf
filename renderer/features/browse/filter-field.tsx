import { ListFilter, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, Input, SearchField } from 'react-aria-components';

import { browseTexts } from '../../../shared/features/browse/text.ts';
import { filterBy } from './stores/files.ts';
import styles from './filter-field.module.css';

/** The list follows the typing this much later, in milliseconds. */
const AFTER_MS = 120;

/** Narrows the list down to names that contain a text. Ctrl+F leads here, Esc empties it; another folder begins without. */
export function FilterField() {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => filterBy(text.trim()), text === '' ? 0 : AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => () => filterBy(''), []);
  useFindKey(input);
  return (
    <SearchField className={styles['field'] ?? ''} aria-label={browseTexts.filter} value={text} onChange={setText}>
      <ListFilter size={14} strokeWidth={1.75} aria-hidden="true" />
      <Input ref={input} className={styles['input'] ?? ''} placeholder={browseTexts.filter} maxLength={200} />
      {text === '' ? null : (
        <Button className={styles['clear'] ?? ''} aria-label={browseTexts.filterClear}>
          <X size={14} strokeWidth={2} aria-hidden="true" />
        </Button>
      )}
    </SearchField>
  );
}

function useFindKey(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isFind =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'f';
      // A dialog has its own list, or none.
      if (!isFind || document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [input]);
}
