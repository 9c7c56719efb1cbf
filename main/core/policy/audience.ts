import type { ServiceId } from '../../../shared/ids.ts';
import { type AccessRow, EVERYBODY, effectsOf, isGain } from '../../../shared/features/sharing/effective-access.ts';
import type { Consent, Reader } from '../../../shared/features/sharing/audience-model.ts';
import type { AudienceChange as AudienceEffects } from '../../../shared/features/sharing/model.ts';
import { DAY } from '../../../shared/units.ts';

export { EVERYBODY };

/** A reader of an item, and whether the role is inherited from a folder above. */
export interface ReaderOf extends Reader {
  /** Empty where the service does not tell it. */
  readonly role: string;
  readonly isInherited: boolean;
}

/** Who can read an item and the two folders of a move, as far as the service tells; null where it does not. */
export interface MoveAudience {
  /** Everyone who can read the item itself. */
  readonly thing: readonly ReaderOf[] | null;
  /** Readers by the item's own access entries, which move with it. */
  readonly own: readonly ReaderOf[] | null;
  /** Everyone who can read its current folder; null also when it is in no folder. */
  readonly from: readonly ReaderOf[] | null;
  readonly to: readonly ReaderOf[] | null;
  readonly isFolder: boolean;
}

/** Who can read an item after a move and could not before, and the reverse. Null where that is not known. */
export interface AudienceChange {
  readonly gains: readonly Reader[] | null;
  readonly loses: readonly Reader[] | null;
}

const NO_CHANGE: AudienceChange = { gains: [], loses: [] };

/**
 * Who gains and who loses read access by a move. Judged by the item itself: its owner and its own entries move with it,
 * and a folder that does not inherit takes nothing from its parent. The content of a folder inherits from it, so it
 * gains and loses no more than the folder does. A team counts as one reader; its members are not looked up.
 */
export function audienceChange({ thing, own, from, to, isFolder }: MoveAudience): AudienceChange {
  if (isFolder && thing !== null && from !== null && endedInheriting(thing, from)) return NO_CHANGE;
  const before = thing ?? from;
  if (before === null || to === null) return { gains: null, loses: null };
  const after = readersAfter({ thing, own }, to);
  return { gains: newReaders(before, to), loses: thing === null || own === null ? null : newReaders(after, before) };
}

/** Readers of the target folder, and the readers that move with the item. */
function readersAfter(
  { thing, own }: Pick<MoveAudience, 'thing' | 'own'>,
  to: readonly ReaderOf[],
): readonly ReaderOf[] {
  return [...to, ...(own ?? []), ...(thing ?? []).filter(({ isInherited }) => !isInherited)];
}

/** The same for what people may do with an item, not only for whether they can read it. */
export function effectsOfMove({ thing, own, from, to, isFolder }: MoveAudience): AudienceEffects {
  if (isFolder && thing !== null && from !== null && endedInheriting(thing, from)) return { gains: [], loses: [] };
  const before = thing ?? from;
  if (before === null || to === null) return { gains: null, loses: null };
  const effects = effectsOf(rowsOf(before), rowsOf(readersAfter({ thing, own }, to)));
  const isKnown = thing !== null && own !== null;
  return { gains: effects.filter(isGain), loses: isKnown ? effects.filter(one => !isGain(one)) : null };
}

/** One row for each reader, with all roles. */
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
 * Whether an item has ended inheriting from its folder. The service passes each reader of a folder on to its content,
 * so a reader of the folder who cannot read the item proves it. Own entries prove nothing: they may repeat inherited
 * ones.
 */
function endedInheriting(thing: readonly ReaderOf[], from: readonly Reader[]): boolean {
  if (thing.some(({ isInherited }) => isInherited)) return false;
  const known = new Set(thing.map(({ key }) => key));
  return from.some(({ key }) => !known.has(key));
}

/** The readers in `after` that are not in `before`. "Everybody" includes each single reader and is returned alone. */
export function newReaders(before: readonly Reader[], after: readonly Reader[]): readonly Reader[] {
  const known = new Set(before.map(({ key }) => key));
  if (known.has(EVERYBODY)) return [];
  const all = after.find(({ key }) => key === EVERYBODY);
  return all === undefined ? after.filter(({ key }) => !known.has(key)) : [all];
}

/** How long a person's consent is valid, in milliseconds. */
export const CONSENT_MS = DAY;

/**
 * Whether a person agreed that these readers gain access through this folder. If the readers are not known, the consent
 * must be for unknown readers.
 */
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
 * A folder that an item may be moved to. Only `weigh` creates one, so no call to the service can move an item without
 * checking who would gain access.
 */
export class MoveTarget {
  readonly folder: ServiceId;
  readonly loses: readonly Reader[] | null;
  /** Whether readers gain access, with consent. */
  readonly isWider: boolean;

  private constructor(folder: ServiceId, { gains, loses }: AudienceChange) {
    this.folder = folder;
    this.loses = loses;
    this.isWider = gains?.length !== 0;
  }

  /**
   * @returns the target, or the readers who would gain access without consent; null if the service does not tell who
   *   they are.
   */
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
