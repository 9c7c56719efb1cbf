import { FaultError, IN_USE } from '../../../shared/fault.ts';

/** The system's word for what was thrown, such as ENOENT; null when it was no system error. */
export function codeOf(thrown: unknown): string | null {
  if (!(thrown instanceof Error) || !('code' in thrown)) return null;
  return typeof thrown.code === 'string' ? thrown.code : null;
}

/** Whether a path led to nothing: it is gone, or one of its parents is no folder any more. */
export function isAbsence(thrown: unknown): boolean {
  const code = codeOf(thrown);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Whether the file system cannot make a second name for a file (or not for this one). */
export function lacksLinks(thrown: unknown): boolean {
  const code = codeOf(thrown);
  return code !== null && ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL', 'UNKNOWN'].includes(code);
}

/** What a system error on `path` (inside the root) means to the engine; what is no system error stays as it is. */
export function diskFault(thrown: unknown, path: string): unknown {
  if (thrown instanceof FaultError) return thrown;
  const code = codeOf(thrown);
  if (code === null) return thrown;
  return new FaultError(faultFor(code, path), { cause: thrown });
}

function faultFor(code: string, path: string): FaultError['fault'] {
  if (code === 'ENOSPC' || code === 'EDQUOT') return { kind: 'disk-full', path };
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'stale', detail: `“${path}” or its folder is gone.` };
  return { kind: 'disk-refused', path, code };
}

/** Whether nothing of ours can be at a path: it leads nowhere, or through a link. */
export function isNothing(thrown: unknown): boolean {
  if (isAbsence(thrown)) return true;
  if (!(thrown instanceof FaultError)) return false;
  return thrown.fault.kind === 'stale' || (thrown.fault.kind === 'disk-refused' && thrown.fault.code === 'ELOOP');
}

/** Says that what is at `path` is not what was expected. */
export function staleFault(path: string, what: string): FaultError {
  return new FaultError({ kind: 'stale', detail: `“${path}” ${what}.` });
}

/** Says that a program has the file at `path` open for writing, in the system's word for a file that is held. */
export function inUse(path: string): FaultError {
  return refusedFault(path, IN_USE);
}

/** Says that we do not touch `path`, in the system's words. */
export function refusedFault(path: string, code: string): FaultError {
  return new FaultError({ kind: 'disk-refused', path, code });
}
