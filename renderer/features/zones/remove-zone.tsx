import type { ZoneCard } from '../../../shared/features/zones/model.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { zonesWords } from '../../../shared/features/zones/window-text.ts';
import { Question } from '../../components/overlay/question.tsx';
import { removeZone, useZones } from './stores/cards.ts';

const words = zonesWords.removing;

/** Asks before a zone is forgotten. */
export function RemoveZone({ card, onClose }: { readonly card: ZoneCard; readonly onClose: () => void }) {
  const { busy, fault } = useZones();
  const isBusy = busy.has(`remove ${card.id}`);
  const { waiting } = card.files;
  return (
    <Question
      title={words.title(shown(card.definition.name))}
      yes={words.yes}
      isDangerous
      canAnswer
      isBusy={isBusy}
      fault={fault}
      onYes={() => void removeZone(card).then(isDone => (isDone ? onClose() : undefined))}
      onClose={onClose}
    >
      <p>{words.about}</p>
      {waiting === 0 ? null : <p>{words.waits(waiting)}</p>}
    </Question>
  );
}
