import { useState } from 'react';

import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { detailsTexts } from '../../../shared/features/details/text.ts';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { describe } from './stores/details.ts';
import styles from './details-panel.module.css';
import { tagsIn } from './tags.ts';

/** Tags and a description for all files that are chosen. */
export function DescribeMany({ rows }: { readonly rows: readonly FileRow[] }) {
  const [added, setAdded] = useState('');
  const [removed, setRemoved] = useState('');
  const [description, setDescription] = useState('');
  const addTags = tagsIn(added);
  const removeTags = tagsIn(removed).filter(tag => !addTags.includes(tag));
  const files = rows.filter(({ kind }) => kind === 'file');
  const hasAny = addTags.length + removeTags.length > 0 || description.trim() !== '';
  const save = () => {
    // The last known description counts as seen; a question is asked about any that another person wrote since.
    const said = description.trim() === '' ? null : { to: description };
    void describe(files, { description: said, addTags, removeTags });
  };
  return (
    <section className={styles['part']}>
      <TextField label={detailsTexts.addTags} value={added} onChange={setAdded} hint={detailsTexts.tagsHint} />
      <TextField label={detailsTexts.removeTags} value={removed} onChange={setRemoved} hint={detailsTexts.tagsHint} />
      <TextField
        label={detailsTexts.manyDescription}
        value={description}
        onChange={setDescription}
        hint={detailsTexts.manyHint}
        kind="text"
      />
      <div className={styles['buttons']}>
        <Button isDisabled={!hasAny || files.length === 0} onPress={save}>
          {detailsTexts.save}
        </Button>
      </div>
    </section>
  );
}
