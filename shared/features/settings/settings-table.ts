import { ownValue } from '../../own-value.ts';
import { formatNumber } from '../../text/format.ts';
import { GIB } from '../../units.ts';
import type { SettingInfo } from './model.ts';

/** The sections of the Settings screen that show settings of this table, among other rows. */
export type SettingsSection = 'sync' | 'network' | 'power' | 'store' | 'search';

interface Row {
  readonly section: SettingsSection;
  /** The line in its section of the window, counted from 0; rows that are no setting of this table count too. */
  readonly line: number;
  readonly label: string;
  readonly hint: string;
}

/** A whole number. `start` is the default; `least` and `most` are allowed too. */
export interface NumberSetting extends Row {
  readonly start: number;
  readonly least: number;
  readonly most: number;
  /** The unit that people read and write. */
  readonly unit: string;
  /** One `unit` in the unit that is stored. */
  readonly factor: number;
}

/** One of a few words, by the label that people read; the first is the default. */
export interface ChoiceSetting extends Row {
  readonly choices: { readonly [choice: string]: string };
}

/** Why power settings have these choices: `slow` limits transfers (`main/engine/context/power.ts`). */
const MANNERS = { 'go-on': 'Go on as always', slow: 'Go on slowly', pause: 'Pause' } as const;

/**
 * All settings of this computer: one row is all that a setting needs. The names are those of the journal, of `benchtop config`,
 * of the files for `benchtop setup` and of the administrator's policy; the order is that of `benchtop config get`.
 */
export const SETTINGS = {
  /** How long a local removal waits before it is sent, in seconds. */
  deleteHoldSeconds: {
    section: 'sync',
    line: 1,
    label: 'Hold removals back',
    hint: 'What you remove here is removed at the service after this long, and can be taken back until then.',
    start: 60,
    least: 0,
    most: 3600,
    unit: 'seconds',
    factor: 1,
  },
  /** How long a file must be quiet before it is read, in milliseconds; large files wait longer. */
  settleMs: {
    section: 'sync',
    line: 0,
    label: 'Wait for a file to settle',
    hint: 'A file is sent when it has been quiet for this long; large files wait a little longer.',
    start: 2000,
    least: 0,
    most: 600_000,
    unit: 'seconds',
    factor: 1000,
  },
  /** How often the service is polled, in seconds. */
  pollSeconds: {
    section: 'sync',
    line: 4,
    label: 'Look at the service every',
    hint: 'How often the service is asked for changes; what changes here is noticed at once.',
    start: 60,
    least: 1,
    most: 86_400,
    unit: 'seconds',
    factor: 1,
  },
  /** More removals than this within a day are asked about. */
  guardItems: {
    section: 'sync',
    line: 2,
    label: 'Ask about removals above',
    hint: 'When more items than this disappear on one side within a day, you are asked before they go on the other.',
    start: 50,
    least: 0,
    most: 1_000_000,
    unit: 'items',
    factor: 1,
  },
  /** Removals of more than this percentage of a mirror (and of more than ten items) are asked about. */
  guardPercent: {
    section: 'sync',
    line: 3,
    label: 'Ask about removals above a share of',
    hint: 'The same for a share of a folder, when it is more than ten items.',
    start: 25,
    least: 0,
    most: 100,
    unit: 'percent',
    factor: 1,
  },
  /** The size of the trash, in bytes. */
  storeMaxBytes: {
    section: 'store',
    line: 1,
    label: 'Room for removed files',
    hint: 'When the store is full, removals at the service wait for you instead of losing a copy.',
    start: 10 * GIB,
    least: 0,
    most: Number.MAX_SAFE_INTEGER,
    unit: 'GB',
    factor: 1e9,
  },
  /** How much of the trash the older versions of one removed file may take, in bytes; 0: none are kept, and nothing is asked. */
  olderVersionsMaxBytes: {
    section: 'store',
    line: 2,
    label: 'Room for the older versions of one removed file',
    hint: 'Before a file is removed at the service, its older versions are downloaded and kept here, newest first. You are asked when they need more. 0 keeps none of them and asks nothing.',
    start: 200e6,
    least: 0,
    most: Number.MAX_SAFE_INTEGER,
    unit: 'MB',
    factor: 1e6,
  },
  /** How many requests polling may take in an hour in which nothing happens. */
  idleRequests: {
    section: 'network',
    line: 7,
    label: 'Requests in a quiet hour',
    hint: 'Looking at the service asks it at most so often in an hour in which nothing happens.',
    start: 600,
    least: 10,
    most: 1_000_000,
    unit: 'requests',
    factor: 1,
  },
  /** How many files are transferred side by side at most; the engine finds out how many are best. */
  parallelTransfers: {
    section: 'network',
    line: 3,
    label: 'Files at once',
    hint: 'At most so many files are sent or downloaded side by side; on a slow connection it is fewer by itself.',
    start: 16,
    least: 1,
    most: 16,
    unit: 'files',
    factor: 1,
  },
  onBattery: {
    section: 'power',
    line: 0,
    label: 'On battery',
    hint: 'What happens while this computer runs on its battery.',
    choices: MANNERS,
  },
  onMetered: {
    section: 'power',
    line: 1,
    label: 'On a connection that costs',
    hint: 'What happens while the connection costs by the byte.',
    choices: MANNERS,
  },
  /** Whether the search reads the contents of local files. */
  searchInside: {
    section: 'search',
    line: 0,
    label: 'Find words inside files',
    hint: 'Words inside files that are on this computer are found, too, also offline; they stay on this computer.',
    choices: { yes: 'Yes', no: 'No' },
  },
} as const satisfies { readonly [name: string]: NumberSetting | ChoiceSetting };

export type SettingName = keyof typeof SETTINGS;

/** The names of settings that are whole numbers. */
export type NumberName = {
  [N in SettingName]: (typeof SETTINGS)[N] extends NumberSetting ? N : never;
}[SettingName];

/** The values of all settings that are whole numbers, in the unit that is stored. */
export type SyncSettings = { readonly [N in NumberName]: number };

/** All settings in the order of the table. */
export const SETTING_ROWS: readonly (readonly [name: string, row: NumberSetting | ChoiceSetting])[] =
  Object.entries(SETTINGS);

/** The row of a setting; undefined where there is no setting of that name. */
export function settingOf(name: string): NumberSetting | ChoiceSetting | undefined {
  return ownValue(SETTINGS, name);
}

/** Whether a setting is a whole number. */
export function isNumber(row: NumberSetting | ChoiceSetting): row is NumberSetting {
  return 'unit' in row;
}

/** The default of a setting, as text. */
export function startOf(row: NumberSetting | ChoiceSetting): string {
  return isNumber(row) ? String(row.start) : (Object.keys(row.choices)[0] ?? '');
}

/** A setting with its value and what it may be. */
export function settingInfoOf(name: string, row: NumberSetting | ChoiceSetting, value: string): SettingInfo {
  const bounds = isNumber(row)
    ? { least: row.least, most: row.most, choices: [] }
    : { least: null, most: null, choices: Object.keys(row.choices) };
  return { name, value, start: startOf(row), ...bounds };
}

/** The value of a setting as the window shows it. */
export function settingText(name: string, value: string): string {
  const row = settingOf(name);
  if (row === undefined) return value;
  return isNumber(row)
    ? `${formatNumber(Number(value) / row.factor)} ${row.unit}`
    : (ownValue(row.choices, value) ?? value);
}
