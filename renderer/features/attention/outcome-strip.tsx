import type { Fault } from '../../../shared/fault.ts';
import { attentionWords as words } from '../../../shared/features/attention/text.ts';
import { OutcomeLine } from '../../components/feedback/outcome-line.tsx';
import { readAttention } from '../../state/attention.ts';
import { forgetFixOutcome, useFixOutcome } from './stores/fixes.ts';

/** What came of the last thing that was done here, and why the list could not be read, if so. */
export function OutcomeStrip({ fault }: { readonly fault: Fault | null }) {
  const outcome = useFixOutcome();
  return (
    <>
      <OutcomeLine
        fault={fault?.kind === 'offline' ? null : fault}
        text={null}
        saidTitle={words.serviceSaid}
        again={{ label: words.tryAgain, onPress: () => void readAttention() }}
      />
      <OutcomeLine
        {...outcome}
        saidTitle={words.serviceSaid}
        again={{ label: words.close, onPress: forgetFixOutcome }}
      />
    </>
  );
}
