import type { Question } from '../../../shared/fault.ts';
import type { ItemId, ServiceId, Sha256 } from '../../../shared/ids.ts';
import {
  consent as consentShape,
  type AgreedNow,
  type Consent,
  type Reader,
} from '../../../shared/features/sharing/audience-model.ts';
import { ACCESS_LOST_BY } from '../../../shared/features/activity/history-text.ts';
import { SECOND } from '../../../shared/units.ts';
import {
  audienceChange,
  CONSENT_MS,
  effectsOfMove,
  MoveTarget,
  newReaders,
  type ReaderOf,
} from '../../core/policy/audience.ts';
import type { AudienceChange, MoveAudience } from '../../core/policy/audience.ts';
import type { AudienceChange as AudienceEffects } from '../../../shared/features/sharing/model.ts';
import { jsonOrNull } from '../../../shared/parse-json.ts';
import type { Item, Kind } from '../../core/item.ts';
import type { Journal } from '../../journal/journal.ts';
import type { ServiceApi } from '../api/service.ts';
import { isFault, localPath, serviceFolder, addHistory } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';

/** An item of the service that is to move from one folder to another. `from`: null when it is in none. */
export interface Move {
  /** Null: it is no longer there, and only its folders tell who could read it. */
  readonly id: ServiceId | null;
  readonly kind: Kind;
  readonly from: ServiceId | null;
  readonly to: ServiceId;
}

/** Reads who can reach a folder; null where the service does not tell. */
export type AskReaders = (folder: ServiceId) => Promise<readonly ReaderOf[] | null>;

/**
 * Asks the service how a move changes who can read the item. If the two folders have the same readers, that is one
 * request for each of them; the item itself is asked about only when they differ.
 */
export async function audienceOf(
  api: ServiceApi,
  move: Move,
  readersOf: AskReaders = folder => nullIfRefused(api.readers(folder)),
): Promise<AudienceChange> {
  const areSame = (one: readonly ReaderOf[], other: readonly ReaderOf[]): boolean =>
    newReaders(one, other).length + newReaders(other, one).length === 0;
  const audience = await audienceAt({ api, readersOf, areSame }, move);
  return audience === null ? { gains: [], loses: [] } : audienceChange(audience);
}

/**
 * What a move changes for each person: whether they can read the item, as the guard asks, and their other permissions.
 */
export interface MoveOutlook {
  readonly change: AudienceChange;
  readonly effects: AudienceEffects;
}

/** The same for display, which includes changed roles. */
export async function outlookOf(api: ServiceApi, move: Move, readersOf: AskReaders): Promise<MoveOutlook> {
  const rolesOf = (readers: readonly ReaderOf[]): string =>
    readers
      .map(({ key, role }) => JSON.stringify([key, role]))
      .toSorted((one, other) => (one < other ? -1 : 1))
      .join('');
  const areSame = (one: readonly ReaderOf[], other: readonly ReaderOf[]): boolean => rolesOf(one) === rolesOf(other);
  const audience = await audienceAt({ api, readersOf, areSame }, move);
  const none = { gains: [], loses: [] };
  if (audience === null) return { change: none, effects: none };
  return { change: audienceChange(audience), effects: effectsOfMove(audience) };
}

interface AudienceContext {
  readonly api: ServiceApi;
  readonly readersOf: AskReaders;
  /** Whether a move between folders with these readers changes nothing. */
  readonly areSame: (from: readonly ReaderOf[], to: readonly ReaderOf[]) => boolean;
}

/** Null: it changes nothing. */
async function audienceAt(
  { api, readersOf, areSame }: AudienceContext,
  { id, kind, from, to }: Move,
): Promise<MoveAudience | null> {
  if (from === to) return null;
  const [around, after] = await Promise.all([from === null ? null : readersOf(from), readersOf(to)]);
  if (around !== null && after !== null && areSame(around, after)) return null;
  const isFolder = kind === 'folder';
  const [thing, own] =
    id === null
      ? [null, null]
      : await Promise.all([
          nullIfRefused(isFolder ? api.readers(id) : api.fileReaders(id)),
          nullIfRefused(api.entriesOf({ kind, id })),
        ]);
  // RACE: a reader who was added to the folder between the two answers is not among the item's readers. Only readers
  // who were in the folder before and after the item's answer prove anything.
  const later =
    isFolder && id !== null && from !== null && around !== null ? await nullIfRefused(api.readers(from)) : null;
  const lasting = around?.filter(({ key }) => later === null || later.some(reader => reader.key === key)) ?? null;
  return { thing, own, from: isFolder && later === null ? null : lasting, to: after, isFolder };
}

/** How long an answer about a folder is reused, in milliseconds of the monotonic clock. */
const REUSED_MS = 5 * SECOND;

interface RecentAnswer {
  readonly at: number;
  readonly readers: Promise<readonly ReaderOf[] | null>;
}

/** Readers of folders, asked for recently in a pass: many items move between the same two folders. */
const RECENT_ANSWERS = new WeakMap<MirrorContext, Map<ServiceId, RecentAnswer>>();

/** A move, and the item it concerns. */
export interface Weighing {
  readonly move: Move;
  /** The item that the question is about. */
  readonly item: Item;
}

/**
 * Weighs a move at the service: no reader may gain access by it unless a person agreed to exactly that (I13, P24).
 * RACE: the service has no condition for it: a reader who is added to the folder between these answers and the call
 * gains access too.
 */
