import { MessagesSquare } from 'lucide-react';

import type { SearchFind } from '../../../shared/features/search/model.ts';
import { syncBadgeText } from '../../../shared/features/browse/badges-text.ts';
import { searchTexts } from '../../../shared/features/search/text.ts';
import { HiddenText } from '../../components/feedback/hidden-text.tsx';
import { CutName } from '../../components/items/cut-name.tsx';
import { ItemIcon } from '../../components/items/item-icon.tsx';
import { SyncGlyph } from '../../components/feedback/sync-glyph.tsx';
import layout from '../../components/layout/layout.module.css';
import styles from './search-dialog.module.css';

/** A find: what it is called, where it is, and why it is among the finds. */
export function FindParts({ find }: { readonly find: SearchFind }) {
  const where = find.kind === 'task' ? null : (find.place?.path ?? searchTexts.notHere);
  return (
    <>
      {find.kind === 'task' ? (
        <MessagesSquare className={layout['faintInk']} size={17} strokeWidth={1.75} aria-hidden="true" />
      ) : (
        <ItemIcon kind={find.kind} name={find.name} />
      )}
      <span className={styles['name']}>
        <CutName name={find.name} />
      </span>
      {where === null ? null : (
        <span className={styles['where']} title={where}>
          {where}
        </span>
      )}
      <Why find={find} />
      <Badge find={find} />
    </>
  );
}

function Why({ find: { by, snippet } }: { readonly find: SearchFind }) {
  const why = searchTexts.why[by];
  if (why === null) return null;
  return (
    <span className={styles['why']}>
      <span className={styles['by']}>{why}</span>
      {snippet === null ? null : (
        <span className={styles['snippet']}>
          {snippet.map((part, at) =>
            // Parts of one snippet never change their places.
            // oxlint-disable-next-line react/no-array-index-key
            part.isMatch ? <mark key={at}>{part.text}</mark> : <span key={at}>{part.text}</span>,
          )}
        </span>
      )}
    </span>
  );
}

function Badge({ find: { badge } }: { readonly find: SearchFind }) {
  if (badge === null) return null;
  const { label, meaning } = syncBadgeText(badge, { note: null, serviceName: null, percent: null });
  return (
    <span className={styles['badge']} title={meaning}>
      <SyncGlyph badge={badge} percent={null} />
      <HiddenText>{label}</HiddenText>
    </span>
  );
}
