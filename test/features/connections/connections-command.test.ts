import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { ConnectionInfo, InventoryRow, ProviderInfo } from '../../../shared/features/connections/model.ts';
import { run, temporaryFolder } from '../../main/cli/run-here.ts';

const AT = '2026-11-20T14:03:00.000Z';
const leaky = <T extends object>(model: T): T & { readonly secret: string } => ({ ...model, secret: 'leak' });

const ROBOT: ConnectionInfo = {
  id: 'c1',
  name: 'Plate robot',
  scope: 'user',
  owner: 1,
  provider: 'custom',
  url: 'https://robot.example/mcp',
  transport: 'sse',
  headers: ['Authorization'],
  allowedTools: null,
  enabled: true,
  isDefault: true,
  status: 'connected',
  account: null,
  groups: [],
  createdAt: AT,
  updatedAt: AT,
  archivedAt: null,
  more: [{ name: 'region', value: 'north' }],
};
const NOTES: ConnectionInfo = {
  ...ROBOT,
  id: 'c2',
  name: 'Notes',
  scope: 'team',
  status: 'pondering',
  isDefault: null,
};
const POLICY = {
  enabled: true,
  methods: ['oauth', 'saml'],
  groups: ['pages-read'],
  customEndpoint: true,
  domains: [],
  accessLevel: 'read-write',
};
const FOLIANOTE: ProviderInfo = {
  id: 'folianote',
  name: 'Folianote',
  category: 'notebook',
  description: null,
  methods: ['oauth'],
  groups: [{ id: 'pages-read', scopes: ['pages.read'] }],
  policy: POLICY,
};
const LIST = { 'connections.list': { gives: { isThere: true, connections: [ROBOT, NOTES].map(leaky) } } } as const;
const CATALOGUE = { 'connections.catalogue': { gives: { isThere: true, providers: [leaky(FOLIANOTE)] } } } as const;

test('connections list and catalog --json have the documented fields and no other', async () => {
  const list = await run(['connections', 'list', '--json'], LIST);
  expect(JSON.parse(list.stdout)).toEqual({ v: 1, isThere: true, connections: [ROBOT, NOTES] });
  const lines = (await run(['connections', 'list', '--scope', 'user', '--archived'], LIST)).stdout;
  expect(lines).toBe(
    'c1  Plate robot  Personal  custom  https://robot.example/mcp  Connected  default\n' +
      'c2  Notes  team  custom  https://robot.example/mcp  pondering\n',
  );
  const catalog = await run(['connections', 'catalog', '--json'], CATALOGUE);
  expect(JSON.parse(catalog.stdout)).toEqual({ v: 1, isThere: true, providers: [FOLIANOTE] });
});

test('a service without connections says so, whatever is asked', async () => {
  const none = {
    'connections.list': { gives: { isThere: false, connections: [] } },
    'connections.catalogue': { gives: { isThere: false, providers: [] } },
  } as const;
  const said = { stderr: 'This service has no connections.\n' };
  expect(await run(['connections', 'list'], none)).toMatchObject({ exitCode: 0, ...said });
  expect(await run(['connections', 'catalog'], none)).toMatchObject({ exitCode: 0, ...said });
  expect(await run(['connections', 'probe', 'Notes'], none)).toMatchObject({ exitCode: 1, ...said });
  expect(await run(['connections', 'authorize', 'Folianote'], none)).toMatchObject({ exitCode: 1, ...said });
});

test('a page of the registry says that strangers wrote it, and how to go on', async () => {
  const server = {
    name: 'a/b',
    title: 'B',
    description: null,
    version: '1',
    transport: null,
    url: 'https://b.example',
  };
  const script = { 'connections.browse': { gives: { servers: [leaky(server)], next: 'after-1' } } } as const;
  const page = await run(['connections', 'browse', 'gels', '--cursor', 'x'], script);
  expect(page.events).toContain('connections.browse {"search":"gels","cursor":"x"}');
  expect(page.stdout).toBe('a/b  B  1  https://b.example\n');
  expect(page.stderr).toContain('Nobody here checked them.\nThere is more: add --cursor after-1\n');
  const json = await run(['connections', 'browse', '--json'], script);
  expect(JSON.parse(json.stdout)).toEqual({ v: 1, servers: [server], next: 'after-1' });
});

test('headers come from standard input or a file, never from the command, and are never printed', async () => {
  const script = { 'connections.add': { gives: ROBOT } } as const;
  const add = ['connections', 'add', 'Plate robot', '--url', 'https://robot.example/mcp', '--tools', 'a, b', '--probe'];
  const caller = { readInput: async () => 'Authorization: Bearer canary: 1 \r\n\nX-Lab:7\n' };
  const typed = await run([...add, '--headers-stdin', '--json'], script, { caller });
  expect(typed.events).toContain(
    `connections.add ${JSON.stringify({
      scope: 'user',
      name: 'Plate robot',
      url: 'https://robot.example/mcp',
      transport: null,
      headers: { Authorization: 'Bearer canary: 1', 'X-Lab': '7' },
      allowedTools: ['a', 'b'],
      enabled: true,
      connect: true,
    })}`,
  );
  expect(typed.stdout + typed.stderr).not.toContain('canary');
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'headers'), 'X-Lab: 8');
  const read = await run([...add, '--headers-file', 'headers', '--organization', '--off'], script, {
    caller: { folder },
  });
  expect(read.events.join()).toContain('"headers":{"X-Lab":"8"}');
  expect(read.events.join()).toContain('"scope":"organization"');
  expect(read.events.join()).toContain('"enabled":false');
});

