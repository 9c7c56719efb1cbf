import type { Figure } from '../../../shared/features/monitoring/model.ts';
import type { EngineStatus } from '../../../shared/features/status/model.ts';
import { figureHelp } from '../../../shared/features/monitoring/text.ts';
import { SECOND } from '../../../shared/units.ts';
import { isoMoment } from '../../core/calendar.ts';
import { readRecords } from '../alerts/alert-records.ts';
import { attentionList } from '../attention/attention.ts';
import { keyEnd } from '../../items/key-end.ts';
import type { AppContext } from '../../items/app-context.ts';

type Name = keyof typeof figureHelp;
type Sample = Figure['samples'][number];

/** All figures, from a status and the records. Unknown values have no sample. */
export async function gather(context: AppContext, status: EngineStatus): Promise<Figure[]> {
  const { journal, world, settings } = context;
  const isSignedIn = status.state !== 'signedOut' && status.state !== 'accessEnded';
  return [
    figure('benchtop_info', [{ labels: { version: settings.version, computer: settings.computer }, value: 1 }]),
    figure('benchtop_state', [{ labels: { state: status.state }, value: 1 }]),
    figure('benchtop_signed_in', [{ labels: {}, value: isSignedIn ? 1 : 0 }]),
    figure('benchtop_key_end_seconds', moment({}, keyEnd(journal.facts).at)),
    figure('benchtop_attention_items', attention(context)),
    figure('benchtop_alerts_open', openAlerts(context)),
    ...mirrors(context, status),
    figure('benchtop_free_bytes', await room(context)),
    figure('benchtop_made_seconds', [{ labels: {}, value: Math.floor(world.clock.now() / SECOND) }]),
  ];
}

function figure(name: Name, samples: readonly Sample[]): Figure {
  return { name, help: figureHelp[name], samples: [...samples] };
}

/** A time as Prometheus expects it; null: not known. */
function moment(labels: Sample['labels'], iso: string | null): readonly Sample[] {
  const ms = isoMoment(iso ?? '');
  return ms === null ? [] : [{ labels, value: Math.floor(ms / SECOND) }];
}

function attention(context: AppContext): readonly Sample[] {
  const { decisions, versions, blocked } = attentionList(context);
  return Object.entries({ decision: decisions, versions, blocked }).map(([group, value]) => ({
    labels: { group },
    value,
  }));
}

function openAlerts({ journal }: AppContext): readonly Sample[] {
  const counts = new Map<string, number>();
  for (const { cause, solvedAt } of readRecords(journal.facts))
    if (solvedAt === null) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  return [...counts].map(([cause, value]) => ({ labels: { cause }, value }));
}

function mirrors({ journal }: AppContext, status: EngineStatus): readonly Figure[] {
  const rows = journal.mirrors.all().flatMap(mirror => {
    const counts = status.mirrors.find(({ id }) => id === mirror.id);
    const labels = { mirror: mirror.id, folder: mirror.remotePath };
    return counts === undefined ? [] : [{ labels, mirror, counts }];
  });
  const each = (name: Name, value: (row: (typeof rows)[number]) => number): Figure =>
    figure(
      name,
      rows.map(row => ({ labels: row.labels, value: value(row) })),
    );
  return [
    each('benchtop_mirror_in_step', ({ counts }) => (counts.standing === 'in-step' ? 1 : 0)),
    each('benchtop_mirror_files', ({ counts }) => counts.files),
    each('benchtop_mirror_waiting', ({ counts }) => counts.waiting),
    each('benchtop_mirror_held', ({ counts }) => counts.held),
    each('benchtop_mirror_blocked', ({ counts }) => counts.blocked),
    each('benchtop_mirror_conflicted', ({ counts }) => counts.conflicted),
    each('benchtop_mirror_halted', ({ mirror }) => (mirror.halted === null ? 0 : 1)),
    figure(
      'benchtop_mirror_checked_seconds',
      rows.flatMap(({ labels, counts }) => moment(labels, counts.checkedAt)),
    ),
  ];
}

async function room({ journal, world, settings }: AppContext): Promise<readonly Sample[]> {
  const free = async (path: string, labels: Sample['labels']): Promise<readonly Sample[]> => {
    const space = await world.disk.space(path).catch(() => null);
    return space === null ? [] : [{ labels, value: space.freeBytes }];
  };
  const all = [
    free(settings.dataDirectory, { of: 'records' }),
    ...journal.mirrors.all().map(({ id, root }) => free(root.path, { of: 'mirror', mirror: id })),
  ];
  return (await Promise.all(all)).flat();
}
