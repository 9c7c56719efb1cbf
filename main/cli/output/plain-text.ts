import type { FullLookInfo } from '../../../shared/features/activity/model.ts';
import type { AttentionList } from '../../../shared/features/attention/model.ts';
import type { Capabilities } from '../../../shared/features/account/capabilities-model.ts';
import type { FileRow, FreedFiles } from '../../../shared/features/browse/file-row-model.ts';
import type { ConflictDetail, GuardedPage, VersionSide } from '../../../shared/features/attention/decisions-model.ts';
import type { MirrorInfo } from '../../../shared/features/mirrors/model.ts';
import type { ActivityEntry, ConflictInfo, GuardInfo } from '../../../shared/features/status/records-model.ts';
import type { ProblemInfo } from '../../../shared/features/attention/problems-model.ts';
import type { UndoableInfo } from '../../../shared/features/activity/undo-model.ts';
import type { StoredInfo } from '../../../shared/features/trash/model.ts';
import type {
  EngineStatus,
  MirrorStatus,
  OpenItem,
  SyncReport,
  SyncState,
} from '../../../shared/features/status/model.ts';
import { insideFacts } from '../../../shared/features/browse/inside-text.ts';
import { syncBadgeText } from '../../../shared/features/browse/badges-text.ts';
import { activityWords } from '../../../shared/features/activity/text.ts';
import { attentionWords } from '../../../shared/features/attention/text.ts';
import { conflictWords, shortHash } from '../../../shared/features/attention/conflicts-text.ts';
import { formatBytes, formatComing } from '../../../shared/text/format.ts';
import { guardWords } from '../../../shared/features/attention/guards-text.ts';
import { pauseCause } from '../../../shared/features/status/pauses-text.ts';
import { problemTexts } from '../../../shared/features/attention/problems-text.ts';
import { storeReasons, storeTexts } from '../../../shared/features/trash/text.ts';
import { undoTexts } from '../../../shared/features/activity/undo-text.ts';

/** What is open, by why it is open. */
export interface OpenItems {
  readonly held: readonly OpenItem[];
  readonly blocked: readonly OpenItem[];
  readonly conflicted: readonly OpenItem[];
}

// prettier-ignore
const STATE_WORDS: { readonly [S in SyncState]: string } = {
  accessEnded:  'Access ended',
  signedOut:    'Signed out',
  guard:        'Waiting for your decision',
  attention:    'Something needs your attention',
  offline:      'Offline',
  serviceWait:  'The service asked us to wait',
  paused:       'Paused',
  overdue:      'Not everything was checked',
  transferring: 'Sending and downloading',
  looking:      'Looking for changes',
  waiting:      'Some changes wait',
  upToDate:     'Up to date',
};

/** What `status` says to people. */
export function statusLines(status: EngineStatus, open: OpenItems): readonly string[] {
  const ends = status.state === 'paused' ? (status.pause?.until ?? null) : status.waitUntil;
  const until = ends === null || Date.parse(ends) <= Date.now() ? null : ends;
  return [
    `${stateWords(status)}${until === null ? '' : ` until ${localTime(until)}`}${causeOf(status)}`,
    `Service: ${status.service ?? 'nobody has signed in yet'}`,
    ...(status.trouble === null || status.trouble === undefined ? [] : [status.trouble.text]),
    ...(status.attention > 0 && status.state !== 'attention' ? [attentionWords.count(status.attention)] : []),
    ...status.mirrors.map(mirrorStatusLine),
    ...openLines(open),
  ];
}

function stateWords({ state, mirrors }: EngineStatus): string {
  return state === 'upToDate' && mirrors.length === 0 ? 'No folder is kept here' : STATE_WORDS[state];
}

function causeOf({ state, pause }: EngineStatus): string {
  return state === 'paused' ? pauseCause(pause?.why ?? '') : '';
}

/** What `sync --once` says to people. */
export function syncLines(report: SyncReport): readonly string[] {
  const { sent, received, moved, removed } = report;
  return [`Sent ${sent}, downloaded ${received}, moved ${moved}, removed ${removed}.`, ...openLines(report)];
}

