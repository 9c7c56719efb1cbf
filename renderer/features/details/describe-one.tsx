import { PenLine } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import type { ItemDetails } from '../../../shared/features/details/model.ts';
import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { sideTexts } from '../../../shared/features/details/side-text.ts';
import { detailsTexts } from '../../../shared/features/details/text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Hint } from '../../components/feedback/hint.tsx';
import { Chip } from '../../components/items/chip.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { answerDescription, describeFiles, useDetails } from './stores/details.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './details-panel.module.css';
import { tagsIn, tagText } from './tags.ts';

/** Description and tags of one file: what the service last said, with what waits to be sent on top. */
export function DescribeOne({ row, details }: { readonly row: FileRow; readonly details: ItemDetails }) {
  const { described, pending } = details;
  const known = { description: described?.description ?? '', tags: described?.tags ?? [] };
  const description = pending?.description ?? known.description;
  const tags = [...known.tags.filter(tag => !pending?.remove.includes(tag)), ...(pending?.add ?? [])];
  return (
    <section className={styles['part']}>
      {pending === null ? null : <Pending pending={pending} />}
      <Said row={row} description={description} tags={[...new Set(tags)]} />
    </section>
  );
}

/** What is said of it, and behind a pencil the form that changes that. */
function Said(said: FormProps) {
  const wants = useDetails(state => state.wantsDescription);
  const [seen, setSeen] = useState(wants);
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  // Asked for from elsewhere, such as the menu of its line.
  if (seen !== wants) {
    setSeen(wants);
    setIsOpen(true);
  }
  useEffect(() => {
    if (isOpen) box.current?.querySelector<HTMLElement>('textarea')?.focus();
  }, [isOpen]);
  if (!isOpen) return <Reading said={said} onEdit={() => setIsOpen(true)} />;
  return (
    <div ref={box} className={styles['part']}>
      <Form {...said} />
    </div>
  );
}

function Reading({ said, onEdit }: { readonly said: FormProps; readonly onEdit: () => void }) {
  const { description, tags } = said;
  return (
    <>
      <div className={styles['described']}>
        {description === '' ? <p className={layout['faintInk']}>{sideTexts.undescribed}</p> : <p>{description}</p>}
        <Hint text={sideTexts.describe}>
          <Button look="icon" label={sideTexts.describe} onPress={onEdit}>
            <PenLine size={15} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        </Hint>
      </div>
      {tags.length === 0 ? null : (
        <div className={styles['tags']}>
          {tags.map(tag => (
            <Chip key={tag} label={tag} />
          ))}
        </div>
      )}
    </>
  );
}

interface FormProps {
  readonly row: FileRow;
  readonly description: string;
  readonly tags: readonly string[];
}

/** Typed text stays when the details are read again, and it counts against what was seen when the typing began. */
function Form({ row, description: now, tags: tagsNow }: FormProps) {
  const [draft, setDraft] = useState<{ readonly from: string; readonly to: string } | null>(null);
  const [tagDraft, setTagDraft] = useState<string | null>(null);
  const wants = useDetails(state => state.wantsDescription);
  const wanted = tagDraft === null ? tagsNow : tagsIn(tagDraft);
  const addTags = wanted.filter(tag => !tagsNow.includes(tag));
  const removeTags = tagsNow.filter(tag => !wanted.includes(tag));
  const isSaid = draft !== null && draft.to !== draft.from;
  const isChanged = isSaid || addTags.length + removeTags.length > 0;
  const description = draft?.to ?? now;
  const tags = tagDraft ?? tagText(tagsNow);
  const save = () => {
    void describeFiles([row], { description: isSaid ? draft : null, addTags, removeTags }).then(fault => {
      if (fault !== null) return;
      setDraft(null);
      setTagDraft(null);
    });
  };
  return (
    <>
      <TextField
        key={wants}
        label={detailsTexts.description}
        value={description}
        onChange={to => setDraft({ from: draft?.from ?? now, to })}
        isFirst={wants > 0}
        kind="text"
      />
      <TextField label={detailsTexts.tags} value={tags} onChange={setTagDraft} hint={detailsTexts.tagsHint} />
      <div className={layout['buttons']}>
        <Button isDisabled={!isChanged} onPress={save}>
          {detailsTexts.save}
        </Button>
      </div>
    </>
  );
}

function Pending({ pending }: { readonly pending: NonNullable<ItemDetails['pending']> }) {
  const { id, text, isDisputed, description, theirs } = pending;
  if (!isDisputed)
    return (
      <Notice tone="wait">
        <span>{text === null ? detailsTexts.waits : `${text} ${detailsTexts.waits}`}</span>
        {text === null ? null : (
          <Button look="quiet" onPress={() => void answerDescription(id, 'again')}>
            {detailsTexts.again}
          </Button>
        )}
      </Notice>
    );
  return (
    <>
      <Notice tone="alert">
        <span>{detailsTexts.disputed}</span>
      </Notice>
      <dl className={layout['card']}>
        <dt>{detailsTexts.theirs}</dt>
        <dd>{theirs === null || theirs === '' ? detailsTexts.empty : theirs}</dd>
        <dt>{detailsTexts.mine}</dt>
        <dd>{description === null || description === '' ? detailsTexts.empty : description}</dd>
      </dl>
      <div className={layout['buttons']}>
        <Button onPress={() => void answerDescription(id, 'theirs')}>{detailsTexts.keepTheirs}</Button>
        <Button onPress={() => void answerDescription(id, 'mine')}>{detailsTexts.sendMine}</Button>
      </div>
    </>
  );
}
