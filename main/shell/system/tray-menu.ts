import type { Transfer } from '../../../shared/features/status/records-model.ts';
import type { EngineStatus, SyncState } from '../../../shared/features/status/model.ts';
import { desktopText } from '../../../shared/desktop/text.ts';
import { pauseChoices, tomorrowMorningMs } from '../../../shared/features/mirrors/pause-menu-text.ts';
import { pillText } from '../../../shared/features/status/text.ts';
import type { MenuEntry } from './menu-entries.ts';

const texts = desktopText.tray;

/** What the tray shows. */
export interface TrayFacts {
  /** `starting`, `restarting` after a crash, `trouble` when it cannot start; `running`: `status` counts. */
  readonly engine: 'starting' | 'restarting' | 'trouble' | 'running';
  readonly status: EngineStatus | null;
  readonly transfers: readonly Transfer[];
  /** Absolute paths of the local folders. */
  readonly folders: readonly string[];
  /** What was sent or downloaded last, newest first. */
  readonly recent: readonly { readonly name: string; readonly path: string }[];
  /** One line per drop zone. */
  readonly zones: readonly string[];
  readonly nowMs: number;
}

/** What the tray's picture tells, each by a shape of its own; the names of the pictures in `assets/tray`. */
export type TrayPicture = 'in-step' | 'syncing' | 'paused' | 'attention' | 'offline';

const PICTURES: { readonly [S in SyncState]: TrayPicture } = {
  accessEnded: 'attention',
  signedOut: 'attention',
  guard: 'attention',
  attention: 'attention',
  offline: 'offline',
  serviceWait: 'paused',
  paused: 'paused',
  overdue: 'offline',
  transferring: 'syncing',
  looking: 'syncing',
  waiting: 'syncing',
  upToDate: 'in-step',
};

/** How many of what was transferred last are listed. */
export const MOST_RECENT = 5;

export function trayPicture({ engine, status }: TrayFacts): TrayPicture {
  if (engine === 'trouble') return 'attention';
  return engine === 'running' && status !== null ? PICTURES[status.state] : 'offline';
}

/** The line under the pointer, and the first of the menu. */
export function trayText({ engine, status, transfers, nowMs }: TrayFacts): string {
  if (engine === 'trouble') return texts.trouble;
  if (engine === 'restarting') return texts.restarting;
  return engine === 'starting' || status === null ? texts.starting : pillText({ status, transfers, nowMs });
}

/** The tray's menu. Everything in it works without a window. */
export function trayMenu(facts: TrayFacts): readonly MenuEntry[] {
  const { engine, status, folders, recent, zones } = facts;
  const isRunning = engine === 'running' && status !== null;
  const folder = folders[0];
  return [
    { is: 'text', label: trayText(facts) },
    ...progress(facts),
    LINE,
    { is: 'item', label: texts.open, action: { do: 'show', hash: null } },
    ...(folder === undefined
      ? []
      : [{ is: 'item', label: texts.openFolder, action: { do: 'open-folder', path: folder } } as const]),
    ...(isRunning && status.attention > 0
      ? [
          {
            is: 'item',
            label: texts.attention(status.attention),
            action: { do: 'show', hash: '#/attention' },
          } as const,
        ]
      : []),
    ...(recent.length === 0 ? [] : [recentMenu(recent)]),
    ...(isRunning ? [LINE, ...pausing(status, facts.nowMs)] : []),
    ...(zones.length === 0 ? [] : [LINE, zonesMenu(zones)]),
    LINE,
    { is: 'item', label: texts.settings, action: { do: 'show', hash: '#/settings' } },
    { is: 'item', label: texts.diagnostics, action: { do: 'show', hash: '#/diagnostics/health' } },
    { is: 'item', label: texts.quit, action: { do: 'quit' } },
  ];
}

const LINE: MenuEntry = { is: 'line' };

/** Attention never hides progress. */
function progress({ status, transfers, nowMs, engine }: TrayFacts): readonly MenuEntry[] {
  if (engine !== 'running' || status === null || status.total === 0 || status.state === 'transferring') return [];
  if (transfers.length === 0) return [];
  return [{ is: 'text', label: pillText({ status: { ...status, state: 'transferring' }, transfers, nowMs }) }];
}

function recentMenu(recent: TrayFacts['recent']): MenuEntry {
  const entries = recent
    .slice(0, MOST_RECENT)
    .map(({ name, path }): MenuEntry => ({ is: 'item', label: name, action: { do: 'reveal', path } }));
  return { is: 'menu', label: texts.recent, entries };
}

function pausing({ state }: EngineStatus, nowMs: number): readonly MenuEntry[] {
  const choices = pauseChoices(nowMs, tomorrowMorningMs(nowMs)).map(({ id, label }): MenuEntry => ({
    is: 'item',
    label,
    action: { do: 'pause', choice: id },
  }));
  return [
    ...(state === 'paused' ? [{ is: 'item', label: texts.resume, action: { do: 'resume' } } as const] : []),
    { is: 'menu', label: texts.pause, entries: choices },
    { is: 'item', label: texts.check, action: { do: 'check' } },
  ];
}

function zonesMenu(zones: readonly string[]): MenuEntry {
  return { is: 'menu', label: texts.zones, entries: zones.map(label => ({ is: 'text', label })) };
}

/** The file of a picture. macOS colours its own by their shape; elsewhere the bar is dark or light. */
export function trayFile(picture: TrayPicture, platform: NodeJS.Platform, isDark: boolean): string {
  return `${picture}${platform === 'darwin' ? 'Template' : isDark ? '-dark' : ''}.png`;
}