test.each([
  ['a line that is no header', ['--headers-stdin'], 'X-Lab: 1\ncanary', 'Line 2 of the headers is none'],
  ['a name that every object has', ['--headers-stdin'], '__proto__: canary', 'Line 1 of the headers is none'],
  ['nothing', ['--headers-stdin'], '', 'No header came'],
  ['two places', ['--headers-stdin', '--headers-file', 'x'], '', 'Say once'],
])('headers from %s are a usage error that says no secret', async (_, options, input, said) => {
  const add = ['connections', 'add', 'x', '--url', 'https://x.example', ...options];
  const { exitCode, stderr, events } = await run(add, {}, { caller: { readInput: async () => input } });
  expect({ exitCode, events }).toEqual({ exitCode: 2, events: [] });
  expect(stderr).toContain(said);
  expect(stderr).not.toContain('canary');
});

test('a file of headers that cannot be read is told as that', async () => {
  const add = ['connections', 'add', 'x', '--url', 'https://x.example', '--headers-file', 'nowhere'];
  expect(await run(add)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('(ENOENT)') });
});

test('an edit sends what it names, and what was seen with it', async () => {
  const gives = { connection: NOTES, headersForgotten: true };
  const script = { ...LIST, 'connections.edit': { gives } } as const;
  const ran = await run(['connections', 'edit', 'notes', '--name', 'Pages', '--all-tools'], script);
  const seen = { name: 'Notes', url: NOTES.url, transport: 'sse', allowedTools: null };
  const change = { name: 'Pages', allowedTools: null };
  expect(ran.events).toContain(`connections.edit ${JSON.stringify({ id: 'c2', scope: 'team', seen, change })}`);
  expect(ran.stderr).toContain('headers of the old one were forgotten');
  const forgetting = await run(['connections', 'edit', 'c2', '--forget-headers', '--tools', 'none'], script);
  expect(forgetting.events.join()).toContain('"change":{"headers":{},"allowedTools":[]}');
  expect(await run(['connections', 'edit', 'c2'], script)).toMatchObject({ exitCode: 2 });
  expect(await run(['connections', 'edit', 'c2', '--tools', 'a', '--all-tools'], script)).toMatchObject({
    exitCode: 2,
  });
});

test('removing only says what would happen without --yes', async () => {
  const script = { ...LIST, 'connections.remove': { gives: null } } as const;
  const asked = await run(['connections', 'remove', 'c1'], script);
  expect(asked).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('Nothing was changed') });
  expect(asked.events.join()).not.toContain('connections.remove');
  const done = await run(['connections', 'remove', 'c1', '--yes', '--json'], script);
  expect(done.events).toContain('connections.remove {"id":"c1","scope":"user"}');
  expect(JSON.parse(done.stdout)).toEqual({ v: 1, connection: ROBOT, removed: true });
});

test('default, enable and disable say what is so afterwards', async () => {
  const script = {
    ...LIST,
    'connections.setDefault': { gives: ROBOT },
    'connections.setEnabled': { gives: ROBOT },
  } as const;
  expect((await run(['connections', 'default', 'c1'], script)).stderr).toContain('where its provider is');
  const off = await run(['connections', 'disable', 'c1', '--json'], script);
  expect(off.events).toContain('connections.setEnabled {"id":"c1","scope":"user","enabled":false}');
  expect(JSON.parse(off.stdout)).toEqual({ v: 1, connection: ROBOT });
  expect((await run(['connections', 'enable', 'c1'], script)).stderr).toBe("'Plate robot' is on.\n");
});

test('a probe that failed ends with 3, and an unknown word is told as it is', async () => {
  const probe = { status: 'failed', message: 'Nobody there', tools: [{ name: 'list', allowed: false }], checkedAt: AT };
  const gives = { probe: leaky(probe), connection: ROBOT };
  const failed = await run(['connections', 'probe', 'c1', '--json'], { ...LIST, 'connections.probe': { gives } });
  expect(failed).toMatchObject({ exitCode: 3, stderr: "'Plate robot': Failed. Nobody there\n" });
  expect(JSON.parse(failed.stdout)).toEqual({ v: 1, probe, connection: ROBOT });
  const strange = { gives: { probe: { ...probe, status: 'pondering', message: null }, connection: null } };
  const other = await run(['connections', 'probe', 'c1'], { ...LIST, 'connections.probe': strange });
  expect(other).toMatchObject({ exitCode: 0, stdout: 'list  not allowed\n', stderr: "'Plate robot': pondering.\n" });
});

const START = { ticket: 't1', url: 'https://accounts.example/authorize?state=s', until: AT };

