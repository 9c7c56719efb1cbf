import type { MirrorPreview } from '../../../shared/features/set-up/model.ts';
import type { Capabilities } from '../../../shared/features/account/capabilities-model.ts';
import type { FileRow, FreedFiles } from '../../../shared/features/browse/file-row-model.ts';
import type { PlaceHead } from '../../../shared/features/browse/folder-model.ts';
import type { FullLookInfo } from '../../../shared/features/activity/model.ts';
import type { AttentionList } from '../../../shared/features/attention/model.ts';
import type { ConflictDetail, GuardedPage, VersionSide } from '../../../shared/features/attention/decisions-model.ts';
import type { LimitsInfo } from '../../../shared/features/settings/limits-model.ts';
import type { MirrorInfo } from '../../../shared/features/mirrors/model.ts';
import type { ActivityEntry, ConflictInfo, GuardInfo } from '../../../shared/features/status/records-model.ts';
import type { ProblemInfo } from '../../../shared/features/attention/problems-model.ts';
import type { SearchFind, SearchHere } from '../../../shared/features/search/model.ts';
import type { RuleInfo, RulingInfo } from '../../../shared/features/mirrors/rules-model.ts';
import type { SettingInfo } from '../../../shared/features/settings/model.ts';
import type { UndoableInfo } from '../../../shared/features/activity/undo-model.ts';
import type { StoredInfo } from '../../../shared/features/trash/model.ts';
import type { SideInfo, WhyInfo, WhyItem } from '../../../shared/features/activity/why-model.ts';
import type { EngineStatus, MirrorStatus, OpenItem, SyncReport } from '../../../shared/features/status/model.ts';
import { activityRecord } from '../../../shared/features/activity/file-text.ts';

// What scripts read. A stable interface: fields are added, never changed or taken away. Each shape names its fields
// one by one so that nothing else leaks out of the models.

/** `sync --once --json`. */
export function syncShape(report: SyncReport): object {
  const { sent, received, moved, removed, held, blocked, conflicted } = report;
  return {
    v: 1,
    sent,
    received,
    moved,
    removed,
    held: held.map(openShape),
    blocked: blocked.map(openShape),
    conflicted: conflicted.map(openShape),
  };
}

/** `mirror list --json`. */
export function mirrorsShape(mirrors: readonly MirrorInfo[]): object {
  return {
    v: 1,
    mirrors: mirrors.map(({ id, remoteId, remotePath, organization, local, mode, state, standing, reason }) => ({
      id,
      remoteId,
      remotePath,
      organization,
      local,
      mode,
      state,
      standing,
      reason,
    })),
  };
}

/** `status --json`. */
export function statusShape({ state, service, attention, pause, mirrors }: EngineStatus): object {
  return { v: 1, state, service, attention, pause: pauseShape(pause), mirrors: mirrors.map(mirrorStatusShape) };
}

/** One line of `activity --jsonl`. */
export function activityShape(entry: ActivityEntry): object {
  return activityRecord(entry);
}

/** `conflicts list --json`. */
export function conflictsShape(conflicts: readonly ConflictInfo[]): object {
  return {
    v: 1,
    conflicts: conflicts.map(({ id, mirror, path, copyPath, fileId, at }) => ({
      id,
      mirror,
      path,
      copyPath,
      fileId,
      at,
    })),
  };
}

/** `conflicts show --json`. */
export function conflictShape({ id, mirror, path, at, computer, mine, theirs, base }: ConflictDetail): object {
  return {
    v: 1,
    id,
    mirror,
    path,
    at,
    computer,
    mine: mine && versionSideShape(mine),
    theirs: theirs && versionSideShape(theirs),
    base: base && { version: base.version, sha256: base.sha256 },
  };
}

function versionSideShape({ path, sizeBytes, sha256, version, changedAt }: VersionSide): object {
  return { path, sizeBytes, sha256, version, changedAt };
}

