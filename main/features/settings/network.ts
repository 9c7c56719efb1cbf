import type { Handlers } from '../../../shared/contract.ts';
import { badRequest, FaultError, toFault } from '../../../shared/fault.ts';
import type { NetworkInfo } from '../../../shared/features/settings/network-model.ts';
import { networkTexts as texts } from '../../../shared/features/settings/network-text.ts';
import type { Journal } from '../../journal/journal.ts';
import type { World } from '../../ports/world.ts';
import type { AppContext } from '../../items/app-context.ts';
import { absoluteOf, groundOf } from '../../items/local/check-place.ts';

const PROXY = 'network.proxy';
/**
 * Fact: the certificate file's path, for display. The certificates themselves are stored, so a moved file changes
 * nothing.
 */
const CERTIFICATES = 'network.certificates';
const PEM = 'network.pem';
/** Size limit of a certificate file; large organizations have some hundred kilobytes. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Applies the stored network settings. To be called before the first request. */
export async function startNetwork({ http, log }: World, { facts }: Journal): Promise<void> {
  const [proxy, certificates] = [facts.get(PROXY) ?? 'system', facts.get(PEM)];
  if (proxy === 'system' && certificates === null) return;
  await http.take?.({ proxy, certificates }).catch((error: unknown) => {
    log.error('network.not-taken', { error: error instanceof Error ? error.message : 'unknown' });
  });
}

/** The network settings, and whether the service can be reached. */
export function networkHandlers(context: AppContext): Pick<Handlers, 'network.get' | 'network.set' | 'network.test'> {
  const { journal, world, engine } = context;
  return {
    'network.get': async () => readNetwork(journal),
    'network.set': async wanted => {
      await setNetwork(context, wanted);
      context.changed();
      context.checkNow();
      return null;
    },
    'network.test': async () => {
      const service = journal.facts.get('service');
      if (service === null) throw new FaultError({ kind: 'signed-out' });
      const from = world.clock.elapsed();
      try {
        await (await engine.connection()).api(null).organizations();
        return { service, answerMs: world.clock.elapsed() - from, fault: null };
      } catch (error) {
        const fault = toFault(error);
        return { service, answerMs: fault.kind === 'offline' ? null : world.clock.elapsed() - from, fault };
      }
    },
  };
}

/** The stored settings, or the defaults. */
export function readNetwork({ facts }: Journal): NetworkInfo {
  return { proxy: facts.get(PROXY) ?? 'system', certificates: facts.get(CERTIFICATES) };
}

async function setNetwork(context: AppContext, wanted: NetworkInfo): Promise<void> {
  const { journal, world } = context;
  const { facts } = journal;
  const proxy = proxyOf(wanted.proxy);
  const { certificates: path } = wanted;
  const isKept = path !== null && path === facts.get(CERTIFICATES);
  const pem = path === null ? null : isKept ? facts.get(PEM) : await certificatesAt(context, path);
  await world.http.take?.({ proxy, certificates: pem }).catch(() => {
    throw badRequest(path === null ? texts.badProxy(wanted.proxy) : texts.noCertificates(path));
  });
  journal.transaction(() => {
    facts.set(PROXY, proxy === 'system' ? null : proxy);
    facts.set(CERTIFICATES, path);
    facts.set(PEM, pem);
  });
}

/** Refuses passwords: settings are not a safe place for them. */
function proxyOf(text: string): string {
  const typed = text.trim();
  if (typed === 'system' || typed === 'none') return typed;
  const url = URL.canParse(typed) ? new URL(typed) : null;
  const isPlain =
    url !== null && url.username === '' && url.password === '' && url.pathname === '/' && url.search === '';
  if (!isPlain || !/^https?:$/.test(url.protocol) || url.hostname === '') throw badRequest(texts.badProxy(text));
  return url.origin;
}

async function certificatesAt(context: AppContext, typed: string): Promise<string> {
  const ground = groundOf(context);
  const path = absoluteOf(ground, typed);
  const pem = await ground.read(path, MOST_BYTES).catch(() => {
    throw badRequest(texts.noFile(path));
  });
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) throw badRequest(texts.noCertificates(path));
  return pem;
}
