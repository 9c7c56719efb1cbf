import { GIB } from '../../../shared/units.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { SettingInfo } from '../../../shared/features/settings/model.ts';
import type { Facts } from '../../journal/records/history.ts';
import { MANNERS } from '../limits/power.ts';

/** What a person can set about mirroring. */
export interface SyncSettings {
  /** How long a local removal waits before it is sent, in seconds (0 to 3600). */
  readonly deleteHoldSeconds: number;
  /** How long a file must be quiet before it is read, in milliseconds (0 to 600000); large files wait longer. */
  readonly settleMs: number;
  /** Time between polls, in seconds (1 to 86400). */
  readonly pollSeconds: number;
  /** A person is asked about more removals than this within a day. */
  readonly guardItems: number;
  /** A person is asked about removals of more than this percentage of a mirror (and more than ten items). */
  readonly guardPercent: number;
  /** Largest total size of the trash, in bytes. */
  readonly storeMaxBytes: number;
  /**
   * How much of the trash the older versions of one removed file may take, in bytes; 0: none are kept, and no question
   * is asked.
   */
  readonly olderVersionsMaxBytes: number;
  /** Requests that polling may take in an hour without changes. */
  readonly idleRequests: number;
  /** Most transfers in parallel (1 to 16); the best number below that is measured. */
  readonly parallelTransfers: number;
}

/** The names, defaults and bounds of all settings. */
export const SETTINGS: {
  readonly [N in keyof SyncSettings]: { readonly start: number; readonly least: number; readonly most: number };
} = {
  deleteHoldSeconds: { start: 60, least: 0, most: 3600 },
  settleMs: { start: 2000, least: 0, most: 600_000 },
  pollSeconds: { start: 60, least: 1, most: 86_400 },
  guardItems: { start: 50, least: 0, most: 1_000_000 },
  guardPercent: { start: 25, least: 0, most: 100 },
  storeMaxBytes: { start: 10 * GIB, least: 0, most: Number.MAX_SAFE_INTEGER },
  olderVersionsMaxBytes: { start: 200e6, least: 0, most: Number.MAX_SAFE_INTEGER },
  idleRequests: { start: 600, least: 10, most: 1_000_000 },
  parallelTransfers: { start: 16, least: 1, most: 16 },
};

const NAMES = Object.keys(SETTINGS) as readonly (keyof SyncSettings)[];

/** Settings with a fixed set of values; the first is the default. */
const CHOICES: { readonly [name: string]: readonly string[] } = {
  onBattery: MANNERS,
  onMetered: MANNERS,
  searchInside: ['yes', 'no'],
};

/** Whether search on this computer covers the text inside files. */
export function searchesInside(facts: Facts): boolean {
  return facts.get(factName('searchInside')) !== 'no';
}

/** All settings by name, as text. */
export function allSettings(facts: Facts): Record<string, string> {
  const numbers = NAMES.map(name => [name, String(readSettings(facts)[name])]);
  const words = Object.entries(CHOICES).map(([name, choices]) => [name, facts.get(factName(name)) ?? choices[0] ?? '']);
  return Object.fromEntries([...numbers, ...words]) as Record<string, string>;
}

/** All settings with their allowed values. */
export function describedSettings(facts: Facts): SettingInfo[] {
  return Object.entries(allSettings(facts)).map(([name, value]) => {
    const known = NAMES.find(candidate => candidate === name);
    const choices = [...(CHOICES[name] ?? [])];
    if (known === undefined) return { name, value, start: choices[0] ?? '', least: null, most: null, choices };
    const { start, least, most } = SETTINGS[known];
    return { name, value, start: String(start), least, most, choices };
  });
}

function writeChoice(facts: Facts, name: string, text: string): void {
  const choices = CHOICES[name] ?? [];
  if (!choices.includes(text))
    throw new FaultError({
      kind: 'bad-request',
      detail: `'${name}' takes one of ${choices.join(', ')}, not '${text}'.`,
    });
  facts.set(factName(name), text);
}

/** Reads the settings: stored values, else the defaults. */
export function readSettings(facts: Facts): SyncSettings {
  const value = (name: keyof SyncSettings): number => Number(facts.get(factName(name)) ?? SETTINGS[name].start);
  return {
    deleteHoldSeconds: value('deleteHoldSeconds'),
    settleMs: value('settleMs'),
    pollSeconds: value('pollSeconds'),
    guardItems: value('guardItems'),
    guardPercent: value('guardPercent'),
    storeMaxBytes: value('storeMaxBytes'),
    olderVersionsMaxBytes: value('olderVersionsMaxBytes'),
    idleRequests: value('idleRequests'),
    parallelTransfers: value('parallelTransfers'),
  };
}

/** Changes one setting. @throws FaultError `bad-request` naming the setting, its bounds or all names. */
export function writeSetting(facts: Facts, name: string, text: string): void {
  if (Object.hasOwn(CHOICES, name)) return writeChoice(facts, name, text);
  const known = NAMES.find(candidate => candidate === name);
  if (known === undefined)
    throw new FaultError({
      kind: 'bad-request',
      detail: `There is no setting '${name}'. There are: ${[...NAMES, ...Object.keys(CHOICES)].join(', ')}.`,
    });
  const { least, most } = SETTINGS[known];
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new FaultError({
      kind: 'bad-request',
      detail: `'${name}' takes a whole number from ${least} to ${most}, not '${text}'.`,
    });
  facts.set(factName(known), String(value));
}

function factName(name: string): string {
  return `setting.${name}`;
}