export async function weighMove(context: MirrorContext, { move, item }: Weighing): Promise<MoveTarget | Question> {
  const change = await audienceOf(context.api, move, folder => readersOf(context, folder));
  const consent = consentTo(context.journal, item.id);
  const target = MoveTarget.weigh(move.to, change, { consent, now: context.world.clock.now() });
  if (target instanceof MoveTarget) return target;
  return {
    kind: 'wider-audience',
    path: localPath(context, item.id),
    folder: move.to,
    who: withoutDetails(target.gains),
  };
}

/**
 * Weighs a new version whose bytes are those of a missing file: that file was moved onto this one, whose readers may
 * differ.
 * @returns the question; null when no reader gains access, or a person agreed.
 * GAP: a file of another mirror counts once a scan of that mirror found it missing.
 */
export async function weighContent(context: MirrorContext, item: Item, sha256: Sha256): Promise<Question | null> {
  const { api, journal, world } = context;
  const folder = item.remote === null ? null : serviceFolder(context, item.remote.parent);
  const source = missedWith(journal, sha256, item.id);
  if (source === null || item.remote === null || folder === null) return null;
  const [before, after] = await Promise.all([source, item.remote.id].map(id => nullIfRefused(api.fileReaders(id))));
  const gains = isAnswered(before) && isAnswered(after) ? newReaders(before, after) : null;
  const target = MoveTarget.weigh(
    folder,
    { gains, loses: null },
    { consent: consentTo(journal, item.id), now: world.clock.now() },
  );
  if (target instanceof MoveTarget) return null;
  return { kind: 'wider-audience', path: localPath(context, item.id), folder, who: withoutDetails(target.gains) };
}

function isAnswered<T>(answer: T | null | undefined): answer is T {
  return answer !== null && answer !== undefined;
}

/** The service's id of a missing file whose base had these bytes. */
function missedWith({ mirrors, missing, items }: Journal, sha256: Sha256, not: ItemId): ServiceId | null {
  for (const { id } of mirrors.all())
    for (const missed of missing.of(id, 'local').keys()) {
      const item = missed === not ? null : items.get(missed);
      if (item?.base?.sha256 === sha256 && item.remote !== null && item.remotePresence === 'present')
        return item.remote.id;
    }
  return null;
}

/** Adds to the history who can no longer read the moved item. */
export function recordAccessLoss(context: MirrorContext, item: ItemId, { loses }: MoveTarget, file: ServiceId): void {
  if (loses === null || loses.length === 0) return;
  const cause = `${ACCESS_LOST_BY}${loses.map(({ name }) => name).join(', ')}`;
  addHistory(context, { item, verb: 'narrowed', cause, file });
}

/** A person agreed that these readers gain access to an item by a folder. Valid for a day at most, and for one move. */
export function agreeToMove(
  journal: Pick<Journal, 'facts'>,
  item: ItemId,
  { agreed, now }: { readonly agreed: AgreedNow; readonly now: number },
): void {
  const consent: Consent = { ...agreed, until: now + CONSENT_MS };
  journal.facts.set(factOf(item), JSON.stringify(consent));
}

/** A consent ends with its move, and when the item is back where it was. */
export function forgetConsent(journal: Pick<Journal, 'facts'>, item: ItemId): void {
  if (journal.facts.get(factOf(item)) !== null) journal.facts.set(factOf(item), null);
}

/** Forgets consents for items that are in the same place on both sides, no longer exist, or were agreed to long ago. */
export function forgetNeedlessConsents({ journal, world }: Pick<MirrorContext, 'journal' | 'world'>): void {
  const now = world.clock.now();
  for (const { name, value } of journal.facts.withPrefix(PREFIX)) {
    const item = journal.items.get(Number(name.slice(PREFIX.length)) as ItemId);
    const isHome = item !== null && item.local !== null && item.local.parent === item.remote?.parent;
    if (item === null || isHome || now >= (consentIn(value)?.until ?? 0)) journal.facts.set(name, null);
  }
}

const PREFIX = 'wider.';

function factOf(item: ItemId): string {
  return `${PREFIX}${item}`;
}

function consentTo({ facts }: Pick<Journal, 'facts'>, item: ItemId): Consent | null {
  return consentIn(facts.get(factOf(item)));
}

/** A consent of an earlier version of the program named no readers: it counts for nothing. */
function consentIn(text: string | null): Consent | null {
  return consentShape.nullable().catch(null).parse(jsonOrNull(text));
}

/** Null when the service does not tell. */
function readersOf(context: MirrorContext, folder: ServiceId): Promise<readonly ReaderOf[] | null> {
  const known = RECENT_ANSWERS.get(context) ?? new Map<ServiceId, RecentAnswer>();
  RECENT_ANSWERS.set(context, known);
  const now = context.world.clock.elapsed();
  const recent = known.get(folder);
  if (recent !== undefined && now - recent.at < REUSED_MS) return recent.readers;
  const readers = nullIfRefused(context.api.readers(folder));
  known.set(folder, { at: now, readers });
  return readers;
}

/** Null where the service refuses to show it. */
export async function nullIfRefused<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isFault(error, 'not-allowed', 'scope', 'refused', 'gone')) return null;
    throw error;
  }
}

/** Without the entry's details. */
export function withoutDetails(readers: readonly Reader[] | null): Reader[] | null {
  return readers === null ? null : readers.map(({ key, name }) => ({ key, name }));
}