/** One line per mirror: id, folder here, mode, folder there; what is wrong below it. */
export function mirrorLines(mirrors: readonly MirrorInfo[]): readonly string[] {
  if (mirrors.length === 0) return ['Nothing is mirrored yet.'];
  return mirrors.flatMap(({ id, local, mode, remotePath, state, reason }) => [
    `${id}  ${local}  ${MODE_ARROWS[mode]}  ${remotePath}  ${state}`,
    ...(reason === null ? [] : [`    ${reason}`]),
  ]);
}

/** One line per conflict: id, mirror, the file, our copy of it. */
export function conflictLines(conflicts: readonly ConflictInfo[]): readonly string[] {
  if (conflicts.length === 0) return ['There are no conflicts.'];
  return conflicts.map(
    ({ id, mirror, path, copyPath, at }) => `${id}  ${mirror}  ${path}  |  ${copyPath}  (${localTime(at)})`,
  );
}

/** One line per guard: id, mirror, what waits. */
export function guardLines(guards: readonly GuardInfo[]): readonly string[] {
  if (guards.length === 0) return ['No removals wait for an answer.'];
  return guards.map(({ id, mirror, direction, reason, items, of, why, at }) => {
    const what = guardWords.what[reason === 'unexplained' ? reason : direction];
    return `${id}  ${mirror}  ${items} of ${of} items ${what} (${localTime(at)})  ${why}`.trimEnd();
  });
}

/** One line per problem: id, what is stuck, why, and what happens next. */
export function problemLines(problems: readonly ProblemInfo[]): readonly string[] {
  if (problems.length === 0) return [problemTexts.none];
  return problems.map(({ id, mirror, path, text, until, skipped }) => {
    const next = skipped ? ` (${problemTexts.skipped})` : until === null ? '' : ` (next try ${comingTime(until)})`;
    return `${id}  ${mirror}  ${path}  ${text}${next}`;
  });
}

/** One line per thing that can be taken back: id, when, what, and what an undo does. */
export function undoableLines(list: readonly UndoableInfo[]): readonly string[] {
  if (list.length === 0) return [undoTexts.none];
  return list.map(
    ({ id, at, mirror, path, verb, text }) => `${id}  ${localTime(at)}  ${verb}  ${mirror}  ${path}  (${text})`,
  );
}

/** One line per file whose space could not be freed. */
export function refusedLines({ refused }: FreedFiles): readonly string[] {
  return refused.map(({ mirror, path, text }) => `${mirror}  ${path}  ${text}`);
}

/** One line per folder and file of a list: id, name (a folder's with /), how it stands, what is in it, its size. */
export function fileLines(rows: readonly FileRow[]): readonly string[] {
  return rows.map(({ id, kind, name, badge, note, serviceName, sizeBytes, inside }) => {
    const { label } = syncBadgeText(badge, { note, serviceName, percent: null });
    const facts = inside === undefined ? (sizeBytes === null ? [] : [formatBytes(sizeBytes)]) : insideFacts(inside);
    return `${id}  ${name}${kind === 'folder' ? '/' : ''}  (${[label, ...facts].join(', ')})`;
  });
}

/** One line per file of the store: id, where it was, its size, why it is there. */
export function storedLines(files: readonly StoredInfo[]): readonly string[] {
  if (files.length === 0) return [storeTexts.empty];
  return files.map(({ id, mirror, path, sizeBytes, reason, at, older }) => {
    const size = sizeBytes === null ? '' : `${formatBytes(sizeBytes)}, `;
    const why = storeTexts.withOlder(storeReasons[reason] ?? reason, older);
    return `${id}  ${mirror}  ${path === '' ? storeTexts.unnamed : path}  (${size}${why}, ${localTime(at)})`;
  });
}

/** Both sides of a conflict, a line each. */
export function conflictDetailLines({ path, mine, theirs, base }: ConflictDetail): readonly string[] {
  const sideLine = (word: string, side: VersionSide | null): string => {
    if (side === null) return `${word}  ${conflictWords.notThere}`;
    const { changedAt, sha256, sizeBytes } = side;
    const facts = [
      side.path,
      ...(sizeBytes === null ? [] : [formatBytes(sizeBytes)]),
      ...(changedAt === null ? [] : [localTime(changedAt)]),
      ...(sha256 === null ? [] : [shortHash(sha256)]),
    ];
    return `${word}  ${facts.join(', ')}`;
  };
  const from = base?.sha256 === null || base === null ? conflictWords.unknown : shortHash(base.sha256);
  return [path, sideLine('mine  ', mine), sideLine('theirs', theirs), `base    ${from}`];
}

