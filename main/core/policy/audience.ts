import type { ServiceId } from '../../../shared/ids.ts';
import { type AccessRow, EVERYBODY, effectsOf, isGain } from '../../../shared/features/sharing/effective-access.ts';
import type { Consent, Reader } from '../../../shared/features/sharing/audience-model.ts';
import type { AudienceChange as AudienceEffects } from '../../../shared/features/sharing/model.ts';
import { DAY } from '../../../shared/units.ts';

export { EVERYBODY };

/** A reader of one thing, and whether a folder above passes that down. */
export interface ReaderOf extends Reader {
  /** Empty where the service does not tell it. */
  readonly role: string;
  readonly isInherited: boolean;
}

/** What is known of who can read a thing and the two folders of a move. Null where the service does not tell. */
export interface MoveAudience {
  /** Effective readers of the thing itself. */
  readonly thing: readonly ReaderOf[] | null;
  /** Readers by the thing's own entries; they go with it. */
  readonly own: readonly ReaderOf[] | null;
  /** Effective readers of the folder that it is in; null when it is in none, too. */
  readonly from: readonly ReaderOf[] | null;
  readonly to: readonly ReaderOf[] | null;
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
  const after = readersAfter({ thing, own }, to);
  return { gains: newReaders(before, to), loses: thing === null || own === null ? null : newReaders(after, before) };
}

/** Its owner and its own entries go with it. */
function readersAfter(
  { thing, own }: Pick<MoveAudience, 'thing' | 'own'>,
  to: readonly ReaderOf[],
): readonly ReaderOf[] {
  return [...to, ...(own ?? []), ...(thing ?? []).filter(({ isInherited }) => !isInherited)];
}

/** What a move changes about what people can do with a thing, not only about whether they can read it. Judged alike. */
export function effectsOfMove({ thing, own, from, to, isFolder }: MoveAudience): AudienceEffects {
  if (isFolder && thing !== null && from !== null && endedInheriting(thing, from)) return { gains: [], loses: [] };
  const before = thing ?? from;
  if (before === null || to === null) return { gains: null, loses: null };
  const effects = effectsOf(rowsOf(before), rowsOf(readersAfter({ thing, own }, to)));
  const isKnown = thing !== null && own !== null;
  return { gains: effects.filter(isGain), loses: isKnown ? effects.filter(one => !isGain(one)) : null };
}

/** One row for each reader, with every role that they have. */
function rowsOf(readers: readonly ReaderOf[]): readonly AccessRow[] {
  const rows = new Map<string, AccessRow>();
  for (const { key, name, role, isInherited } of readers) {
    const [kind = ''] = key.split(' ');
    const row = rows.get(key) ?? { key, name, role, principal: { kind, id: null }, sources: [] };
    const source = { how: isInherited ? 'folder' : 'here', role, entry: null, folder: null } as const;
    rows.set(key, { ...row, sources: [...row.sources, source] });
  }
  return [...rows.values()];
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
