import { join } from 'node:path';

import type { Command } from './commands.ts';

const BUCKET = 'bench';
/** As fast as it goes: one request per file, nothing looked up, nothing compared. */
const FAST = ['--transfers', '16', '--no-check-dest', '--s3-no-check-bucket'];

/** Copies a folder to an S3 server. */
export function copyUp(url: string, folder: string, prefix: string, memory: string): Command {
  return rclone(url, memory, [
    'copy',
    folder,
    `b:${BUCKET}/${prefix}`,
    ...FAST,
    '--s3-no-head',
    '--s3-disable-checksum',
  ]);
}

/** Copies from an S3 server into a folder. */
export function copyDown(url: string, prefix: string, folder: string, memory: string): Command {
  const fast = [...FAST, '--s3-no-head-object', '--use-server-modtime'];
  return rclone(url, memory, ['copy', `b:${BUCKET}/${prefix}`, folder, ...fast]);
}

/** Copies a folder to an S3 server as rclone does by itself: what is there is listed, and each file looked at after it was sent. */
export function copyUpByDefault(url: string, folder: string, prefix: string, memory: string): Command {
  return rclone(url, memory, ['copy', folder, `b:${BUCKET}/${prefix}`]);
}

/** Copies from an S3 server into a folder as rclone does by itself. */
export function copyDownByDefault(url: string, prefix: string, folder: string, memory: string): Command {
  return rclone(url, memory, ['copy', `b:${BUCKET}/${prefix}`, folder]);
}

/** @param memory a folder without settings of rclone, so that those of the developer are not read. */
function rclone(url: string, memory: string, args: readonly string[]): Command {
  return {
    program: 'rclone',
    args,
    environment: {
      RCLONE_CONFIG: join(memory, 'no-settings'),
      RCLONE_CONFIG_B_TYPE: 's3',
      RCLONE_CONFIG_B_PROVIDER: 'Other',
      RCLONE_CONFIG_B_ENDPOINT: url,
      RCLONE_CONFIG_B_ACCESS_KEY_ID: 'any',
      RCLONE_CONFIG_B_SECRET_ACCESS_KEY: 'any',
      RCLONE_CONFIG_B_FORCE_PATH_STYLE: 'true',
      // Plain HTTP here; with certificates of its own it refuses to start.
      AWS_CA_BUNDLE: undefined,
    },
  };
}
