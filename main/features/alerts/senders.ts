import { FaultError } from '../../../shared/fault.ts';
import type { AlertChannel, AlertMessage } from '../../../shared/features/alerts/model.ts';
import { alertTexts as texts } from '../../../shared/features/alerts/text.ts';
import { SECOND } from '../../../shared/units.ts';
import type { World } from '../../ports/world.ts';
import type { KeptSettings } from './alert-settings.ts';

/** Result of one attempt. The text never contains the address of a webhook or its answer. */
export interface Sent {
  readonly arrived: boolean;
  readonly text: string;
}

type Edges = Pick<World, 'clock' | 'http' | 'programs'>;

/** Delivers a message through a channel, once, within the configured time. @throws only the signal's reason. */
export async function send(
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
