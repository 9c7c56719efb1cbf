import type { AttentionItem, Fix } from '../../../shared/features/attention/model.ts';
import { attentionWords as words, fixLabel } from '../../../shared/features/attention/text.ts';
import { conflictWords } from '../../../shared/features/attention/conflicts-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { fixAll } from './stores/fixes.ts';
import { openSheet } from '../../state/open-sheet.ts';
import styles from './bulk-bar.module.css';
import { canFixAll } from './open-fix.ts';

/** What can be done about everything that is chosen. */
export function BulkBar({
  chosen,
  onClear,
}: {
  readonly chosen: readonly AttentionItem[];
  readonly onClear: () => void;
}) {
  const [first] = chosen;
  const isVersions = chosen.every(({ fixes: each }) => each.includes('compare'));
  const fixes = commonFixes(chosen);
  return (
    <div className={styles['bar']} role="group" aria-label={words.chosen(chosen.length)}>
      <span className={styles['count']}>{words.chosen(chosen.length)}</span>
      {isVersions ? (
        <Button look="main" onPress={() => openSheet({ fix: 'compare-all', items: chosen })}>
          {conflictWords.many.button}
        </Button>
      ) : null}
      {fixes.filter(canFixAll).map(fix => (
        <Button key={fix} onPress={() => void fixAll(fix, chosen)}>
          {first === undefined ? fix : fixLabel(fix, first)}
        </Button>
      ))}
      {isVersions || fixes.some(canFixAll) ? null : <span className={styles['none']}>{words.nothingForAll}</span>}
      <Button look="quiet" onPress={onClear}>
        {words.clear}
      </Button>
    </div>
  );
}

/** What every one of them offers. */
function commonFixes(chosen: readonly AttentionItem[]): readonly Fix[] {
  const [first, ...others] = chosen;
  return (first?.fixes ?? []).filter(fix => others.every(({ fixes }) => fixes.includes(fix)));
}
