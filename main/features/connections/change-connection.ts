import { badRequest } from '../../../shared/fault.ts';
import { z } from 'zod';

import type { Input, Output } from '../../../shared/contract.ts';
import type { ConnectionInfo, ProbeInfo } from '../../../shared/features/connections/model.ts';
import { connectionTexts as texts } from '../../../shared/features/connections/text.ts';
import type { Line } from '../../remote/api/ask.ts';
import { calls } from '../../remote/api/calls.ts';
import { hostOf } from '../../remote/account/hosts.ts';
import { changeAndRead } from '../../items/change-and-verify.ts';
import { connectionsIn, scopeQuery } from './read-connection.ts';

/** Identifies a connection, with its scope as the service tells it. */
interface Which {
  readonly id: string;
  readonly scope: string | null;
}

/** Adds a connection. If the answer is lost, it is identified as the one that was not listed before. */
export async function addConnection(line: Line, wanted: Input<'connections.add'>): Promise<ConnectionInfo> {
  const { scope, name, url, headers, enabled, connect } = wanted;
  refuseSecretsIn(url);
  refuseHeaders(headers);
  const known = new Set((await connectionsIn(line, scope)).map(({ id }) => id));
  let made: string | null = null;
  const isIt = (each: ConnectionInfo): boolean =>
    made === null ? !known.has(each.id) && each.name === name : each.id === made;
  const after = await changeAndRead({
    ask: async () => {
      const body = {
        name,
        ...(url === null ? {} : { url }),
        ...(wanted.transport === null ? {} : { transport: wanted.transport }),
        ...(Object.keys(headers).length === 0 ? {} : { headers }),
        ...(wanted.allowedTools === null ? {} : { allowedTools: wanted.allowedTools }),
        enabled,
        connect,
      };
      made = (await calls.createConnection(line, { query: scopeQuery(scope), body })).id;
    },
    read: () => connectionsIn(line, scope),
    isSeen: now => now.some(each => isIt(each) && each.archivedAt === null),
  });
  return theOne(after.find(isIt));
}

/** Changes the given fields only, so that concurrent changes of others are kept. */
export async function editConnection(
  line: Line,
  { seen, change, ...which }: Input<'connections.edit'>,
): Promise<Output<'connections.edit'>> {
  refuseSecretsIn(change.url ?? null);
  if (change.headers !== undefined) refuseHeaders(change.headers);
  const old = await current(line, which);
  for (const field of ['name', 'url', 'transport', 'allowedTools'] as const) {
    const wanted = change[field];
    if (wanted === undefined || isSame(old[field], seen[field]) || isSame(old[field], wanted)) continue;
    throw badRequest(texts.changedMeanwhile(texts.fields[field], texts.shownValue(old[field])));
  }
  const isMoved = change.url !== undefined && !isSameHost(change.url, old.url);
  // Headers hold secrets for one server. If the service kept them, it would send them to the new one.
  const headersForgotten = isMoved && change.headers === undefined && old.headers.length > 0;
  const body = { ...change, ...(headersForgotten ? { headers: {} } : {}) };
  const names = body.headers === undefined ? null : Object.keys(body.headers);
  const after = await changeAndRead({
    ask: () =>
      calls.updateConnection(line, {
        path: { connectionId: old.id },
        query: scopeQuery(which.scope),
        body: sent(body),
      }),
    read: () => connectionsIn(line, which.scope),
    isSeen: (now, wasTaken) =>
      now.some(each => each.id === old.id && showsChange(each, change, old) && hasHeaders(each, names)) &&
      // Header values are not readable, so only the service's answer can confirm a change of values.
      (wasTaken || !hasHeaders(old, names) || names === null),
  });
  return { connection: theOne(after.find(({ id }) => id === old.id)), headersForgotten };
}

/** Archives a connection. Succeeds if another client archived it first. */
export async function archiveConnection(line: Line, { id, scope }: Which): Promise<null> {
  const isThere = (all: readonly ConnectionInfo[]): boolean =>
    all.some(each => each.id === id && each.archivedAt === null);
  // For a connection that is not listed, "removed" would be wrong: it may never have been visible.
  if (!(await connectionsIn(line, scope)).some(each => each.id === id)) throw badRequest(texts.gone);
  await changeAndRead({
    ask: () => calls.archiveConnection(line, { path: { connectionId: id }, query: scopeQuery(scope) }),
    read: () => connectionsIn(line, scope),
    isSeen: now => !isThere(now),
  });
  return null;
}

/** Makes a connection the default of its provider. */
export function setDefault(line: Line, which: Which): Promise<ConnectionInfo> {
  return changeOne(line, which, {
    ask: target => calls.makeConnectionDefault(line, target),
    isSeen: ({ isDefault }) => isDefault === true,
  });
}

export function setEnabled(line: Line, { enabled, ...which }: Which & { enabled: boolean }): Promise<ConnectionInfo> {
  return changeOne(line, which, {
    ask: target => calls.switchConnection(line, { ...target, body: { enabled } }),
    isSeen: now => now.enabled === enabled,
  });
}

