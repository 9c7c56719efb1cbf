import { FaultError } from '../../../shared/fault.ts';
import { accountTexts } from '../../../shared/features/account/text.ts';
import { setUpFileTexts as texts } from '../../../shared/features/set-up/file-text.ts';
import { Ending } from '../runner/ending.ts';
import { EXIT } from '../runner/exit-codes.ts';
import { endOfDay } from '../input/last-day.ts';
import type { Part, Workplace } from './setup-step.ts';

/** Signed in at the service with the key, where that is not so yet. Without a key the person who is signed in stays. */
export const accountPart: Part['plan'] = async (file, { client, key }) => {
  const service = file.service ?? (await serviceNow(client));
  if (service === null) throw new Ending(EXIT.signIn, texts.noService);
  if (key === null) return stays(file.service, client);
  if ((await client.call('account.holds', { service, key })).same) return [];
  const { store } = file;
  const apply = async (): Promise<void> => {
    const outcome = await client.call('account.signIn', { service, key, store });
    if (outcome.name === 'which-organization')
      throw new Ending(EXIT.configuration, accountTexts.whichOrganization(outcome.organizations));
  };
  return [{ text: texts.signIn(service), apply }];
};

/** @throws Ending 4 when no person is signed in, or one elsewhere. */
async function stays(wanted: string | undefined, client: Workplace['client']): Promise<[]> {
  const now = await serviceNow(client);
  if (now === null || !(await isSignedIn(client))) throw new Ending(EXIT.signIn, texts.needsKey);
  if (wanted !== undefined && !isSameService(wanted, now)) throw new Ending(EXIT.signIn, texts.otherService(now));
  return [];
}

async function serviceNow(client: Workplace['client']): Promise<string | null> {
  return (await client.call('sync.status', null)).service;
}

async function isSignedIn(client: Workplace['client']): Promise<boolean> {
  const { state } = await client.call('sync.status', null);
  return state !== 'signedOut' && state !== 'accessEnded';
}

/** As it is written, and as it is kept: with the place of the service's interface behind it. */
function isSameService(written: string, kept: string): boolean {
  const bare = (url: string): string =>
    url
      .trim()
      .replace(/\/+$/, '')
      .replace(/\/api\/v1$/, '');
  return bare(written) === bare(kept);
}

/** When the key ends, where only a person knows. */
export const keyEndPart: Part['plan'] = async ({ keyExpires }, { client }) => {
  if (keyExpires === undefined) return [];
  const now = await client.call('account.keyEnd', null);
  const at = keyExpires === null ? null : endOfDay(keyExpires);
  // What the service says counts more, and is none of the file's.
  if (now.by === 'service' || now.at === at) return [];
  const change = texts.from(now.at?.slice(0, 10) ?? texts.nobodySaid, keyExpires ?? texts.nobodySaid);
  return [{ text: change, apply: () => client.call('account.sayKeyEnd', { at }) }];
};

/** Whether a part failed for want of an account. */
export function isAboutAccount(error: unknown): boolean {
  if (error instanceof Ending) return error.exitCode === EXIT.signIn;
  return error instanceof FaultError && ['signed-out', 'access-ended'].includes(error.fault.kind);
}
