import type { Capabilities } from '../../shared/model/capabilities.ts';
import type { MirrorInfo } from '../../shared/model/mirror.ts';
import type { ActivityEntry, ConflictInfo, GuardInfo } from '../../shared/model/records.ts';
import type { ProblemInfo } from '../../shared/model/problem.ts';
import type { StoredInfo } from '../../shared/model/stored.ts';
import type { EngineStatus, MirrorStatus, OpenItem, SyncReport } from '../../shared/model/sync.ts';

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
    mirrors: mirrors.map(({ id, remoteId, remotePath, local, mode, state, reason }) => ({
      id,
      remoteId,
      remotePath,
      local,
      mode,
      state,
      reason,
    })),
  };
}

/** `status --json`. */
export function statusShape({ state, service, pause, mirrors }: EngineStatus): object {
  return { v: 1, state, service, pause: pauseShape(pause), mirrors: mirrors.map(mirrorStatusShape) };
}

/** One line of `activity --jsonl`. */
export function activityShape(entry: ActivityEntry): object {
  const { at, mirror, path, verb, fileId, versionId, sizeBytes, cause } = entry;
  return { v: 1, at, mirror, path, verb, fileId, versionId, sizeBytes, cause };
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

/** `guards list --json`. */
export function guardsShape(guards: readonly GuardInfo[]): object {
  return {
    v: 1,
    guards: guards.map(({ id, mirror, direction, items, of, at }) => ({ id, mirror, direction, items, of, at })),
  };
}

/** `problems list --json`. */
export function problemsShape(problems: readonly ProblemInfo[]): object {
  return {
    v: 1,
    problems: problems.map(({ id, mirror, path, reason, text, since, until, skipped }) => ({
      id,
      mirror,
      path,
      reason,
      text,
      since,
      until,
      skipped,
    })),
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

/** `store list --json`. */
export function storeShape(files: readonly StoredInfo[]): object {
  return {
    v: 1,
    files: files.map(({ id, mirror, path, sizeBytes, reason, at, until }) => ({
      id,
      mirror,
      path,
      sizeBytes,
      reason,
      at,
      until,
    })),
  };
}

function openShape({ id, mirror, path, reason, text, until }: OpenItem): object {
  return { id, mirror, path, reason, text, until };
}

function mirrorStatusShape(status: MirrorStatus): object {
  const { id, pause, files, waiting, held, blocked, conflicted, checkedAt } = status;
  return { id, pause: pauseShape(pause), files, waiting, held, blocked, conflicted, checkedAt };
}

function pauseShape(pause: EngineStatus['pause']): object | null {
  return pause && { until: pause.until };
}
