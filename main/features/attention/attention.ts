import type { Handlers } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import type { AttentionCount, AttentionItem, AttentionList } from '../../../shared/features/attention/model.ts';
import type { MirrorStatus } from '../../../shared/features/status/model.ts';
import { SECOND } from '../../../shared/units.ts';
import { alertTexts } from '../../../shared/features/alerts/text.ts';
import { brokenTexts } from '../../../shared/features/status/broken-text.ts';
import { attentionTexts, MOST_NAMED } from '../../../shared/features/attention/text.ts';
import { mergeTexts } from '../../../shared/features/versions/waiting-merges-text.ts';
import { troubleOf } from '../../../shared/features/attention/troubles-text.ts';
import { isoTime } from '../../core/calendar.ts';
import { hasUnsentBytes } from '../../engine/context/unsent-bytes.ts';
import { isCurrent, isSkipped, isWorthTelling, itemOfSubject, problemsIn } from '../../engine/context/retry.ts';
import type { LoopFailure } from '../../engine/loop/loop.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import { type UnsentMessage, unsentMessages } from '../chat/send/unsent-messages.ts';
import { guardReason } from './guards.ts';
import { keyEndsSoon } from '../../items/signed-in-person.ts';
import type { ZoneNeed } from '../../../shared/features/zones/model.ts';
import { baseName } from '../../../shared/local-path.ts';
import type { AppContext, ZoneNeeds } from '../../items/app-context.ts';
import { problemId } from './problems.ts';
import { waitingMerges, type WaitingMerge } from '../../items/waiting-merges.ts';

type Context = Pick<AppContext, 'journal' | 'engine' | 'keeping' | 'world' | 'zoneNeeds'>;

/** Items listed at most. */
const MOST_TOLD = 1000;

/** While files are transferred, the list is computed at most this often. */
const WHILE_WORKING_MS = SECOND;

/** Everything that needs a person, in one list. */
export function attentionHandlers(context: Context): Pick<Handlers, 'attention.list'> {
  return { 'attention.list': () => Promise.resolve(attentionList(context)) };
}

/** Counts the list, and increments a revision whenever it changes. */
export class AttentionCounter {
  readonly #context: Context;
  #before = '';
  #revision = 0;
  #at = 0;
  #last: AttentionCount | null = null;

  constructor(context: Context) {
    this.#context = context;
  }