/** `guards show --json`. */
export function guardShape({ items, files, folders, sizeBytes }: GuardedPage): object {
  const shown = items.map(({ id, kind, path, sizeBytes: size }) => ({ id, kind, path, sizeBytes: size }));
  return { v: 1, files, folders, sizeBytes, items: shown };
}

/** `attention --json`. */
export function attentionShape({ items, decisions, versions, blocked }: AttentionList): object {
  return {
    v: 1,
    decisions,
    versions,
    blocked,
    items: items.map(({ id, group, mirror, path, at, title, text, remedy, said, fixes, until }) => ({
      id,
      group,
      mirror,
      path,
      at,
      title,
      text,
      remedy,
      said,
      fixes,
      until,
    })),
  };
}

/** `checks --json`. */
export function checksShape(checks: readonly FullLookInfo[]): object {
  return {
    v: 1,
    checks: checks.map(({ mirror, at, tookMs, files, folders, open }) => ({
      mirror,
      at,
      tookMs,
      files,
      folders,
      open,
    })),
  };
}

/** `config describe --json`. */
export function settingsShape(settings: readonly SettingInfo[]): object {
  return {
    v: 1,
    settings: settings.map(({ name, value, start, least, most, choices }) => ({
      name,
      value,
      start,
      least,
      most,
      choices,
    })),
  };
}

/** `guards list --json`. */
export function guardsShape(guards: readonly GuardInfo[]): object {
  return {
    v: 1,
    guards: guards.map(({ id, mirror, direction, reason, items, of, why, at }) => ({
      id,
      mirror,
      direction,
      reason,
      items,
      of,
      why,
      at,
    })),
  };
}

/** `problems list --json`. */
export function problemsShape(problems: readonly ProblemInfo[]): object {
  return {
    v: 1,
    problems: problems.map(({ id, mirror, path, reason, text, since, until, skipped, fix }) => ({
      id,
      mirror,
      path,
      reason,
      text,
      since,
      until,
      skipped,
      fix,
    })),
  };
}

/** `limits show --json`. */
export function limitsShape({ upBytesPerSecond, downBytesPerSecond, hours }: LimitsInfo): object {
  return { v: 1, upBytesPerSecond, downBytesPerSecond, hours: hours && { from: hours.from, to: hours.to } };
}

/** `undo list --json`. */
export function undoableShape(list: readonly UndoableInfo[]): object {
  return {
    v: 1,
    undoable: list.map(({ id, at, mirror, path, verb, text }) => ({ id, at, mirror, path, verb, text })),
  };
}

/** `capabilities --json`. */
export function capabilitiesShape({ service, build, learnt }: Capabilities): object {
  return {
    v: 1,
    service,
    build,
    learnt: learnt.map(({ name, text, value, at, counts }) => ({ name, text, value, at, counts })),
  };
}

/** `free --json`. */
export function freedShape({ files, sizeBytes, refused }: FreedFiles): object {
  return {
    v: 1,
    files,
    sizeBytes,
    refused: refused.map(({ mirror, path, reason, text }) => ({ mirror, path, reason, text })),
  };
}

/** `store list --json`. */
export function storeShape(files: readonly StoredInfo[]): object {
  return {
    v: 1,
    files: files.map(({ id, mirror, path, sizeBytes, reason, at, until, older }) => ({
      id,
      mirror,
      path,
      sizeBytes,
      reason,
      at,
      until,
      older,
    })),
  };
}

/** `ignore list --json`. */
export function rulesShape(rules: readonly RuleInfo[]): object {
  return {
    v: 1,
    rules: rules.map(({ mirror, pattern, origin, hidesHere, hidesThere }) => ({
      mirror,
      pattern,
      origin,
      hidesHere,
      hidesThere,
    })),
  };
}

/** `files list --json`. */
export function filesShape(head: PlaceHead, rows: readonly FileRow[]): object {
  const { trail, standing, got, of, checkedAt, isIncomplete } = head;
  return {
    v: 1,
    path: trail.map(({ name }) => name),
    standing,
    got,
    of,
    checkedAt,
    incomplete: isIncomplete,
    items: rows.map(fileShape),
  };
}