const text = z.string().max(5000).nullish().catch(null);
const toolAnswer = z
  .union([
    z.string().transform(name => ({ name, allowed: null })),
    z.object({ name: z.string(), allowed: z.boolean().nullish().catch(null) }),
  ])
  .transform(({ name, allowed }) => ({ name, allowed: allowed ?? null }));
/** GAP: the answer of a probe is not documented, so every field is optional. */
const probeAnswer = z.object({
  status: text,
  message: text,
  tools: z.array(toolAnswer).max(10_000).nullish().catch(null),
  checkedAt: text,
});

/** Has the service query the connection for its tools, and reads it again. */
export async function probeConnection(line: Line, which: Which): Promise<Output<'connections.probe'>> {
  const { id, scope } = which;
  await current(line, which);
  const answer = await calls.probeConnection(
    line,
    { path: { connectionId: id }, query: scopeQuery(scope) },
    probeAnswer,
  );
  const found: ProbeInfo = {
    status: answer.status ?? null,
    message: answer.message ?? null,
    tools: answer.tools ?? [],
    checkedAt: answer.checkedAt ?? null,
  };
  const now = (await connectionsIn(line, scope)).find(each => each.id === id);
  return { probe: found, connection: now ?? null };
}

interface OneChange {
  readonly ask: (target: {
    readonly path: { readonly connectionId: string };
    readonly query: ReturnType<typeof scopeQuery>;
  }) => Promise<unknown>;
  readonly isSeen: (now: ConnectionInfo) => boolean;
}

async function changeOne(line: Line, which: Which, { ask, isSeen }: OneChange): Promise<ConnectionInfo> {
  const { id, scope } = which;
  await current(line, which);
  const after = await changeAndRead({
    ask: () => ask({ path: { connectionId: id }, query: scopeQuery(scope) }),
    read: () => connectionsIn(line, scope),
    isSeen: now => now.some(each => each.id === id && isSeen(each)),
  });
  return theOne(after.find(each => each.id === id));
}

/** The connection as it is now. @throws FaultError `bad-request` when it is removed or not visible. */
async function current(line: Line, { id, scope }: Which): Promise<ConnectionInfo> {
  const found = (await connectionsIn(line, scope)).find(each => each.id === id);
  if (found === undefined || found.archivedAt !== null) throw badRequest(texts.gone);
  return found;
}

function theOne(found: ConnectionInfo | undefined): ConnectionInfo {
  if (found === undefined) throw badRequest(texts.gone);
  return found;
}

/** The request body: null removes an address or a selection of tools; omitted fields stay. */
function sent(change: Input<'connections.edit'>['change']) {
  const { name, url, transport, headers, allowedTools } = change;
  return {
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
    ...(transport === undefined ? {} : { transport }),
    ...(headers === undefined ? {} : { headers }),
    ...(allowedTools === undefined ? {} : { allowedTools }),
  };
}

function showsChange(now: ConnectionInfo, change: Input<'connections.edit'>['change'], old: ConnectionInfo): boolean {
  const { name, url, transport, allowedTools } = change;
  return (
    (name === undefined || now.name === name) &&
    (url === undefined || isSameAddress(now.url, url)) &&
    // A transport may have several names.
    (transport === undefined || now.transport === transport || now.transport !== old.transport) &&
    (allowedTools === undefined || isSame(now.allowedTools, allowedTools))
  );
}

function hasHeaders({ headers }: ConnectionInfo, names: readonly string[] | null): boolean {
  if (names === null) return true;
  const [now, wanted] = [headers, names].map(list => new Set(list.map(name => name.toLowerCase())));
  return (
    now !== undefined && wanted !== undefined && now.size === wanted.size && [...wanted].every(each => now.has(each))
  );
}

type Value = string | readonly string[] | null;

function isSame(one: Value, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Compares addresses; a service may normalize one, for example add a slash. */
function isSameAddress(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return one === other || (URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href);
}

function isSameHost(one: string | null, other: string | null): boolean {
  return originOf(one) === originOf(other);
}

/** Another port or scheme counts as another server. */
function originOf(url: string | null): string {
  return url !== null && URL.canParse(url) ? `${new URL(url).protocol}${hostOf(url)}:${new URL(url).port}` : '';
}

/**
 * Refuses credentials in an address, which everyone with access to the connection can see. @throws FaultError
 * `bad-request`.
 */
function refuseSecretsIn(url: string | null): void {
  if (url === null) return;
  if (!URL.canParse(url)) throw badRequest(texts.noAddress);
  const { protocol, username, password } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw badRequest(texts.noAddress);
  if (username !== '' || password !== '') throw badRequest(texts.secretInAddress);
}

/** Refuses invalid headers without repeating their values. @throws FaultError `bad-request`. */
function refuseHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[A-Za-z][\w.-]*$/.test(name)) throw badRequest(texts.noHeaderName(name));
    if (!/^[\t\x20-\x7e]+$/.test(value)) throw badRequest(texts.noHeaderValue(name));
  }
}
