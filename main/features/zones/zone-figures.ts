import type { Figure } from '../../../shared/features/monitoring/model.ts';
import type { ZoneAlert, ZoneCard } from '../../../shared/features/zones/model.ts';
import { figureHelp } from '../../../shared/features/monitoring/text.ts';
import { SECOND } from '../../../shared/units.ts';
import type { Cause } from '../alerts/alert-records.ts';

/** What people should hear of the drop zones, wherever they are. A cause that comes back later is another alert. */
export function causesOf(alerts: readonly ZoneAlert[]): readonly Cause[] {
  return alerts.map(({ id, cause, zoneName, text }) => ({
    key: `zone:${id}`,
    cause: `zone-${cause}`,
    subject: zoneName,
    text,
  }));
}

/** How the drop zones are, for monitoring. What nobody knows has no sample. */
export function zoneFigures(cards: readonly ZoneCard[]): readonly Figure[] {
  const each = (name: keyof typeof figureHelp, samplesOf: (card: ZoneCard) => Figure['samples']): Figure => ({
    name,
    help: figureHelp[name],
    samples: cards.flatMap(card => {
      const labels = { zone: card.id, name: card.definition.name };
      return samplesOf(card).map(sample => ({ ...sample, labels: { ...labels, ...sample.labels } }));
    }),
  });
  return [
    each('benchtop_zone_state', ({ state }) => [{ labels: { state }, value: 1 }]),
    each('benchtop_zone_files', ({ files }) =>
      Object.entries(files).map(([state, value]) => ({ labels: { state }, value })),
    ),
    each('benchtop_zone_waiting_bytes', ({ waitingBytes }) => [{ labels: {}, value: waitingBytes }]),
    each('benchtop_zone_oldest_unconfirmed_seconds', ({ oldestUnconfirmedAt: at }) =>
      at === null ? [] : [{ labels: {}, value: Math.floor(at / SECOND) }],
    ),
    each('benchtop_zone_alerts', ({ alerts }) => [{ labels: {}, value: alerts }]),
  ];
}
