import type { ZoneRun } from '../../../shared/features/zones/model.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { zonesWords } from '../../../shared/features/zones/window-text.ts';
import { Question } from '../../components/overlay/question.tsx';
import { useZones } from './stores/cards.ts';
import { sendNow } from './stores/runs.ts';

const words = zonesWords.run;

/** Asks before a run is sent that may not be finished. */
export function SendNow({ run, onClose }: { readonly run: ZoneRun; readonly onClose: () => void }) {
  const { busy, fault } = useZones();
  return (
    <Question
      title={words.sendTitle(shown(run.name))}
      yes={words.sendYes}
      isDangerous
      canAnswer
      isBusy={busy.has(`send ${run.id}`)}
      fault={fault}
      onYes={() => void sendNow(run).then(isDone => (isDone ? onClose() : undefined))}
      onClose={onClose}
    >
      <p>{words.sendAbout}</p>
    </Question>
  );
}
