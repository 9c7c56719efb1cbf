import type { Handlers } from '../../../shared/contract.ts';
import type { MirrorId } from '../../../shared/ids.ts';
import type { OpenItem } from '../../../shared/features/status/model.ts';
import type { SideInfo, WhyInfo, WhyItem, WhyReason } from '../../../shared/features/activity/why-model.ts';
import { ruleTexts } from '../../../shared/features/mirrors/rules-text.ts';
import { whyTexts } from '../../../shared/features/activity/why-text.ts';
import { isoTime } from '../../core/calendar.ts';
import { Paths } from '../../core/policy/ignored-items.ts';
import type { Ruling } from '../../core/policy/ignore.ts';
import type { Item, Tree } from '../../core/item.ts';
import { isOnlineOnly } from '../../core/policy/online-only.ts';
import type { Rules } from '../../core/plan/plan.ts';
import { explainItem, type Explanation } from '../../core/plan/explain-item.ts';
import { unseenFolders } from '../../remote/observe/refused-folders.ts';
import { openItems, shownPause } from '../../engine/loop/open-items.ts';
import { stuckText } from '../../engine/context/unsent-bytes.ts';
import { stuckItems } from '../../engine/context/retry.ts';
import { ignoringOf } from '../../engine/context/ignore-rules.ts';
import { readSettings } from '../../engine/context/settings.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import { type Problem, subjectOf } from '../../journal/records/problems.ts';
import { quietMs } from '../../local/observe/settling.ts';
import { askedPath, type AskedPath } from '../../items/resolve-path.ts';
import type { AppContext } from '../../items/app-context.ts';
import { twinNote } from '../browse/mirror-rows.ts';

type Context = Pick<AppContext, 'journal' | 'world'>;

/** Explains the state of a file or folder. */
export function whyHandlers(context: Context): Pick<Handlers, 'why.path'> {
  return { 'why.path': async question => whyOf(context, await askedPath(context, question)) };
}

function whyOf(context: Context, { mirror, path, kind }: AskedPath): WhyInfo {
  const { journal, world } = context;
  const tree = journal.items.tree(mirror.id, mirror.rootItem);
  const item = journal.items.byPath(mirror.rootItem, path);
  const ruling = ignoringOf(journal, mirror).ruling(path, item?.kind ?? kind ?? 'file');
  const problem = item === null ? null : journal.problems.get(mirror.id, subjectOf(item.id));
  const stuck = stuckItems({ journal, mirror, world }, tree.items);
  const rules: Rules = { mode: mirror.mode, isBlocked: id => stuck.has(id), isUnseen: unseenFolders(context) };
  const why = item === null ? null : explainItem(tree, item.id, rules);
  const reasons = [
    ...wholeReasons(context, mirror.id),
    ...(ruling.ignored ? [reason('rule', ruleTexts.ignored(path, ruling.rule?.pattern ?? ''))] : []),
    ...openReasons(context, { asked: { mirror, path, kind }, item, problem }),
    ...itemReasons(context, item, ruling),
    ...(item === null ? [] : twinReasons(context, mirror, item)),
  ];
  const clocks = reasons.flatMap(({ until }) => until ?? []).sort();
  return {
    mirror: mirror.id,
    path,
    mode: mirror.mode,
    ruling,
    item: item === null ? null : itemInfo(tree, item, { why, attempts: problem?.attempts ?? 0 }),
    reasons,
    next: clocks[0] ?? null,
  };
}

/** Reasons that hold for the whole mirror. */
function wholeReasons({ journal, world }: Context, mirror: MirrorId): readonly WhyReason[] {
  const pause = shownPause({ journal, world }, mirror);
  return [
    ...(pause === null ? [] : [{ ...reason('paused', whyTexts.paused), until: pause.until }]),
    ...(journal.facts.get('stopped') === null ? [] : [reason('stopped', whyTexts.stopped)]),
  ];
}

/** Open items about the item, or about the path if there is no item: the same list as in `status`. */
function openReasons(
  { journal, world }: Context,
  { asked, item, problem }: { asked: AskedPath; item: Item | null; problem: Problem | null },
): readonly WhyReason[] {
  const { held, blocked, conflicted } = openItems(
    { journal, world, settings: readSettings(journal.facts) },
    asked.mirror,
  );
  const isAbout = ({ id, path }: OpenItem): boolean =>
    path === ''
      ? id === ''
      : path === asked.path || (item !== null && (id === String(item.id) || id === subjectOf(item.id)));
  // `itemReasons` reports settling with its time.
  const open = [...held, ...blocked, ...conflicted].filter(one => isAbout(one) && one.reason !== 'settling');
  const quiet = problem !== null && !open.some(({ id }) => id === problem.subject) ? [quietly(problem, item)] : [];
  return [...open.map(({ reason: code, text, until }) => ({ code, text, until })), ...quiet];
}

