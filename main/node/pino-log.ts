import { join } from 'node:path';
import { type Logger, pino } from 'pino';

import { MIB } from '../../shared/units.ts';
import type { Log, LogFields } from '../ports/log.ts';
import { RotatingFile } from './rotating-file.ts';

/** Where log lines go, each with its line end. */
export interface LineSink {
  write(line: string): void;
}

/** A log in JSON lines. Whatever looks like a key or a signature is blacked out in each line before it leaves. */
export function createPinoLog(sink: LineSink, level: 'error' | 'info' | 'debug' = 'info'): Log {
  const redacting = { write: (line: string): void => sink.write(withoutSecrets(line)) };
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'event' }, redacting);
  return logOf(logger);
}

/** The sink for a data directory: `logs/benchtop.log` and up to nine older files of 10 MiB each. */
export function logFileIn(dataDirectory: string): RotatingFile {
  return new RotatingFile(join(dataDirectory, 'logs', 'benchtop.log'), { maxBytes: 10 * MIB, maxFiles: 10 });
}

function logOf(logger: Logger): Log {
  return {
    error: (event, fields) => logger.error({ ...fields }, event),
    info: (event, fields) => logger.info({ ...fields }, event),
    debug: (event, fields) => logger.debug({ ...fields }, event),
    with: (fields: LogFields) => logOf(logger.child({ ...fields })),
  };
}

/** What must never be read in a log, and what stands there instead. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/svc_live_[A-Za-z0-9_-]+/g, 'svc_live_[hidden]'],
  [/\b(Bearer|Basic)\s+[^\s"\\,;]+/gi, '$1 [hidden]'],
  [/\b(X-Amz-[A-Za-z-]+)(=|%3D|\\*"?:\s*\\*"?)[^\s"&\\]+/gi, '$1$2[hidden]'],
  [/([?&](?:sig|signature|se|sp|sv|token|key|expires|credential|policy|key-pair-id)=)[^\s"&\\#]+/gi, '$1[hidden]'],
];

/** A line with everything that looks like a key, a token or a signature blacked out. */
export function withoutSecrets(line: string): string {
  return SECRETS.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line);
}
