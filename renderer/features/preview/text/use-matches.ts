import { useEffect, useState } from 'react';

import { textViewTexts } from '../../../../shared/features/preview/pane-text.ts';
import { announce } from '../../../state/announcements.ts';
import type { Parser } from '../stores/parser.ts';
import type { Match, TextAsks } from './text-requests.ts';

interface Found {
  readonly matches: readonly Match[];
  readonly isAll: boolean;
}

/** Finds in a text while a person types. @param stamp another one whenever the lines changed. */
export function useMatches(parser: Parser<TextAsks>, stamp: string) {
  const [sought, seek] = useState('');
  const [known, setKnown] = useState<(Found & { readonly of: string }) | null>(null);
  const [at, setAt] = useState(0);
  const of = `${stamp} ${sought}`;
  useEffect(() => {
    if (sought === '') return;
    let isOver = false;
    parser.ask('find', { sought }).then(
      answer => {
        if (isOver) return;
        setKnown({ ...answer, of });
        setAt(0);
        announce(textViewTexts.matches(Math.min(1, answer.matches.length), answer.matches.length, answer.isAll));
      },
      () => undefined,
    );
    return () => void (isOver = true);
  }, [parser, sought, of]);
  const found = sought !== '' && known?.of === of ? known : null;
  const go = (step: 1 | -1): void => {
    const all = found?.matches.length ?? 0;
    if (all > 0) setAt((at + step + all) % all);
  };
  return { sought, seek, found, at, go };
}
