import { managedFile, type ManagedFound } from '../../../shared/features/settings/managed-model.ts';
import { HOUR, MINUTE } from '../../../shared/units.ts';

/** Why this Benchtop does not update itself. */
export type NoUpdates = 'not-signed' | 'policy' | 'feed';

/** Whether it may look for updates. */
export type MayUpdate =
  | { readonly may: true; readonly feed: string }
  | { readonly may: false; readonly why: NoUpdates };

/**
 * Whether updates may be looked for at all, and where (security.md S63, S64, S68).
 * @param feed the address that signed builds carry; null in all others.
 * @param isForbidden whether the policy of this computer forbids it.
 */
export function mayUpdate(feed: string | null, isForbidden: boolean): MayUpdate {
  if (feed === null) return { may: false, why: 'not-signed' };
  if (isForbidden) return { may: false, why: 'policy' };
  if (!URL.canParse(feed) || new URL(feed).protocol !== 'https:') return { may: false, why: 'feed' };
  return { may: true, feed };
}

/** The address of updates in the `package.json` of a package: only a build that was signed carries one. */
export function feedOf(packageJson: string): string | null {
  const parsed: unknown = JSON.parse(packageJson);
  if (typeof parsed !== 'object' || parsed === null || !('updates' in parsed)) return null;
  return typeof parsed.updates === 'string' && parsed.updates !== '' ? parsed.updates : null;
}

/** Whether the policy of a computer forbids updates; one that cannot be understood does. */
export function forbidsUpdates(found: ManagedFound): boolean {
  if (found.found !== 'text') return found.found === 'unreadable';
  try {
    return managedFile.parse(JSON.parse(found.text)).updates === 'off';
  } catch {
    return true;
  }
}

const FIRST_LOOK_MS = 5 * MINUTE;
const BETWEEN_LOOKS_MS = 6 * HOUR;
/** While something stands in the way of a download. */
const AGAIN_MS = 10 * MINUTE;

/**
 * How long until the next look, in milliseconds, spread by a half to either side so that not all computers of a lab look at
 * once. `spread` in [0, 1) comes from the Random port.
 */
export function untilLookMs(occasion: 'start' | 'usual' | 'in-the-way', spread: number): number {
  const usual = { start: FIRST_LOOK_MS, usual: BETWEEN_LOOKS_MS, 'in-the-way': AGAIN_MS }[occasion];
  return Math.round(usual * (0.5 + spread));
}

/** What an offered version meets here. */
export interface Offer {
  readonly current: string;
  readonly offered: string;
  readonly isTransferring: boolean;
  /** Until when a person wants to hear nothing of updates; null: no such wish. Milliseconds since the epoch. */
  readonly postponedUntilMs: number | null;
  readonly nowMs: number;
}

/** What to do about it. Older and equal versions are refused, even if the feed marks them as an update. */
export function answerTo(offer: Offer): 'refuse' | 'postponed' | 'transfers' | 'download' {
  if (!isNewer(offer.offered, offer.current)) return 'refuse';
  if (offer.postponedUntilMs !== null && offer.nowMs < offer.postponedUntilMs) return 'postponed';
  return offer.isTransferring ? 'transfers' : 'download';
}

const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

/** Whether one version comes after another, by the rules of semver.org; false when either is none. */
export function isNewer(one: string, other: string): boolean {
  const [mine, theirs] = [VERSION.exec(one), VERSION.exec(other)];
  if (mine === null || theirs === null) return false;
  for (const part of [1, 2, 3]) {
    const difference = Number(mine[part]) - Number(theirs[part]);
    if (difference !== 0) return difference > 0;
  }
  return comparePrereleases(mine[4], theirs[4]) > 0;
}

/** Without one a version is the final one, which comes last. */
function comparePrereleases(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  const [mine, theirs] = [one.split('.'), other.split('.')];
  for (const [index, word] of mine.entries()) {
    const against = theirs[index];
    if (against === undefined) return 1;
    const order = compareWords(word, against);
    if (order !== 0) return order;
  }
  return mine.length - theirs.length;
}

/** Numbers by value and before words, words by their characters. */
function compareWords(one: string, other: string): number {
  const [mine, theirs] = [one, other].map(word => (/^\d+$/.test(word) ? Number(word) : null));
  if (mine !== null && theirs !== null && mine !== undefined && theirs !== undefined) return mine - theirs;
  if (mine === null && theirs === null) return one === other ? 0 : one < other ? -1 : 1;
  return mine === null ? 1 : -1;
}