  /** The current count. During transfers the list is computed at a limited rate. @param elapsedMs monotonic time. */
  count(elapsedMs: number): AttentionCount {
    if (this.#context.engine.working && this.#last !== null && elapsedMs - this.#at < WHILE_WORKING_MS)
      return this.#last;
    this.#at = elapsedMs;
    return (this.#last = this.#count());
  }

  #count(): AttentionCount {
    const { items, decisions, versions, blocked } = attentionList(this.#context);
    const now = items
      .map(({ key, at, text, until, fixes }) => [key, at, text, until, fixes.length].join(' '))
      .join('\n');
    if (now !== this.#before) this.#revision += 1;
    this.#before = now;
    return { decisions, versions, blocked, revision: this.#revision };
  }
}

/** Everything that needs a person, newest first, from the records. */
export function attentionList(context: Context): AttentionList {
  const { journal } = context;
  const mirrors = journal.mirrors.all();
  const decisions = guardItems(context);
  const versions = journal.conflicts.open().map(conflict => {
    const path = journal.pathOf(conflict.item);
    const text = attentionTexts.versions(path, journal.pathOf(conflict.copy));
    const about = { group: 'versions', mirror: conflict.mirror, path, at: isoTime(conflict.at), ...text } as const;
    return plain({
      ...about,
      key: `conflict:${conflict.id}`,
      id: String(conflict.id),
      fixes: ['compare'],
      cause: 'conflict',
    });
  });
  for (const each of waitingMerges(journal).map(mergeItem)) versions.push(each);
  const stopped = mirrors.flatMap(mirror => (mirror.halted === null ? [] : [stoppedItem(mirror, mirror.halted)]));
  const stuck = mirrors.flatMap(mirror => stuckProblems(journal, mirror));
  const blocked = [...needsOutsideMirrors(context), ...stopped, ...stuck];
  // Items that concern everything come first: they have no time.
  const items = [...decisions, ...versions, ...blocked].toSorted(newestFirst);
  return {
    items: items.slice(0, MOST_TOLD),
    decisions: decisions.length,
    versions: versions.length,
    blocked: blocked.length,
  };
}

/**
 * How many things need a person, with counts of the mirrors that may be a moment old: the same number as the list has, and
 * cheap enough for each step of a transfer. Everything that tells this number takes it from here or from the list.
 */
export function attentionNumber(
  context: Context,
  counted: readonly Pick<MirrorStatus, 'blocked' | 'conflicted'>[],
): number {
  const { journal } = context;
  const inMirrors = counted.reduce((sum, { blocked, conflicted }) => sum + blocked + conflicted, 0);
  const beside = [openGuards(journal), waitingMerges(journal), needsOutsideMirrors(context)];
  return beside.reduce((sum, { length }) => sum + length, inMirrors);
}

/** What is stuck, and is no file of a mirror: the records, the account, its key, drop zones and messages. */
function needsOutsideMirrors({ journal, engine, keeping, world, zoneNeeds }: Context): readonly AttentionItem[] {
  const account = accountItems(engine.stop?.fault ?? null, journal);
  return [
    ...brokenItems(keeping.broken),
    ...account,
    ...keyItems(journal, world.clock.now()),
    ...zonesToMind(zoneNeeds, account.length > 0).map(zoneItem),
    ...messagesToMind(journal).map(messageItem),
  ];
}

function openGuards(journal: Journal): ReturnType<Journal['guards']['all']> {
  return journal.guards.all().filter(({ answer }) => answer === null);
}

/** Compares ISO times as strings; items without a time come first. */
function newestFirst({ at: one }: AttentionItem, { at: other }: AttentionItem): number {
  if (one === null || other === null) return Number(other === null) - Number(one === null);
  return one < other ? 1 : one > other ? -1 : 0;
}

function plain(
  item: Omit<AttentionItem, 'said' | 'until' | 'remedy' | 'correlationId'> & { readonly remedy?: string },
): AttentionItem {
  return { remedy: '', said: [], until: null, correlationId: null, ...item };
}

/** Messages to the agent that are stuck. Those of another organization are listed when a person acts in it. */
function messagesToMind({ facts }: Journal): readonly UnsentMessage[] {
  const here = facts.get('organization');
  return unsentMessages(facts).filter(({ needsPerson, organization }) => needsPerson && organization === here);
}

function messageItem({ id, conversation, title, note, at }: UnsentMessage): AttentionItem {
  return plain({
    key: `message:${id}`,
    id: conversation,
    group: 'blocked',
    mirror: '',
    path: '',
    at: isoTime(at),
    ...attentionTexts.message(title, note),
    fixes: ['open-message'],
    cause: ' message',
  });
}

/** Problems of the drop zones. @param isAccountTold the signed-out account is already in the list. */
function zonesToMind(needs: ZoneNeeds, isAccountTold: boolean): readonly ZoneNeed[] {
  return needs.list().filter(({ cause }) => !isAccountTold || cause !== 'account');
}

function zoneItem({ key, zone, zoneName, cause, text, at }: ZoneNeed): AttentionItem {
  return plain({
    key: `zone:${key}`,
    id: zone,
    group: 'blocked',
    mirror: '',
    path: '',
    at: at === null ? null : isoTime(at),
    ...attentionTexts.zone(zoneName, text),
    fixes: ['open-zone'],
    cause: ` zone ${cause}`,
  });
}

function mergeItem({ file, mirror, path, at, state }: WaitingMerge): AttentionItem {
  return plain({
    key: `merge:${file}`,
    id: file,
    group: 'versions',
    mirror,
    path,
    at: isoTime(at),
    title: mergeTexts.title,
    text: mergeTexts[state](baseName(path)),
    // A newer version must not be overwritten, so the only way is to merge again.
    fixes: state === 'unsent' ? ['send-merge', 'merge'] : ['merge'],
    cause: `${mirror} ${state}`,
  });
}

function guardItems(context: Pick<AppContext, 'journal' | 'world'>): readonly AttentionItem[] {
  const { journal } = context;
  return openGuards(journal).map(guard => {
    const { id, mirror, direction, reason, items, of, at } = guard;
    const folder = lastName(journal.mirrors.get(mirror)?.remotePath ?? mirror);
    const isUnexplained = reason === 'unexplained';
    const text = isUnexplained
      ? attentionTexts.missing({
          folder,
          names: items.slice(0, MOST_NAMED).map(item => journal.pathOf(item)),
          items: items.length,
        })
      : attentionTexts.removals({ folder, direction, items: items.length, of, why: guardReason(context, guard) });
    return plain({
      key: `guard:${id}`,
      id: String(id),
      group: 'decision',
      mirror,
      path: '',
      at: isoTime(at),
      ...text,
      fixes: ['decide'],
      cause: `guard ${isUnexplained ? reason : direction}`,
    });
  });
}

/** Problems that stop everything until a person acts. */
function accountItems(fault: Fault | null, journal: Journal): readonly AttentionItem[] {
  const remembered = journal.facts.get('stopped');
  const kind = fault?.kind ?? remembered;
  if (kind !== 'signed-out' && kind !== 'access-ended') return [];
  const known: Fault = kind === 'signed-out' ? { kind } : { kind, messages: [] };
  const trouble = fault?.kind === kind ? fault : known;
  return [
    blockedItem(trouble, { key: 'account', id: '', mirror: '', path: '', at: null, until: null, hasUnsent: false }),
  ];
}

/** While the journal cannot be written, nothing is synchronized. */
function brokenItems(broken: LoopFailure | null): readonly AttentionItem[] {
  if (broken === null) return [];
  const about = { key: 'records', id: '', group: 'blocked', mirror: '', path: '', cause: 'records' } as const;
  return [plain({ ...about, at: isoTime(broken.since), fixes: [], ...brokenTexts(broken) })];
}

/** A key that expires soon. An expired one is reported as the end of access. */
function keyItems(journal: Journal, now: number): readonly AttentionItem[] {
  const at = keyEndsSoon(journal.facts, now);
  if (at === null || at <= now) return [];
  const text = alertTexts.keyEnds(isoTime(at).slice(0, 10));
  const about = { key: 'key-end', id: '', group: 'blocked', mirror: '', path: '', at: null } as const;
  return [plain({ ...about, title: alertTexts.keyEndsTitle, text, fixes: ['sign-in'], cause: 'key-end' })];
}

function stoppedItem({ id, remotePath }: Mirror, halted: Fault): AttentionItem {
  const about = { key: `mirror:${id}`, id, mirror: id, path: '', at: null, until: null, hasUnsent: false };
  return blockedItem(halted, about, remotePath);
}

interface Stuck extends Pick<AttentionItem, 'key' | 'id' | 'mirror' | 'path' | 'at' | 'until'> {
  readonly hasUnsent: boolean;
}

/** @param folder name of the mirror, if all of it has stopped. */
function blockedItem(fault: Fault, { hasUnsent, ...about }: Stuck, folder: string | null = null): AttentionItem {
  const isMirror = folder !== null;
  const { title, sentence, remedy, said, fixes, cause } = troubleOf(fault, {
    path: about.path,
    isMirror,
    hasUnsent,
    id: about.id,
  });
  return {
    ...about,
    group: 'blocked',
    title,
    text: sentence,
    remedy,
    said: [...said],
    fixes: [...fixes],
    cause: `${about.mirror} ${cause}`,
    correlationId: 'correlationId' in fault ? (fault.correlationId ?? null) : null,
  };
}

function stuckProblems(journal: Journal, mirror: Mirror): readonly AttentionItem[] {
  const problems = problemsIn(journal, mirror.id);
  return problems
    .filter(problem => isCurrent(problem, journal.items) && !isSkipped(problem) && isWorthTelling(problem))
    .map(problem => {
      const { fault, path, since, retryAt, subject } = problem;
      const item = journal.items.get(itemOfSubject(subject) ?? mirror.rootItem) ?? undefined;
      return blockedItem(fault, {
        key: `problem:${problemId(problem)}`,
        id: problemId(problem),
        mirror: mirror.id,
        path,
        at: isoTime(since),
        until: retryAt === null ? null : isoTime(retryAt),
        hasUnsent: item !== undefined && hasUnsentBytes(item),
      });
    });
}

/** Last name of a path at the service, in which `/` inside a name is written `\/`. */
function lastName(path: string): string {
  return /(?:\\.|[^/\\])+$/.exec(path)?.[0]?.replaceAll(/\\(.)/g, '$1') ?? path;
}
