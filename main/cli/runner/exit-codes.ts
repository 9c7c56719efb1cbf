import type { FaultKind } from '../../../shared/fault.ts';
import type { SyncReport } from '../../../shared/features/status/model.ts';

/** What the command line's exit codes mean. A stable interface: add to it, never change it. */
export const EXIT = {
  ok: 0,
  error: 1,
  usage: 2,
  /** Something is blocked or in conflict and needs a person. */
  attention: 3,
  signIn: 4,
  /** A guard waits for an answer. */
  guard: 5,
  /** The same command may succeed later without a change to it. */
  temporary: 75,
  /** Trying again does not help before a person changes how it is set up; services are not started again then. */
  configuration: 78,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The exit codes as every help text ends with them. */
export const EXIT_HELP = `
Exit codes:
  0   done
  1   error: the message says what and what you can do
  2   the command was written wrongly
  3   something is blocked or in conflict and needs you
  4   sign in first
  5   many removals wait for your answer (see: benchtop guards list)
  75  temporary: try again later
  78  how it is set up has to be changed first: trying again does not help`;

// prettier-ignore
const EXIT_OF_FAULT: { readonly [K in FaultKind]: ExitCode } = {
  'offline':      EXIT.temporary,
  'busy':         EXIT.temporary,
  'failing':      EXIT.temporary,
  'signed-out':   EXIT.signIn,
  'access-ended': EXIT.signIn,
  'scope':        EXIT.error,
  'not-allowed':  EXIT.error,
  'gone':         EXIT.error,
  'stale':        EXIT.error,
  'refused':      EXIT.error,
  'wider-audience': EXIT.attention,
  'older-versions': EXIT.attention,
  'old-version': EXIT.attention,
  'set-back': EXIT.attention,
  'link-expired': EXIT.temporary,
  'disk-full':    EXIT.temporary,
  'disk-refused': EXIT.error,
  'root-lost':    EXIT.error,
  'bad-request':  EXIT.error,
  'bug':          EXIT.error,
};

/** The exit code of a command that a fault ended. An unknown kind (a newer engine's) is an error. */
export function exitCodeOfFault(kind: string): ExitCode {
  return isFaultKind(kind) ? EXIT_OF_FAULT[kind] : EXIT.error;
}

/** The exit code of `sync --once`: the first that applies of 4, 75, 1, 5, 3, 0. What is only held is fine. */
export function exitCodeOfReport(report: SyncReport): ExitCode {
  if (report.stopped !== null) return exitCodeOfFault(report.stopped.kind);
  if (report.guarded) return EXIT.guard;
  return report.blocked.length + report.conflicted.length > 0 ? EXIT.attention : EXIT.ok;
}

function isFaultKind(kind: string): kind is FaultKind {
  return Object.hasOwn(EXIT_OF_FAULT, kind);
}
