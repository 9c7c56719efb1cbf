import type { ZoneCard } from '../../../../shared/features/zones/model.ts';
import { formatAgo, formatCount } from '../../../../shared/text/format.ts';
import { arrivalLine } from '../../../../shared/features/zones/arrival-text.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';

/** What `zones list` prints of a zone. @param now ms since the epoch. */
export function zoneLines(card: ZoneCard, now: number): readonly string[] {
  const { files, countdown, olderUnsent, oldestUnconfirmedAt: oldestAt } = card;
  const oldest = oldestAt === null ? '' : `, oldest not arrived ${formatAgo(oldestAt, now)}`;
  return [
    `${card.id}  ${card.definition.name}  ${zoneTexts.states[card.state]}  ${card.definition.folder} → ${card.destinationPath}`,
    `  ${arrivalLine(card)}`,
    `  ${files.confirmed} arrived, ${files.verified} verified, ${files.refused} refused${oldest}`,
    ...(countdown === null ? [] : [countdownLine(countdown, now)]),
    ...(olderUnsent === 0
      ? []
      : [`  ${zoneTexts.olderUnsent(olderUnsent)} To send them: benchtop zones change ${card.id} --everything`]),
    ...(card.trouble === null ? [] : [`  ${card.trouble.text}`]),
    ...(card.alerts === 0 ? [] : [`  ${formatCount(card.alerts, 'alert')}. Command: benchtop zones alerts`]),
  ];
}

function countdownLine(countdown: NonNullable<ZoneCard['countdown']>, now: number): string {
  const { name, lastChangeAt, readyAt, openFile } = countdown;
  const leftMs = readyAt === null ? null : Math.max(0, readyAt - now);
  return `  ${name}: ${zoneTexts.countdown(Math.max(0, now - lastChangeAt), leftMs, openFile)}`;
}
