import type { Figure } from '../../../shared/features/monitoring/model.ts';
import type { ZoneAlert, ZoneCard } from '../../../shared/features/zones/model.ts';
import { figureHelp } from '../../../shared/features/monitoring/text.ts';
import { SECOND } from '../../../shared/units.ts';
import type { Cause } from '../alerts/alert-records.ts';

/**
 * The alerts of the drop zones as causes for the alert channels. The id in the key makes a recurring cause a new alert.
 */
export function causesOf(alerts: readonly ZoneAlert[]): readonly Cause[] {
  return alerts.map(({ id, cause, zoneName, text }) => ({
    key: `zone:${id}`,
    cause: `zone-${cause}`,
    subject: zoneName,
    text,
  }));
}

/** The drop zones as figures for monitoring. Unknown values have no sample. */
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
