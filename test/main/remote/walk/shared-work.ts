import assert from 'node:assert/strict';

import { calls } from '../../../../main/remote/api/calls.ts';
import type { Lab } from './lab.ts';

/** Projects and their members through our own functions. */
export async function walkProjects(lab: Lab): Promise<void> {
  const line = lab.line();
  const { id } = await lab.whole(calls.createProject(line, { body: { name: 'KST-118', icon: 'flask' } }));
  const path = { id };
  await lab.whole(calls.updateProject(line, { path, body: { description: 'Kinase inhibitor' } }));
  assert.equal((await lab.whole(calls.getProject(line, { path }))).description, 'Kinase inhibitor');
  assert.equal((await lab.whole(calls.listProjects(line, { query: { pageSize: 5 } }))).items.length, 1);
  for (const userId of [2, 3]) await lab.whole(calls.addProjectMember(line, { path, body: { userId } }));
  await calls.changeProjectRole(line, { path: { id, memberUserId: 2 }, body: { role: 'viewer' } });
  await calls.removeProjectMember(line, { path: { id, memberUserId: 3 } });
  await calls.leaveProject(lab.line(1), { path });
  assert.equal((await lab.whole(calls.listProjectMembers(line, { path }))).length, 1);
  await calls.archiveProject(line, { path });
}

/** Connections, the catalog and an authorization through our own functions. */
export async function walkConnections(lab: Lab): Promise<void> {
  const line = lab.line();
  const [provider] = await lab.whole(calls.listProviders(line, {}));
  const body = { accessLevel: 'read' as const, expectedVersion: provider?.policy?.version ?? 0 };
  const policy = { path: { providerId: provider?.id ?? '' }, body };
  assert.equal((await lab.whole(calls.changeProviderPolicy(line, policy))).policy?.accessLevel, 'read');
  const page = await lab.whole(calls.browseToolServers(line, { query: { search: '' } }));
  assert.ok(page.items.length > 0);
  const made = await lab.whole(
    calls.createConnection(line, { body: { name: 'Freezers', url: 'https://frostshelf.example/' } }),
  );
  const path = { connectionId: made.id };
  await lab.whole(calls.updateConnection(line, { path, body: { name: 'Freezer list' } }));
  await lab.whole(calls.makeConnectionDefault(line, { path }));
  await lab.whole(calls.probeConnection(line, { path }));
  await lab.whole(calls.switchConnection(line, { path, body: { enabled: false } }));
  assert.equal((await lab.whole(calls.listConnections(line, { query: { includeArchived: true } }))).length, 1);
  assert.equal((await lab.whole(calls.listConnectionInventory(line, {}))).length, 1);
  await lab.whole(calls.archiveConnection(line, { path }));
  await walkAuthorization(lab);
}

async function walkAuthorization(lab: Lab): Promise<void> {
  const line = lab.line();
  const providers = await calls.listProviders(line, {});
  const provider = providers.find(each => (each.connectionMethods ?? []).includes('oauth'));
  const group = provider?.capabilityGroups?.[0];
  const body = {
    provider_id: provider?.id ?? '',
    capability_groups: [group?.id ?? ''],
    consent: true,
    create_new: true,
    redirect_uri: 'http://127.0.0.1:4899/done',
  };
  const started = await lab.whole(calls.startAuthorization(line, { path: { connectionId: 'new' }, body }));
  const authId = started.auth_id ?? '';
  assert.equal((await lab.whole(calls.getAuthorizationSession(line, { path: { authId } }))).status, 'pending');
  const completion = { auth_id: authId, code: started.stand_in?.code ?? '', state: started.state ?? '' };
  assert.equal((await lab.whole(calls.completeAuthorization(line, { body: completion }))).status, 'completed');
}