function fileShape({ id, kind, name, badge, note, extraction, sizeBytes, modifiedAt }: FileRow): object {
  return { id, kind, name, state: badge, note, extraction, sizeBytes, modifiedAt };
}

/** `removed list --json`. */
export function removedShape(archived: readonly FileRow[], stored: readonly StoredInfo[]): object {
  return {
    v: 1,
    folders: archived.map(({ id, name, modifiedAt }) => ({ id, name, archivedAt: modifiedAt })),
    files: stored.map(({ id, mirror, path, sizeBytes, reason, at, until, older }) => ({
      id,
      mirror,
      path,
      sizeBytes,
      reason,
      at,
      until,
      older,
    })),
  };
}

/** `ignore test --json`. */
export function rulingShape({ mirror, path, ignored, rule }: RulingInfo): object {
  const decides = rule === null ? null : { pattern: rule.pattern, origin: rule.origin };
  return { v: 1, mirror, path, ignored, rule: decides };
}

/** `why --json`. */
export function whyShape({ mirror, path, mode, ruling, item, reasons, next }: WhyInfo): object {
  const { ignored, rule } = ruling;
  return {
    v: 1,
    mirror,
    path,
    mode,
    ignored,
    rule: rule === null ? null : { pattern: rule.pattern, origin: rule.origin },
    item: item === null ? null : whyItemShape(item),
    reasons: reasons.map(({ code, text, until }) => ({ code, text, until })),
    next,
  };
}

function whyItemShape({ id, kind, here, there, agreed, cell, steps, waits, attempts }: WhyItem): object {
  return {
    id,
    kind,
    here: sideShape(here),
    there: { ...sideShape(there), fileId: there.fileId },
    agreed: agreed && { path: agreed.path, name: agreed.name, sha256: agreed.sha256, version: agreed.version },
    cell: cell && cellShape(cell),
    steps,
    waits,
    attempts,
  };
}

function sideShape({ sight, path, name, sizeBytes, sha256, version, changedAt }: SideInfo): object {
  return { sight, path, name, sizeBytes, sha256, version, changedAt };
}

function cellShape(cell: NonNullable<WhyItem['cell']>): object {
  const { table, row, column, sameBytes, decision, name, parent, kept } = cell;
  return { table, row, column, sameBytes, decision, name, parent, kept };
}

/** One thing that is not done yet. */
export function openShape({ id, mirror, path, reason, text, until }: OpenItem): object {
  return { id, mirror, path, reason, text, until };
}

function mirrorStatusShape(status: MirrorStatus): object {
  const { id, pause, standing, files, waiting, held, blocked, conflicted, checkedAt } = status;
  return { id, pause: pauseShape(pause), standing, files, waiting, held, blocked, conflicted, checkedAt };
}

function pauseShape(pause: EngineStatus['pause']): object | null {
  return pause && { until: pause.until, why: pause.why };
}

/** `search --json`. */
export function searchShape(
  finds: readonly SearchFind[],
  { names, texts, tagged, unread, hasMore, isBuilding }: SearchHere,
): object {
  return {
    v: 1,
    finds: finds.map(({ kind, item, serviceId, name, place, by, snippet, modifiedAt }) => ({
      kind,
      item,
      serviceId,
      name,
      mirror: place !== null && 'mirror' in place.at ? place.at.mirror : null,
      folder: place?.path ?? null,
      by,
      snippet: snippet === null ? null : snippet.map(part => part.text).join(''),
      modifiedAt,
    })),
    hasMore,
    searched: { names, texts, tagged, unread, isBuilding },
  };
}

/** `mirror preview --json`. */
export function previewShape({ local, remotePath, exists, counts, rows, isWhole }: MirrorPreview): object {
  return {
    v: 1,
    local,
    remotePath,
    exists,
    counts,
    rows: rows.map(({ path, how, hereBytes, thereBytes }) => ({ path, how, hereBytes, thereBytes })),
    isWhole,
  };
}
