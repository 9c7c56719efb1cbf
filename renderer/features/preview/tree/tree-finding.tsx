import { ChevronDown, ChevronUp } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';

import { textViewTexts, treeTexts as texts } from '../../../../shared/features/preview/pane-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { SearchField } from '../../../components/fields/search-field.tsx';
import type { Parser } from '../stores/parser.ts';
import type { TreeAsks } from './tree-requests.ts';
import frame from '../viewer.module.css';

/** As many as are looked for. */
const MOST = 10_000;

interface Finds {
  /** What was looked for. */
  readonly of: string;
  readonly found: readonly number[];
  /** The one on show; -1: none yet. */
  readonly at: number;
}

interface FindingProps {
  readonly parser: Parser<TreeAsks>;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onFound: (index: number) => Promise<void>;
}

/** Finds names and values in a tree, and opens what is around them. */
export function TreeFinding({ parser, field, onFound }: FindingProps) {
  const [sought, seek] = useState('');
  const [known, setFinds] = useState<Finds | null>(null);
  useEffect(() => {
    if (sought === '') return;
    let isOver = false;
    parser.ask('find', { sought }).then(
      ({ found }) => (isOver ? undefined : setFinds({ of: sought, found, at: -1 })),
      () => undefined,
    );
    return () => void (isOver = true);
  }, [parser, sought]);
  const finds = sought !== '' && known?.of === sought ? known : null;
  const go = (step: 1 | -1): void => {
    if (finds === null || finds.found.length === 0) return;
    const at = (Math.max(finds.at, step === 1 ? -1 : 0) + step + finds.found.length) % finds.found.length;
    setFinds({ ...finds, at });
    const index = finds.found[at];
    if (index !== undefined) void onFound(index);
  };
  const all = finds?.found.length ?? 0;
  return (
    <div className={frame['finding']}>
      <SearchField
        input={field}
        label={texts.find}
        clearLabel={textViewTexts.clear}
        value={sought}
        onChange={seek}
        onSubmit={() => go(1)}
      />
      {finds === null ? null : (
        <>
          <span className={frame['found']}>{textViewTexts.matches(finds.at + 1, all, all < MOST)}</span>
          <Button look="icon" label={textViewTexts.previous} isDisabled={all === 0} onPress={() => go(-1)}>
            <ChevronUp size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
          <Button look="icon" label={textViewTexts.next} isDisabled={all === 0} onPress={() => go(1)}>
            <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        </>
      )}
    </div>
  );
}
