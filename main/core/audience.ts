import type { ServiceId } from '../../shared/ids.ts';
import type { Consent, Reader } from '../../shared/model/audience.ts';
import { DAY } from '../../shared/units.ts';

/** The key of the one reader that stands for everybody. */
export const EVERYBODY = 'organization';

/** A reader of one thing, and whether a folder above passes that down. */
export interface ReaderOf extends Reader {
  readonly isInherited: boolean;
}

/** What is known of who can read a thing and the two folders of a move. Null where the service does not tell. */
export interface MoveAudience {
  /** Effective readers of the thing itself. */
  readonly thing: readonly ReaderOf[] | null;
  /** Readers by the thing's own entries; they go with it. */
  readonly own: readonly Reader[] | null;
  /** Effective readers of the folder that it is in; null when it is in none, too. */
  readonly from: readonly Reader[] | null;
  readonly to: readonly Reader[] | null;
  readonly isFolder: boolean;
}

/** Who can read a thing after a move and could not before, and the other way round. Null where that is not known. */
export interface AudienceChange {
  readonly gains: readonly Reader[] | null;
  readonly loses: readonly Reader[] | null;
}

const NO_CHANGE: AudienceChange = { gains: [], loses: [] };

/**
 * What a move changes about who can read a thing. Judged by the thing, not by the folders: its owner and its own entries go
 * with it, and a folder that ended inheriting takes nothing from where it is. What is in a folder inherits from it, so
 * that it gains and loses no more than the folder. Who is in a team is not asked: a team counts as one reader of its own.
 */
export function audienceChange({ thing, own, from, to, isFolder }: MoveAudience): AudienceChange {
  if (isFolder && thing !== null && from !== null && endedInheriting(thing, from)) return NO_CHANGE;
  const before = thing ?? from;
  if (before === null || to === null) return { gains: null, loses: null };
  const after = [...to, ...(own ?? []), ...(thing ?? []).filter(({ isInherited }) => !isInherited)];
  return { gains: newReaders(before, to), loses: thing === null || own === null ? null : newReaders(after, before) };
}

/**
 * The service passes each reader of a folder down to what is in it. So one of them who cannot read the thing proves that
 * it ended inheriting. Nothing else does: own entries may repeat what is inherited.
 */
function endedInheriting(thing: readonly ReaderOf[], from: readonly Reader[]): boolean {
  if (thing.some(({ isInherited }) => isInherited)) return false;
  const known = new Set(thing.map(({ key }) => key));
  return from.some(({ key }) => !known.has(key));
}

/** Who is among the second readers and not among the first. Everybody includes each single one, and is named alone. */
export function newReaders(before: readonly Reader[], after: readonly Reader[]): readonly Reader[] {
  const known = new Set(before.map(({ key }) => key));
  if (known.has(EVERYBODY)) return [];
  const all = after.find(({ key }) => key === EVERYBODY);
  return all === undefined ? after.filter(({ key }) => !known.has(key)) : [all];
}

/** How long a person's consent holds, in milliseconds. */
export const CONSENT_MS = DAY;

/** Whether a person agreed that these readers gain access by this folder. Unknown readers need a consent to just that. */
export function isAgreed(
  consent: Consent | null,
  { folder, gains, now }: { readonly folder: ServiceId; readonly gains: AudienceChange['gains']; readonly now: number },
): boolean {
  if (consent === null || consent.folder !== folder || now >= consent.until || now < consent.until - CONSENT_MS)
    return false;
  if (gains === null || consent.who === null) return gains === null && consent.who === null;
  const agreed = new Set(consent.who);
  return gains.every(({ key }) => agreed.has(key));
}

/**
 * A folder that a certain thing may be moved into. Only this module makes one, so that no call to the service can move
 * anything without having been weighed.
 */
export class MoveTarget {
  readonly folder: ServiceId;
  readonly loses: readonly Reader[] | null;
  /** Whether people gain access by it, with consent. */
  readonly isWider: boolean;

  private constructor(folder: ServiceId, { gains, loses }: AudienceChange) {
    this.folder = folder;
    this.loses = loses;
    this.isWider = gains?.length !== 0;
  }

  /** @returns the target, or who would gain access without consent; null when the service does not tell who would. */
  static weigh(
    folder: ServiceId,
    change: AudienceChange,
    { consent, now }: { readonly consent: Consent | null; readonly now: number },
  ): MoveTarget | { readonly gains: readonly Reader[] | null } {
    const { gains } = change;
    if (gains?.length === 0 || isAgreed(consent, { folder, gains, now })) return new MoveTarget(folder, change);
    return { gains };
  }
}
