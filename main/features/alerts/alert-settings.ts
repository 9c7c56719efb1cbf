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

/** Beside the records, never in them: backups of those are sent around, and whoever knows a webhook can post there. */
const FILE = 'alerts.json';

const kept = z.object({
  v: z.literal(1),
  command: z.array(z.string()).min(1).nullable().default(null),
  webhook: z.object({ url: z.string(), authorization: z.string().nullable() }).nullable().default(null),
  timeoutSeconds: z.number().default(30),
  nothingSentHours: z.number().default(6),
  lowDiskBytes: z.number().default(2 * GIB),
});

/** Who is told, with the secrets. */
export type KeptSettings = z.infer<typeof kept>;

/** What was set, else the usual. A file that cannot be read is none: then nobody is told, and the alerts are kept. */
export async function readSettings(files: DataFiles | undefined): Promise<KeptSettings> {
  const text = (await files?.read(FILE).catch(() => null)) ?? '{"v":1}';
  try {
    const read = kept.safeParse(JSON.parse(text));
    return read.success ? read.data : kept.parse({ v: 1 });
  } catch {
    return kept.parse({ v: 1 });
  }
}

/** Changes what is named. @throws FaultError `bad-request` for what cannot be told. @returns whether anything is another way. */
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

/** Where a service looks for programs is no matter of chance. */
function checkCommand(program: string): void {
  if (!/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(program)) throw refused(texts.notAbsolute(program));
}

function checkWebhook(url: string): void {
  const host = hostOf(url);
  if (host === '' || !/^https?:/i.test(url)) throw refused(texts.notAnAddress);
  if (/^http:/i.test(url) && !isLoopback(host)) throw refused(texts.notEncrypted);
}

/** The channels that are set. */
export function channelsOf({ command, webhook }: KeptSettings): readonly AlertChannel[] {
  const isSet = { command: command !== null, webhook: webhook !== null };
  return alertChannel.options.filter(channel => isSet[channel]);
}

/** Without what would let others post there. */
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
