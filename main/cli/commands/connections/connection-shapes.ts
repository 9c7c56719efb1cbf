import { z } from 'zod';

import {
  connectionInfo,
  type ConnectionInfo,
  inventoryRow,
  type InventoryRow,
  listedServer,
  type ListedServer,
  probeInfo,
  providerInfo,
  type ProviderInfo,
  providerPolicy,
} from '../../../../shared/features/connections/model.ts';
import { connectionStatus, levelText, methodText, scopeText } from '../../../../shared/features/connections/text.ts';
import { publicFields } from '../../output/public-json.ts';

export const publicConnection = publicFields(
  connectionInfo,
  'id name scope owner provider url transport headers allowedTools enabled isDefault status account groups createdAt updatedAt archivedAt',
  { more: z.array(publicFields(connectionInfo.shape.more.element, 'name value')) },
);
export const publicProvider = publicFields(providerInfo, 'id name category description methods', {
  groups: z.array(publicFields(providerInfo.shape.groups.element, 'id scopes')),
  policy: publicFields(providerPolicy, 'enabled methods groups customEndpoint domains accessLevel').nullable(),
});
export const publicServer = publicFields(listedServer, 'name title description version transport url');
export const publicInventory = publicFields(
  inventoryRow,
  'id name scope provider owner ownerEmail host enabled status createdAt archivedAt',
);
export const publicProbe = publicFields(
  probeInfo,
  'status message',
  { tools: z.array(publicFields(probeInfo.shape.tools.element, 'name allowed')) },
  'checkedAt',
);

export function connectionLine(connection: ConnectionInfo): string {
  const { id, name, scope, provider, url, enabled, isDefault, status, account, archivedAt } = connection;
  const facts = [
    id,
    name,
    scope === null ? null : scopeText(scope),
    provider,
    account ?? url,
    status === null ? null : connectionStatus(status),
    isDefault === true ? 'default' : null,
    archivedAt !== null ? 'removed' : enabled === false ? 'off' : null,
  ];
  return facts.filter(fact => fact !== null).join('  ');
}

export function providerLine({ id, name, category, methods, policy }: ProviderInfo): string {
  const ways = methods.length === 0 ? null : `by ${methods.map(methodText).join(' or ')}`;
  const facts = [id, name, category, ways, policy?.enabled === false ? 'not allowed in your organization' : null];
  return facts.filter(fact => fact !== null).join('  ');
}

/** What is allowed of a provider, line by line. What the service does not tell is left out. */
export function policyLines({ name, policy }: ProviderInfo): string[] {
  if (policy === null) return [name];
  const { enabled, methods, groups, customEndpoint, domains, accessLevel } = policy;
  const list = (texts: readonly string[] | null, none: string): string | null =>
    texts === null ? null : texts.length === 0 ? none : texts.join(', ');
  const yesNo = (is: boolean | null): string | null => (is === null ? null : is ? 'yes' : 'no');
  const lines: (readonly [string, string | null])[] = [
    ['May be used', yesNo(enabled)],
    ['Ways to connect', list(methods?.map(methodText) ?? null, 'none')],
    ['May be asked for', list(groups, 'nothing')],
    ['Own addresses', yesNo(customEndpoint)],
    ['Accounts of', list(domains, 'every domain')],
    ['Access', accessLevel === null ? null : levelText(accessLevel)],
  ];
  return [name, ...lines.flatMap(([title, value]) => (value === null ? [] : [`${title}: ${value}`]))];
}

export function serverLine({ name, title, version, url }: ListedServer): string {
  return [name, title, version, url].filter(fact => fact !== null).join('  ');
}

export function inventoryLine(row: InventoryRow): string {
  const { id, name, scope, provider, owner, ownerEmail, host, enabled, status, archivedAt } = row;
  const whose = ownerEmail ?? (owner === null ? null : String(owner));
  const facts = [
    ...[id, name, scope === null ? null : scopeText(scope), provider, whose, host],
    status === null ? null : connectionStatus(status),
    archivedAt !== null ? 'removed' : enabled === false ? 'off' : null,
  ];
  return facts.filter(fact => fact !== null).join('  ');
}
