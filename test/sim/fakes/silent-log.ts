import type { Log, LogFields } from '../../../main/ports/log.ts';

/** A log that says nothing. */
export const silentLog: Log = {
  error: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  with: () => silentLog,
};

/** One line as it was logged. */
export interface LoggedLine {
  readonly level: 'error' | 'info' | 'debug';
  readonly event: string;
  readonly fields: LogFields;
}

/** A log that keeps its lines for a test to read. */
export function keepingLog(lines: LoggedLine[], always: LogFields = {}): Log {
  const at =
    (level: LoggedLine['level']) =>
    (event: string, fields: LogFields = {}): void =>
      void lines.push({ level, event, fields: { ...always, ...fields } });
  return {
    error: at('error'),
    info: at('info'),
    debug: at('debug'),
    with: fields => keepingLog(lines, { ...always, ...fields }),
  };
}
