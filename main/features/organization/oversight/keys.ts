import { badRequest } from '../../../../shared/fault.ts';
import type { Input, Output } from '../../../../shared/contract.ts';
import type { ApiKey, GivenKeyPolicy, KeyList } from '../../../../shared/features/organization/oversight-model.ts';
import { oversightTexts as texts } from '../../../../shared/features/organization/oversight-text.ts';
import { isoMoment } from '../../../core/calendar.ts';
import { calls } from '../../../remote/api/calls.ts';
import { type ActiveOrganization, activeOrganization } from '../../../items/current-organization.ts';
import type { AppContext } from '../../../items/app-context.ts';
import { keyEndNow } from '../../../items/signed-in-person.ts';
import { changeAndRead } from '../../../items/change-and-verify.ts';
import { orNull } from '../../../items/or-null.ts';
import { namesHere, askIfOffered } from './optional-calls.ts';

/** The service's answer when it made a key. */
interface Told {
  readonly id: string;
  readonly secret: string | null;
}

/** The visible keys, and who may make keys. */
export async function keysOf(context: AppContext): Promise<KeyList> {
  return read(context, await activeOrganization(context));
}

/** Makes a key. @throws FaultError, also `bad-request` when it may have been made but its secret is lost. */
export async function makeKey(
  context: AppContext,
  { name, expiresAt }: Input<'keys.make'>,
): Promise<Output<'keys.make'>> {
  if (expiresAt !== null && (isoMoment(expiresAt) ?? 0) <= context.world.clock.now()) throw badRequest(texts.past);
  const here = await thereOnly(context);
  let told: Told | null = null;
  const before = new Set((await read(context, here)).keys.map(({ id }) => id));
  const list = await changeAndRead({
    ask: async () => {
      const answer = await calls.createKey(here.line, { body: { name, expiresAt } });
      told = { id: answer.id, secret: answer.key ?? null };
    },
    read: () => read(context, here),
    isSeen: ({ keys }) =>
      keys.some(each => (told === null ? !before.has(each.id) && each.name === name : each.id === told.id)),
  });
  const { id, secret } = toldOf(told, name);
  const made = list.keys.find(each => each.id === id);
  if (made === undefined) throw badRequest(texts.notTold(name));
  return { made, secret, list };
}

/** A key without its secret is useless. */
function toldOf(told: Told | null, name: string): { readonly id: string; readonly secret: string } {
  if (told === null || told.secret === null) throw badRequest(texts.notTold(name));
  return { id: told.id, secret: told.secret };
}

/** Revokes a key. Succeeds if another client revoked it first. */
export async function endKey(context: AppContext, id: string): Promise<KeyList> {
  const here = await thereOnly(context);
  const before = await read(context, here);
  const old = before.keys.find(each => each.id === id);
  if (old === undefined) throw badRequest(texts.keyGone);
  if (old.revokedAt !== null) return before;
  return changeAndRead({
    ask: () => calls.revokeKey(here.line, { path: { id } }),
    read: () => read(context, here),
    isSeen: ({ keys }) => keys.every(each => each.id !== id || each.revokedAt !== null),
  });
}

/** Sets who may make keys. */
export async function setPolicy(context: AppContext, policy: GivenKeyPolicy): Promise<KeyList> {
  const here = await thereOnly(context);
  return changeAndRead({
    ask: () => calls.setKeyPolicy(here.line, { body: { policy } }),
    read: () => read(context, here),
    isSeen: now => now.policy === policy,
  });
}

/** Nothing is requested if the service has no keys or does not show them. */
async function thereOnly(context: AppContext): Promise<ActiveOrganization> {
  const here = await activeOrganization(context);
  const { standing } = await read(context, here);
  if (standing === 'absent') throw badRequest(texts.absent.keys);
  if (standing === 'not-allowed') throw badRequest(texts.notAllowed.keys);
  return here;
}

async function read(context: AppContext, here: ActiveOrganization): Promise<KeyList> {
  const { standing, answer } = await askIfOffered(() => calls.listKeys(here.line, {}));
  if (answer === null) return { standing, keys: [], policy: null };
  const [policy, names, end] = await Promise.all([
    orNull(calls.getKeyPolicy(here.line, {})),
    namesHere(here),
    keyEndNow(context),
  ]);
  const keys = answer.map((each): ApiKey => ({
    id: each.id,
    name: each.name ?? '',
    hint: each.hint ?? null,
    userId: each.userId ?? null,
    who: names.get(each.userId ?? 0) ?? null,
    isInUse: end !== null && each.hint?.endsWith(end) === true,
    createdAt: each.createdAt ?? null,
    expiresAt: each.expiresAt ?? null,
    revokedAt: each.revokedAt ?? null,
  }));
  return { standing, keys, policy: policy?.policy ?? null };
}