/** A problem that the next scan resolves by itself. Lists leave it out, but a person asked about this item. */
function quietly(problem: Problem, item: Item | null): WhyReason {
  const { fault, retryAt } = problem;
  return {
    code: fault.kind,
    text: stuckText(problem, item ?? undefined),
    until: retryAt === null ? null : isoTime(retryAt),
  };
}

/** Reasons from the item's own record. */
function itemReasons({ journal }: Context, item: Item | null, ruling: Ruling): readonly WhyReason[] {
  if (item === null) return [];
  const { local, localPresence, remotePresence } = item;
  const isUnread = item.kind === 'file' && localPresence === 'unknown' && local !== null && local.sha256 === null;
  const { settleMs } = readSettings(journal.facts);
  const settles = isUnread ? isoTime(local.modifiedMs + quietMs(local.sizeBytes, settleMs)) : null;
  return [
    ...(settles === null || ruling.ignored ? [] : [{ ...reason('settling', whyTexts.settles), until: settles }]),
    ...(!isUnread && !ruling.ignored && localPresence === 'unknown'
      ? [reason('unseen-here', whyTexts.unseenHere)]
      : []),
    ...(!ruling.ignored && remotePresence === 'unknown' ? [reason('unseen-there', whyTexts.unseenThere)] : []),
    ...(isOnlineOnly(item) ? [reason('online-only', whyTexts.onlineOnly)] : []),
    ...(journal.intents.isOpen(item.id) ? [reason('begun', whyTexts.begun)] : []),
  ];
}

/** Items with the same name at the service, which a person can resolve there. */
function twinReasons({ journal }: Context, mirror: Mirror, item: Item): readonly WhyReason[] {
  const note = twinNote(journal, mirror, item);
  return note === null ? [] : [reason('twin', note)];
}

function reason(code: string, text: string): WhyReason {
  return { code, text, until: null };
}

function itemInfo(tree: Tree, item: Item, { why, attempts }: { why: Explanation | null; attempts: number }): WhyItem {
  const { base, remote } = item;
  const parent = base === null ? null : new Paths(tree, 'here').of(base.parent);
  return {
    id: String(item.id),
    kind: item.kind,
    here: hereInfo(tree, item),
    there: { ...thereInfo(tree, item), fileId: remote?.id ?? null },
    agreed: base && {
      path: parent === null ? null : parent === '' ? base.localName : `${parent}/${base.localName}`,
      name: base.remoteName,
      sha256: base.sha256,
      version: base.version,
    },
    cell: why === null ? null : cellInfo(item, why),
    steps: why?.steps.map(({ kind }) => kind) ?? [],
    waits: why?.waits ?? null,
    attempts,
  };
}

function cellInfo(
  { localOnlyContent, remote }: Item,
  { cell, decision, place }: Explanation,
): NonNullable<WhyItem['cell']> {
  const { table, row, column } = cell;
  return {
    table,
    row,
    column,
    sameBytes: cell.table !== 'folders' && cell.sameBytes,
    decision,
    name: place?.name ?? null,
    parent: place?.parent ?? null,
    kept: localOnlyContent !== null && remote === null,
  };
}

function hereInfo(tree: Tree, { id, kind, local, localPresence }: Item): SideInfo {
  return {
    sight: localPresence,
    path: new Paths(tree, 'here').of(id),
    name: local?.name ?? null,
    sizeBytes: kind === 'folder' ? null : (local?.sizeBytes ?? null),
    sha256: local?.sha256 ?? null,
    version: null,
    changedAt: local === null || kind === 'folder' ? null : isoTime(local.modifiedMs),
  };
}

function thereInfo(tree: Tree, { id, remote, remotePresence }: Item): SideInfo {
  return {
    sight: remotePresence,
    path: new Paths(tree, 'there').of(id),
    name: remote?.name ?? null,
    sizeBytes: remote?.sizeBytes ?? null,
    sha256: remote?.sha256 ?? null,
    version: remote?.version ?? null,
    changedAt: remote?.updatedAt?.replace('?', '') ?? null,
  };
}
