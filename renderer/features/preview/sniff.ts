import { useEffect, useState } from 'react';

import { isUnknown, kindOf, maybeTable, type PreviewKind } from '../../../shared/preview/kind.ts';
import { plainForm } from '../../../shared/preview/plain-form.ts';
import { hasTable } from '../../../shared/preview/table-decision.ts';
import { decode } from '../../../shared/preview/encoding.ts';
import { KIB } from '../../../shared/units.ts';
import type { ViewedFile } from './viewer.ts';

/** What a file is looked into with. Where its name says nothing, its beginning does; null until that was read. */
export function useSniffedKind(file: ViewedFile): PreviewKind | null {
  const [kind, setKind] = useState<PreviewKind | null>(() => (isTold(file.name) ? kindOf(file.name) : null));
  useEffect(() => {
    if (kind !== null) return;
    const leaving = new AbortController();
    const head = 16 * KIB;
    file.read([0, head], leaving.signal).then(
      bytes => setKind(kindOfBytes(bytes, file.sizeBytes > head)),
      () => (leaving.signal.aborted ? undefined : setKind(kindOf(file.name))),
    );
    return () => leaving.abort();
  }, [file, kind]);
  return kind;
}

/** Whether a name tells all; instruments write tables under the names of texts. */
function isTold(name: string): boolean {
  return !isUnknown(name) && !maybeTable(name);
}

function kindOfBytes(bytes: Uint8Array, isCut: boolean): PreviewKind {
  const { form } = plainForm(bytes, isCut);
  if (form === 'binary') return 'facts';
  // Where the fields of a table end is told by ASCII, in every code page.
  return hasTable(decode(bytes, form === 'code-page' ? 'windows-1252' : form, isCut)) ? 'table' : 'text';
}
