import type { Command } from 'commander';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import { type ApiKey, givenKeyPolicy, type KeyList } from '../../../../shared/features/organization/oversight-model.ts';
import { oversightTexts as texts } from '../../../../shared/features/organization/oversight-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { type Format, JSON_OPTION } from '../../output/json-option.ts';
import { oneOf } from '../../input/one-of.ts';
import { dayOf } from '../../input/typed-day.ts';
import { toldOf } from './optional-answer.ts';

/** `org keys list|make|revoke|policy`. */
export function addOrgKeys(org: Command, context: CommandContext): void {
  const keys = org
    .command('keys')
    .summary('API keys, and who may make them')
    .description(
      "API keys: your own, for owners and admins everyone's. Every change ends with what the service says afterwards.",
    );
  keys
    .command('list')
    .description('Lists the keys that you can see, and says who may make some.')
    .option(...JSON_OPTION)
    .action(({ json }: Format) =>
      context.ask(async ({ client }) => {
        const list = await client.call('keys.list', {});
        if (json) context.printJson(listShape(list));
        else context.printLines(list.keys.map(line));
        if (list.policy !== null) context.tell(texts.policyIs(list.policy));
        return toldOf(context, 'keys', list.standing, list.keys.length === 0 ? texts.noKeys : null);
      }),
    );
  addMaking(keys, context);
  addEnding(keys, context);
}

function addMaking(keys: Command, context: CommandContext): void {
  keys
    .command('make')
    .description('Makes a key that acts for you, and prints it. It is shown this once.')
    .argument('<name>', 'what it is for, in quotes when it has spaces')
    .option('--until <date>', 'when it ends, such as 2027-02-22; without it, never')
    .option(...JSON_OPTION)
    .action((name: string, { until, json }: Format & { readonly until?: string }) =>
      context.ask(async ({ client }) => {
        const expiresAt = until === undefined ? null : dayOf(until);
        const { made, secret } = await client.call('keys.make', { name, expiresAt });
        if (json) context.printJson({ v: 1, key: keyShape(made), secret });
        else context.printLines([secret]);
        context.tell(texts.keyMade(made.name));
      }),
    );
  keys
    .command('policy')
    .description('Says who may make keys in the organization. For its owners and admins.')
    .argument('<rule>', 'all_members or admins_only')
    .option(...JSON_OPTION)
    .action((rule: string, { json }: Format) =>
      context.ask(async ({ client }) => {
        const policy = givenKeyPolicy.safeParse(rule.toLowerCase().replaceAll('-', '_'));
        if (!policy.success) throw new Ending(EXIT.usage, texts.noPolicy(rule));
        const list = await client.call('keys.setPolicy', { policy: policy.data });
        if (json) context.printJson(listShape(list));
        context.tell(texts.policyIs(list.policy ?? ''));
      }),
    );
}

function addEnding(keys: Command, context: CommandContext): void {
  keys
    .command('revoke')
    .description('Ends a key for good. Without --yes it only says what would happen.')
    .argument('<key>', "its name, how it ends, or an id as 'org keys list' prints it")
    .option('--yes', 'do it')
    .option(...JSON_OPTION)
    .action((what: string, { yes, json }: Format & { readonly yes?: true }) =>
      context.ask(async ({ client }) => {
        const key = await keyOf(client, what);
        const list = yes ? await client.call('keys.revoke', { id: key.id }) : null;
        const now = list?.keys.find(({ id }) => id === key.id) ?? key;
        if (json) context.printJson({ v: 1, key: keyShape(now), revoked: yes === true });
        context.tell(yes ? texts.revoked(key.name) : texts.revokeAsk(key.name, key.isInUse));
        return yes ? EXIT.ok : EXIT.attention;
      }),
    );
}

async function keyOf(client: EngineClient, what: string): Promise<ApiKey> {
  const { standing, keys } = await client.call('keys.list', {});
  if (standing !== 'there')
    throw new Ending(EXIT.error, standing === 'absent' ? texts.absent.keys : texts.notAllowed.keys);
  const by = ({ id, name, hint }: ApiKey) => ({ name, others: [hint, hint?.slice(-4) ?? null, id] });
  return oneOf(keys, what, by, { none: texts.noSuchKey(what), several: names => texts.severalKeys(what, names) });
}

function listShape({ standing, keys, policy }: KeyList): object {
  return { v: 1, standing, keys: keys.map(keyShape), policy };
}

function keyShape({ id, name, hint, userId, who, createdAt, expiresAt, isInUse, revokedAt }: ApiKey): object {
  return { id, name, hint, userId, who, createdAt, expiresAt, isInUse, revokedAt };
}

function line({ id, name, hint, who, expiresAt, isInUse, revokedAt }: ApiKey): string {
  const parts = [
    id,
    name,
    hint,
    who,
    expiresAt === null ? null : `until ${expiresAt}`,
    revokedAt === null ? null : `revoked ${revokedAt}`,
    isInUse ? 'signed in with it here' : null,
  ];
  return parts.filter(part => part !== null).join('  ');
}
