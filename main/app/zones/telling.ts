import type { Figure } from '../../../shared/model/figures.ts';
import type { ZoneCard } from '../../../shared/model/zones.ts';
import type { Zones } from '../../zones/zones.ts';
import type { Cause } from '../alerts/records.ts';

/** What people should hear of, as the senders of alerts take it: open alerts, each with a key of its own. */
export function causesIn(zones: Pick<Zones, 'listAlerts'>): readonly Cause[] {
  return zones.listAlerts(false).map(({ id, cause, zoneName, text }) => ({
    key: `zone alert ${id}`,
    cause: `zone: ${cause}`,
    subject: zoneName,
    text,
  }));
}

/** The zones in numbers. */
export function figuresOf(cards: readonly ZoneCard[]): readonly Figure[] {
  if (cards.length === 0) return [];
  const of = (name: string, help: string, value: (card: ZoneCard) => number): Figure => ({
    name: `benchtop_zone_${name}`,
    help,
    samples: cards.map(card => ({ labels: { zone: card.definition.name }, value: value(card) })),
  });
  return [
    of('waiting_files', 'Files of a drop zone that have not arrived.', ({ files }) => files.waiting),
    of('arrived_files', 'Files of a drop zone that have arrived.', ({ files }) => files.confirmed),
    of('verified_files', 'Files of a drop zone that were read back.', ({ files }) => files.verified),
    of('refused_files', 'Files of a drop zone that were refused.', ({ files }) => files.refused),
    of('waiting_bytes', 'Bytes of a drop zone that have not arrived.', card => card.waitingBytes),
    of('open_alerts', 'What people should know of a drop zone.', ({ alerts }) => alerts),
    of('oldest_waiting_seconds', 'When the oldest file that has not arrived was changed; 0: none waits.', card =>
      Math.floor((card.oldestUnconfirmedAt ?? 0) / 1000),
    ),
  ];
}
