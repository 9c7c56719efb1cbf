import { z } from 'zod';

import {
  alertChannel,
  type AlertChannel,
  type AlertSettings,
  type AlertWish,
} from '../../../shared/features/alerts/model.ts';
import { alertTexts as texts } from '../../../shared/features/alerts/text.ts';
import { GIB } from '../../../shared/units.ts';
import type { DataFiles } from '../../ports/data-files.ts';
import { hostOf, isLoopback } from '../../remote/account/hosts.ts';
import { refused } from '../../items/resolve-id.ts';

/** Kept outside the journal: backups of it may be sent to others, and the address of a webhook allows posting to it. */
const FILE = 'alerts.json';

const kept = z.object({
  v: z.literal(1),
  command: z.array(z.string()).min(1).nullable().default(null),
  webhook: z.object({ url: z.string(), authorization: z.string().nullable() }).nullable().default(null),
  timeoutSeconds: z.number().default(30),
  nothingSentHours: z.number().default(6),
  lowDiskBytes: z.number().default(2 * GIB),
});

/** The channels with their secrets. */
export type KeptSettings = z.infer<typeof kept>;

/** Reads the settings, or the defaults. An invalid file counts as none: nothing is sent, and the alerts are kept. */
export async function readSettings(files: DataFiles | undefined): Promise<KeptSettings> {
  const text = (await files?.read(FILE).catch(() => null)) ?? '{"v":1}';
  try {
    const read = kept.safeParse(JSON.parse(text));
    return read.success ? read.data : kept.parse({ v: 1 });
  } catch {
    return kept.parse({ v: 1 });
  }
}

/** Changes the given settings. @throws FaultError `bad-request` for invalid ones. @returns whether anything changed. */
export async function changeSettings(files: DataFiles, wish: AlertWish, dryRun: boolean): Promise<boolean> {
  const { command = null, webhook = null } = wish;
  if (command !== null) checkCommand(command[0] ?? '');
  if (webhook !== null) checkWebhook(webhook.url);
  const before = await readSettings(files);
  const given = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
  const after = kept.parse({ ...before, ...given });
  const isOther = JSON.stringify(after) !== JSON.stringify(before);
  if (isOther && !dryRun) await files.write(FILE, `${JSON.stringify(after)}\n`);
  return isOther;
}

/** Requires an absolute path: a service's search path for programs must not matter. */
function checkCommand(program: string): void {
  if (!/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(program)) throw refused(texts.notAbsolute(program));
}

function checkWebhook(url: string): void {
  const host = hostOf(url);
  if (host === '' || !/^https?:/i.test(url)) throw refused(texts.notAnAddress);
  if (/^http:/i.test(url) && !isLoopback(host)) throw refused(texts.notEncrypted);
}

/** The channels that are set up. */
export function channelsOf({ command, webhook }: KeptSettings): readonly AlertChannel[] {
  const isSet = { command: command !== null, webhook: webhook !== null };
  return alertChannel.options.filter(channel => isSet[channel]);
}

/** The settings without secrets. */
export function shownSettings({ command, webhook, ...rest }: KeptSettings): AlertSettings {
  const { timeoutSeconds, nothingSentHours, lowDiskBytes } = rest;
  return {
    command,
    webhook: webhook && { origin: new URL(webhook.url).origin, isAuthorized: webhook.authorization !== null },
    timeoutSeconds,
    nothingSentHours,
    lowDiskBytes,
  };
}
