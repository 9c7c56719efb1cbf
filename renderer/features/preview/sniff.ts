import { useEffect, useState } from 'react';

import { findEncoding } from '../../../shared/preview/encoding.ts';
import { isUnknown, kindOf, type PreviewKind } from '../../../shared/preview/kind.ts';
import { KIB } from '../../../shared/units.ts';
import type { ViewedFile } from './viewer.ts';

/** What a file is looked into with. Where its name says nothing, its beginning does; null until that was read. */
export function useSniffedKind(file: ViewedFile): PreviewKind | null {
  const [kind, setKind] = useState<PreviewKind | null>(() => (isUnknown(file.name) ? null : kindOf(file.name)));
  useEffect(() => {
    if (kind !== null) return;
    const leaving = new AbortController();
    const head = 16 * KIB;
    file.read([0, head], leaving.signal).then(
      bytes => setKind(findEncoding(bytes, file.sizeBytes > head).encoding === 'binary' ? 'facts' : 'text'),
      () => (leaving.signal.aborted ? undefined : setKind('facts')),
    );
    return () => leaving.abort();
  }, [file, kind]);
  return kind;
}
