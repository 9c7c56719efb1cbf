import type {
  ConnectionInfo,
  InventoryRow,
  ListedServer,
  ProbeInfo,
  ProviderInfo,
  ProviderPolicy,
} from '../../../../shared/features/connections/model.ts';
import { connectionStatus, levelText, methodText, scopeText } from '../../../../shared/features/connections/text.ts';

// What scripts read, as in `json-shapes.ts`: fields are added, never changed or taken away.

export function connectionShape(connection: ConnectionInfo): object {
  const { id, name, scope, owner, provider, url, transport, headers, allowedTools, enabled, isDefault } = connection;
  const { status, account, groups, createdAt, updatedAt, archivedAt, more } = connection;
  return {
    ...{ id, name, scope, owner, provider, url, transport, headers, allowedTools, enabled, isDefault },
    ...{ status, account, groups, createdAt, updatedAt, archivedAt },
    more: more.map(fact => ({ name: fact.name, value: fact.value })),
  };
}

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

export function providerShape({ id, name, category, description, methods, groups, policy }: ProviderInfo): object {
  return {
    ...{ id, name, category, description, methods },
    groups: groups.map(group => ({ id: group.id, scopes: group.scopes })),
    policy: policy === null ? null : policyShape(policy),
  };
}

function policyShape({ enabled, methods, groups, customEndpoint, domains, accessLevel }: ProviderPolicy): object {
  return { enabled, methods, groups, customEndpoint, domains, accessLevel };
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

export function serverShape({ name, title, description, version, transport, url }: ListedServer): object {
  return { name, title, description, version, transport, url };
}

export function serverLine({ name, title, version, url }: ListedServer): string {
  return [name, title, version, url].filter(fact => fact !== null).join('  ');
}

export function inventoryShape(row: InventoryRow): object {
  const { id, name, scope, provider, owner, ownerEmail, host, enabled, status, createdAt, archivedAt } = row;
  return { id, name, scope, provider, owner, ownerEmail, host, enabled, status, createdAt, archivedAt };
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

export function probeShape({ status, message, tools, checkedAt }: ProbeInfo): object {
  return { status, message, tools: tools.map(({ name, allowed }) => ({ name, allowed })), checkedAt };
}
