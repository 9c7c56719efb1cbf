import { useState } from 'react';

import type { ItemDetails } from '../../../shared/features/details/model.ts';
import { detailsTexts } from '../../../shared/features/details/text.ts';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { saveNote } from './stores/details.ts';
import styles from './details-panel.module.css';

/** What changed, said before the next version of a file is sent. */
export function NextNote({ details }: { readonly details: ItemDetails }) {
  const first = details.changeNote ?? '';
  const [note, setNote] = useState(first);
  return (
    <section className={styles['part']}>
      <TextField label={detailsTexts.note} value={note} onChange={setNote} hint={detailsTexts.noteHint} />
      <div className={styles['buttons']}>
        <Button isDisabled={note === first} onPress={() => void saveNote(details.id, note)}>
          {detailsTexts.noteSave}
        </Button>
      </div>
    </section>
  );
}