/** What would be removed, a line each, and the sum. */
export function guardedLines({ items, files, folders, sizeBytes }: GuardedPage): readonly string[] {
  return [...items.map(({ path }) => path), guardWords.summary(files, folders, sizeBytes)];
}

/** What needs a person: two lines each. */
export function attentionLines({ items }: AttentionList): readonly string[] {
  if (items.length === 0) return [attentionWords.empty];
  return items.flatMap(({ id, mirror, path, title, text, remedy, said }) => {
    const quoted = said.length === 0 ? '' : ` ${attentionWords.serviceSaid}: ${said.join(' ')}`;
    return [`${id}  ${mirror}  ${path}  ${title}`, `    ${text}${quoted} ${remedy}`.trimEnd()];
  });
}

/** One line per full look. */
export function checkLines(checks: readonly FullLookInfo[]): readonly string[] {
  if (checks.length === 0) return [activityWords.checks.empty];
  const { open, seen, took } = activityWords.checks;
  return checks.map(
    check =>
      `${localTime(check.at)}  ${check.mirror}  ${seen(check.files, check.folders)}, ${took(check.tookMs)}, ${open(check.open).toLowerCase()}`,
  );
}

/** One line of history. */
export function activityLine({ at, mirror, path, verb, cause }: ActivityEntry): string {
  return `${localTime(at)}  ${verb.padEnd(8)}  ${mirror}  ${path}  (${cause})`;
}

const MODE_ARROWS: { readonly [M in MirrorInfo['mode']]: string } = {
  'two-way': '<->',
  upload: '-->',
  download: '<--',
};

function mirrorStatusLine({ id, pause, files, waiting, held, blocked, conflicted, checkedAt }: MirrorStatus): string {
  const counts = [
    ...(pause === null ? [] : [pause.until === null ? 'paused' : `paused until ${localTime(pause.until)}`]),
    `${files} ${files === 1 ? 'file' : 'files'}`,
    ...counted(waiting, 'waiting'),
    ...counted(held, 'held'),
    ...counted(blocked, 'blocked'),
    ...counted(conflicted, 'in conflict'),
  ];
  return `${id}  ${counts.join(', ')}, ${checkedAt === null ? 'not checked yet' : `checked ${localTime(checkedAt)}`}`;
}

function counted(count: number, word: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${word}`];
}

function openLines({ held, blocked, conflicted }: OpenItems): readonly string[] {
  return [
    ...held.map(item => openLine('held', item)),
    ...blocked.map(item => openLine('blocked', item)),
    ...conflicted.map(item => openLine('conflict', item)),
  ];
}

function openLine(word: string, { mirror, path, text, until }: OpenItem): string {
  const goesOn = until === null ? '' : ` (goes on by itself ${comingTime(until, 'at ')})`;
  return `${word.padEnd(8)}  ${mirror}  ${path}  ${text}${goesOn}`;
}

/** What was learnt of the service, a line each. */
export function capabilityLines({ service, build, learnt }: Capabilities): readonly string[] {
  const head = `${service ?? 'No service'}${build === null ? '' : `, build ${build}`}`;
  if (learnt.length === 0) return [head, 'Nothing was learnt of it yet.'];
  const line = ({ text, value, at, counts }: Capabilities['learnt'][number]): string =>
    `${text}: ${value} (${localTime(at)}${counts ? '' : '; to be learnt again'})`;
  return [head, ...learnt.map(line)];
}

/** An ISO time as this computer's clock shows it: `2026-11-20 14:03:09`. What is no time is shown as it is. */
export function localTime(iso: string): string {
  const at = new Date(Date.parse(iso));
  if (Number.isNaN(at.getTime())) return iso;
  // By hand: a first `Intl.DateTimeFormat` takes longer than asking a daemon.
  const day = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())];
  return `${day.join('-')} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(':')}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** A moment that is to come; one that has passed is `now`. @param word before a time, not before `now`. */
export function comingTime(iso: string, word = ''): string {
  return formatComing(Date.parse(iso), Date.now(), () => `${word}${localTime(iso)}`);
}