test('authorize prints the address, waits and tells the end; without --yes it only says what would be asked for', async () => {
  const script = {
    ...CATALOGUE,
    'connections.authorize': { gives: START },
    'connections.outcome': { gives: { name: 'connected', connection: NOTES } },
  } as const;
  const command = ['connections', 'authorize', 'folianote', '--groups', 'pages-read', '--tenant', 'lab'];
  const asked = await run(command, script);
  expect(asked).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('for: pages-read. Nothing was begun') });
  expect(asked.events.join()).not.toContain('connections.authorize');
  const done = await run([...command, '--yes'], script);
  const wish = { connection: null, provider: 'folianote', groups: ['pages-read'], tenant: 'lab' };
  expect(done.events).toContain(`connections.authorize ${JSON.stringify(wish)}`);
  expect(done).toMatchObject({
    exitCode: 0,
    stdout: `${START.url}\n`,
    stderr: expect.stringContaining('is connected'),
  });
  const json = await run([...command, '--yes', '--json'], script);
  expect(JSON.parse(json.stdout)).toEqual({ v: 1, outcome: 'connected', connection: NOTES });
});

test.each(['mismatch', 'expired', 'over', 'refused'])('an authorization that ended as %s is an error', async name => {
  const outcome = { gives: { name, ...(name === 'refused' ? { message: 'Not you' } : {}) } };
  const script = { ...LIST, 'connections.authorize': { gives: START }, 'connections.outcome': outcome };
  const ran = await run(['connections', 'authorize', '--connection', 'Notes', '--yes'], script);
  expect(ran.events.join()).toContain('"connection":"c2","provider":"custom","groups":null');
  expect(ran).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Nothing was connected') });
});

test('whoever stops the command gives the authorization up', async () => {
  const stop = new AbortController();
  const script = {
    ...CATALOGUE,
    'connections.authorize': { gives: START },
    'connections.outcome': { answers: () => new Promise(() => setImmediate(() => stop.abort())) },
    'connections.giveUp': { gives: null },
  };
  const ran = await run(['connections', 'authorize', 'folianote', '--yes'], script, { caller: { stop: stop.signal } });
  expect(ran.exitCode).toBe(75);
  expect(ran.events).toContain('connections.giveUp {"ticket":"t1"}');
});

test('inventory is for owners and admins, and says so', async () => {
  const row: InventoryRow = {
    id: 'c1',
    name: 'Plate robot',
    scope: 'user',
    provider: 'custom',
    owner: 2,
    ownerEmail: 'jonas@halden.example',
    host: 'robot.example',
    enabled: false,
    status: 'failed',
    createdAt: AT,
    archivedAt: null,
  };
  const gives = { mayLook: true, connections: [leaky(row)] };
  const script = { 'connections.inventory': { gives } } as const;
  const json = await run(['connections', 'inventory', '--json'], script);
  expect(JSON.parse(json.stdout)).toEqual({ v: 1, mayLook: true, connections: [row] });
  expect((await run(['connections', 'inventory'], script)).stdout).toBe(
    'c1  Plate robot  Personal  custom  jonas@halden.example  robot.example  Failed  off\n',
  );
  const none = { 'connections.inventory': { gives: { mayLook: false, connections: [] } } } as const;
  expect(await run(['connections', 'inventory'], none)).toMatchObject({
    exitCode: 1,
    stderr: 'Only owners and admins of the organization see everybody’s connections.\n',
  });
});

test('a policy is told line by line, and changed with what was seen', async () => {
  const script = { ...CATALOGUE, 'connections.setPolicy': { gives: FOLIANOTE } } as const;
  const shown = await run(['connections', 'policy', 'folianote'], script);
  expect(shown.stdout.split('\n')).toEqual([
    'Folianote',
    'May be used: yes',
    'Ways to connect: signing in at the provider, saml',
    'May be asked for: pages-read',
    'Own addresses: yes',
    'Accounts of: every domain',
    'Access: Read and write',
    '',
  ]);
  const options = ['--allow', 'off', '--domains', 'a.example,b.example', '--methods', 'none', '--access', 'read'];
  const ran = await run(['connections', 'policy', 'folianote', ...options, '--json'], script);
  const change = { enabled: false, methods: [], domains: ['a.example', 'b.example'], accessLevel: 'read' };
  const wanted = { provider: 'folianote', seen: POLICY, change };
  expect(ran.events).toContain(`connections.setPolicy ${JSON.stringify(wanted)}`);
  expect(JSON.parse(ran.stdout)).toEqual({ v: 1, provider: FOLIANOTE });
  expect(await run(['connections', 'policy', 'folianote', '--allow', 'perhaps'], script)).toMatchObject({
    exitCode: 2,
  });
});

test('what a service says with hidden signs in it is shown written out', async () => {
  const gives = { isThere: true, connections: [{ ...ROBOT, name: 'Rob\u202Eot\u001B[31m' }] };
  const { stdout } = await run(['connections', 'list'], { 'connections.list': { gives } });
  // eslint-disable-next-line no-control-regex
  expect(stdout).not.toMatch(/[\u001B\u202E]/);
});
