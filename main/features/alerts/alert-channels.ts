import { z } from 'zod';

import {
  alertChannel,
  type AlertChannel,
  type AlertMessage,
  type AlertSettings,
  type AlertWish,
} from '../../../shared/features/alerts/model.ts';
import { alertTexts as texts } from '../../../shared/features/alerts/text.ts';
import { GIB, SECOND } from '../../../shared/units.ts';
import { badRequest, FaultError } from '../../../shared/fault.ts';
import { jsonOrNull } from '../../../shared/parse-json.ts';
import type { DataFiles } from '../../ports/data-files.ts';
import { hostOf, isLoopback } from '../../remote/account/hosts.ts';
import type { World } from '../../ports/world.ts';

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
  return kept.safeParse(jsonOrNull(text)).data ?? kept.parse({ v: 1 });
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
  if (!/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(program)) throw badRequest(texts.notAbsolute(program));
}

function checkWebhook(url: string): void {
  const host = hostOf(url);
  if (host === '' || !/^https?:/i.test(url)) throw badRequest(texts.notAnAddress);
  if (/^http:/i.test(url) && !isLoopback(host)) throw badRequest(texts.notEncrypted);
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

/** Result of one attempt. The text never contains the address of a webhook or its answer. */
interface Sent {
  readonly arrived: boolean;
  readonly text: string;
}

type Edges = Pick<World, 'clock' | 'http' | 'programs'>;

/** Delivers a message through a channel, once, within the configured time. @throws only the signal's reason. */
export async function deliver(
  edges: Edges,
  settings: KeptSettings,
  {
    channel,
    message,
    signal,
  }: { readonly channel: AlertChannel; readonly message: AlertMessage; readonly signal: AbortSignal },
): Promise<Sent> {
  if (channel === 'command') return viaCommand(edges, settings, { message, signal });
  const enough = new AbortController();
  const late = edges.clock.sleep(settings.timeoutSeconds * SECOND, AbortSignal.any([signal, enough.signal])).then(
    () => 'late' as const,
    () => 'stopped' as const,
  );
  const posting = viaWebhook(edges, settings, { message, signal: enough.signal });
  posting.catch(() => undefined);
  const sent = await Promise.race([posting, late]);
  enough.abort();
  signal.throwIfAborted();
  return typeof sent === 'string' ? { arrived: false, text: texts.tooSlow(settings.timeoutSeconds) } : sent;
}

interface Given {
  readonly message: AlertMessage;
  readonly signal: AbortSignal;
}

async function viaCommand(
  { programs }: Edges,
  { command, timeoutSeconds }: KeptSettings,
  { message, signal }: Given,
): Promise<Sent> {
  if (programs === undefined || command === null) return { arrived: false, text: texts.noPrograms };
  const input = `${JSON.stringify(message)}\n`;
  const ran = await programs.run(command, { input, withinMs: timeoutSeconds * SECOND, signal });
  switch (ran.is) {
    case 'ended':
      return ran.code === 0
        ? { arrived: true, text: texts.arrived }
        : { arrived: false, text: texts.ended(ran.code, ran.said) };
    case 'not-started':
      return { arrived: false, text: texts.notStarted(ran.code) };
    case 'too-slow':
      return { arrived: false, text: texts.tooSlow(timeoutSeconds) };
  }
}

/** The HTTP port follows no redirects, so a message for one host never reaches another. */
async function viaWebhook({ http }: Edges, { webhook, timeoutSeconds }: KeptSettings, given: Given): Promise<Sent> {
  if (webhook === null) return { arrived: false, text: texts.unreachable };
  const { message, signal } = given;
  const authorization = webhook.authorization === null ? {} : { authorization: webhook.authorization };
  try {
    const response = await http.send({
      method: 'POST',
      url: webhook.url,
      headers: { 'content-type': 'application/json', 'user-agent': 'benchtop', ...authorization },
      body: new TextEncoder().encode(JSON.stringify(message)),
      idleMs: timeoutSeconds * SECOND,
      signal,
    });
    const { status } = response;
    await response.discard();
    const arrived = status >= 200 && status < 300;
    return { arrived, text: arrived ? texts.arrived : texts.refused(status) };
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return { arrived: false, text: texts.unreachable };
  }
}
