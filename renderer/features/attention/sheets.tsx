import { attentionWords } from '../../../shared/features/attention/text.ts';
import { MINUTE } from '../../../shared/units.ts';
import { WhySheet } from '../../components/overlay/why-sheet.tsx';
import { useNow } from '../../state/clock.ts';
import { closeSheet, useOpenSheet } from '../../state/open-sheet.ts';
import { forgetWhy, useWhy } from '../activity/stores/why.ts';
import { ConflictSheet } from './conflict-sheet.tsx';
import { FixSheet } from './fix-sheet.tsx';
import { GuardSheet } from './guard-sheet.tsx';
import { ManyConflictsSheet } from './many-conflicts-sheet.tsx';

/** The sheets and dialogs over the list. */
export function Sheets() {
  const sheet = useOpenSheet(state => state.sheet);
  const { asked, why, fault } = useWhy();
  const nowMs = useNow(MINUTE);
  const [item] = sheet?.items ?? [];
  return (
    <>
      {sheet === null || item === undefined ? null : sheet.fix === 'compare' ? (
        <ConflictSheet item={item} onClose={closeSheet} key={item.key} />
      ) : sheet.fix === 'compare-all' ? (
        <ManyConflictsSheet items={sheet.items} onClose={closeSheet} />
      ) : sheet.fix === 'decide' ? (
        <GuardSheet item={item} onClose={closeSheet} key={item.key} />
      ) : (
        <FixSheet fix={sheet.fix} item={item} onClose={closeSheet} key={item.key} />
      )}
      {asked === null ? null : (
        <WhySheet
          path={asked.path}
          why={why}
          fault={fault}
          saidTitle={attentionWords.serviceSaid}
          nowMs={nowMs}
          onClose={forgetWhy}
        />
      )}
    </>
  );
}
