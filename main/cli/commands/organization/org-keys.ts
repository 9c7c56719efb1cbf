import { z } from 'zod';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import {
  apiKey,
  type ApiKey,
  givenKeyPolicy,
  keyList,
} from '../../../../shared/features/organization/oversight-model.ts';
import { oversightTexts as texts } from '../../../../shared/features/organization/oversight-text.ts';
import { oneOf } from '../../input/one-of.ts';
import { dayOf } from '../../input/typed-day.ts';
import { publicFields } from '../../output/public-json.ts';
import { commandGroup, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { exitOf, whyNothing } from './optional-answer.ts';

const publicKey = publicFields(apiKey, 'id name hint userId who createdAt expiresAt isInUse revokedAt');
const publicList = publicFields(keyList, 'standing', { keys: z.array(publicKey) }, 'policy');

/** API keys. */
export const keyRows: readonly Row[] = [
  commandGroup(
    'org keys',
    'API keys, and who may make them',
    "API keys: your own, for owners and admins everyone's. Every change ends with what the service says afterwards.",
  ),
  row('org keys list', {
    help: 'Lists the keys that you can see, and says who may make some.',
    json: publicList,
    call: 'keys.list',
    input: () => ({}),
    lines: ({ keys }) => keys.map(keyLine),
    tell: ({ standing, keys, policy }) => [
      policy === null ? null : texts.policyIs(policy),
      whyNothing('keys', standing, keys.length === 0 ? texts.noKeys : null),
    ],
    exit: exitOf,
  }),
  row('org keys make <name>', {
    help: 'Makes a key that acts for you, and prints it. It is shown this once.',
    arguments: ['what it is for, in quotes when it has spaces'],
    options: [['--until <date>', 'when it ends, such as 2027-02-22; without it, never']],
    json: z.object({ key: publicKey, secret: z.string() }),
    call: 'keys.make',
    input: ({ name, until }: { readonly name: string; readonly until?: string }) => ({
      name,
      expiresAt: until === undefined ? null : dayOf(until),
    }),
    shape: ({ made, secret }) => ({ key: made, secret }),
    lines: ({ secret }) => [secret],
    tell: ({ made }) => texts.keyMade(made.name),
  }),
  row('org keys policy <rule>', {
    help: 'Says who may make keys in the organization. For its owners and admins.',
    arguments: ['all_members or admins_only'],
    json: publicList,
    call: 'keys.setPolicy',
    input: ({ rule }: { readonly rule: string }) => {
      const policy = givenKeyPolicy.safeParse(rule.toLowerCase().replaceAll('-', '_'));
      if (!policy.success) throw new Ending(EXIT.usage, texts.noPolicy(rule));
      return { policy: policy.data };
    },
    tell: ({ policy }) => texts.policyIs(policy ?? ''),
  }),
  row('org keys revoke <key>', {
    help: 'Ends a key for good. Without --yes it only says what would happen.',
    arguments: ["its name, how it ends, or an id as 'org keys list' prints it"],
    options: [['--yes', 'do it']],
    json: z.object({ key: publicKey, revoked: z.boolean() }),
    run: async ({ client }, { key: what, yes }: { readonly key: string; readonly yes?: true }) => {
      const key = await keyOf(client, what);
      const list = yes ? await client.call('keys.revoke', { id: key.id }) : null;
      const now = list?.keys.find(({ id }) => id === key.id) ?? key;
      return { key: now, before: key, revoked: yes === true };
    },
    tell: ({ before, revoked }) =>
      revoked ? texts.revoked(before.name) : texts.revokeAsk(before.name, before.isInUse),
    exit: ({ revoked }) => (revoked ? EXIT.ok : EXIT.attention),
  }),
];

async function keyOf(client: EngineClient, what: string): Promise<ApiKey> {
  const { standing, keys } = await client.call('keys.list', {});
  if (standing !== 'there')
    throw new Ending(EXIT.error, standing === 'absent' ? texts.absent.keys : texts.notAllowed.keys);
  const by = ({ id, name, hint }: ApiKey) => ({ name, others: [hint, hint?.slice(-4) ?? null, id] });
  return oneOf(keys, what, by, { none: texts.noSuchKey(what), several: names => texts.severalKeys(what, names) });
}

function keyLine({ id, name, hint, who, expiresAt, isInUse, revokedAt }: ApiKey): string {
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
