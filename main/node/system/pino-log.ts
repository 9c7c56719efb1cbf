import { join } from 'node:path';
import { type Logger, pino } from 'pino';

import { withoutKeys } from '../../../shared/secrets.ts';
import { MIB } from '../../../shared/units.ts';
import type { Log, LogFields } from '../../ports/log.ts';
import { RotatingFile } from './rotating-file.ts';

/** Where log lines go, each with its line end. */
export interface LineSink {
  write(line: string): void;
}

/** A log in JSON lines. Each word that looks like a key or a signature is blacked out (S52). */
export function createPinoLog(sink: LineSink, level: 'error' | 'info' | 'debug' = 'info'): Log {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'event' }, sink);
  return logOf(logger);
}

/** The sink for a data directory: `logs/benchtop.log` and up to nine older files of 10 MiB each. */
export function logFileIn(dataDirectory: string): RotatingFile {
  return new RotatingFile(join(dataDirectory, 'logs', 'benchtop.log'), { maxBytes: 10 * MIB, maxFiles: 10 });
}

function logOf(logger: Logger): Log {
  return {
    error: (event, fields) => logger.error(clean(fields), withoutKeys(event)),
    info: (event, fields) => logger.info(clean(fields), withoutKeys(event)),
    debug: (event, fields) => logger.debug(clean(fields), withoutKeys(event)),
    with: (fields: LogFields) => logOf(logger.child(clean(fields))),
  };
}

/** A field with such a name is a secret, even if its value does not look like one. */
const SECRET_NAME = /(?:api[-_]?key|authorization|cookie|password|secret|signature|token)$/i;

/** Word by word: what is hidden in a whole line could take the end of a word along, and the line would be none. */
function clean(fields: LogFields = {}): LogFields {
  const shown = (name: string, value: LogFields[string]): LogFields[string] => {
    if (SECRET_NAME.test(name)) return '[hidden]';
    return typeof value === 'string' ? withoutKeys(value) : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shown(name, value)]));
}
