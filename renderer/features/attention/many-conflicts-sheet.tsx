import { useState } from 'react';

import { type Fault } from '../../../shared/fault.ts';
import type { AttentionItem } from '../../../shared/features/attention/model.ts';
import type { SettledConflicts } from '../../../shared/features/attention/decisions-model.ts';
import { attentionWords } from '../../../shared/features/attention/text.ts';
import { conflictWords as words, type Keep } from '../../../shared/features/attention/conflicts-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Choice } from '../../components/fields/checkbox.tsx';
import { settleConflicts } from './stores/conflicts.ts';
import { answerOrFault } from '../../state/reading/section.ts';
import { classes } from '../../components/classes.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './conflict-sheet.module.css';

/** More names than these say nothing more. */
const MOST_NAMES = 200;

const OPTIONS = (['mine', 'theirs', 'both'] as const).map(value => ({ value, label: words.choices[value].label }));

/** One answer for several conflicts, with a summary of what it does before it is carried out. */
export function ManyConflictsSheet(props: { readonly items: readonly AttentionItem[]; readonly onClose: () => void }) {
  // The items chosen when the sheet was opened: those that are settled while it is open stay named.
  const [items] = useState(props.items);
  const [keep, setKeep] = useState<Keep | null>(null);
  const [state, setState] = useState<{ isApplying: boolean; done: SettledConflicts | null; fault: Fault | null }>({
    isApplying: false,
    done: null,
    fault: null,
  });
  const apply = async () => {
    if (keep === null) return;
    setState({ isApplying: true, done: null, fault: null });
    const ids = items.map(({ id }) => id);
    const { answer: done, fault } = await answerOrFault(() => settleConflicts(ids, keep));
    if (done?.refused.length === 0) props.onClose();
    else setState({ isApplying: false, done, fault });
  };
  return (
    <Dialog
      title={words.many.title(items.length)}
      isOpen
      onClose={props.onClose}
      buttons={
        <>
          <Button isFirst onPress={props.onClose}>
            {state.done === null ? words.choices.later.label : attentionWords.close}
          </Button>
          {state.done === null ? (
            <Button look="main" isDisabled={keep === null || state.isApplying} onPress={() => void apply()}>
              {state.isApplying ? words.applying : words.apply[keep ?? 'mine']}
            </Button>
          ) : null}
        </>
      }
    >
      {state.fault === null ? null : <FaultNotice fault={state.fault} saidTitle={attentionWords.serviceSaid} />}
      {state.done === null ? (
        <>
          <p>{words.many.text}</p>
          <Names items={items} />
          <Choice<Keep> label={words.question} value={keep} options={OPTIONS} onChange={setKeep} />
          {keep === null ? null : <p className={layout['ink']}>{words.many.summary[keep](items.length)}</p>}
        </>
      ) : (
        <Refused items={items} done={state.done} />
      )}
    </Dialog>
  );
}

function Names({ items }: { readonly items: readonly AttentionItem[] }) {
  const more = items.length - MOST_NAMES;
  return (
    <ul className={classes(layout['scrolls'], styles['files'])}>
      {items.slice(0, MOST_NAMES).map(({ key, path }) => (
        <li key={key}>{shownName(path)}</li>
      ))}
      {more > 0 ? <li>{words.many.more(more)}</li> : null}
    </ul>
  );
}

function Refused({ items, done }: { readonly items: readonly AttentionItem[]; readonly done: SettledConflicts }) {
  const reasons = new Map(done.refused.map(({ id, text }) => [id, text]));
  return (
    <>
      <p>{words.many.settled(done.settled.length)}</p>
      <p>{words.many.refused(done.refused.length)}</p>
      <ul className={classes(layout['scrolls'], styles['files'])}>
        {items.map(({ id, path }) =>
          reasons.has(id) ? <li key={id}>{shownName(`${path}: ${reasons.get(id)}`)}</li> : null,
        )}
      </ul>
    </>
  );
}
