import { Building2, Lock, Users } from 'lucide-react';
import { useEffect } from 'react';

import type { AccessBrief } from '../../../../shared/features/sharing/model.ts';
import { accessText } from '../../../../shared/features/sharing/access-text.ts';
import { formatNumber } from '../../../../shared/text/format.ts';
import { WordedGlyph } from '../../../components/list/worded-glyph.tsx';
import { useAccess, watchAccess } from '../stores/access.ts';
import styles from './access-sign.module.css';

/** Who can open what is in a line; undefined until it is known, null where the service does not tell. */
export function useReaders(id: string): AccessBrief | null | undefined {
  useEffect(() => watchAccess(id), [id]);
  return useAccess(state => state.known.get(id)?.brief);
}

/** A lock where only this person can open it; people, or a house for the organization, where others can. */
export function AccessSign({ brief }: { readonly brief: AccessBrief | null }) {
  if (brief === null) return null;
  const { isEverybody, hasMe } = brief;
  const isOnlyMe = hasMe && besides(brief) === 0;
  const Icon = isEverybody ? Building2 : isOnlyMe ? Lock : besides(brief) === 0 ? null : Users;
  return Icon === null ? null : <Icon size={14} strokeWidth={1.75} aria-hidden="true" />;
}

/** Who can open a folder: the sign, how many they are, and the words for who asks. Nothing until it is known. */
export function FolderReaders({ id }: { readonly id: string }) {
  const brief = useReaders(id);
  if (!isTold(brief)) return null;
  const others = besides(brief);
  return (
    <WordedGlyph words={accessText(brief).meaning}>
      <span className={styles['sign']}>
        <AccessSign brief={brief} />
        {brief.isEverybody || others === 0 ? null : (
          <span aria-hidden="true">{formatNumber(others + (brief.hasMe ? 1 : 0))}</span>
        )}
      </span>
    </WordedGlyph>
  );
}

/** The same in words, for the hint of its line; null: it is not known. The sign has it asked for. */
export function useReadersMeaning(id: string): string | null {
  const brief = useAccess(state => state.known.get(id)?.brief);
  return isTold(brief) ? accessText(brief).meaning : null;
}

/** Whether there is anyone to tell of. */
function isTold(brief: AccessBrief | null | undefined): brief is AccessBrief {
  return brief !== undefined && brief !== null && (brief.isEverybody || brief.hasMe || besides(brief) > 0);
}

function besides({ others, teams, unknown }: AccessBrief): number {
  return others + teams + unknown;
}
