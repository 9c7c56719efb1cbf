import type { AttentionItem, Fix } from '../../../shared/features/attention/model.ts';
import { baseName } from '../../../shared/local-path.ts';
import { fixAll, type PlainFix, sendMerge } from './stores/fixes.ts';
import { goTo, openFiles, openZones } from '../../state/navigation.ts';
import { openSheet } from '../../state/open-sheet.ts';
import { openDraft } from '../versions/stores/history.ts';

/** Does what helps, or asks first where something has to be known or is at stake. */
export function openFix(fix: Fix, item: AttentionItem): void {
  if (fix === 'sign-in') return goTo({ screen: 'start' });
  if (fix === 'free-space') return openFiles();
  if (fix === 'open-message') return goTo({ screen: 'chat', task: item.id });
  if (fix === 'open-zone') return openZones({ name: 'zone', zone: item.id });
  if (fix === 'send-merge') return void sendMerge(item);
  if (fix === 'merge') return void openDraft(item.id, baseName(item.path));
  if (isAtOnce(fix, item)) void fixAll(fix, [item]);
  else openSheet({ fix, items: [item] });
}

/** The same for several with one cause. */
export function openFixAll(fix: Fix, items: readonly AttentionItem[]): void {
  if (canFixAll(fix)) void fixAll(fix, items);
}

/** Whether something can be done about several without asking more. */
export function canFixAll(fix: Fix): fix is PlainFix {
  return fix === 'retry' || fix === 'skip' || fix === 'allow' || fix === 'put-back';
}

/** A service that was set back is asked about first, and what would be lost for good. */
function isAtOnce(fix: Fix, { path, fixes }: AttentionItem): fix is PlainFix {
  if (fix === 'allow') return path !== '' && !fixes.includes('put-back');
  return fix === 'retry' || fix === 'skip' || fix === 'put-back';
}
