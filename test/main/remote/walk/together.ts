import assert from 'node:assert/strict';

import * as connections from '../../../../main/remote/api/calls/connections.ts';
import * as projects from '../../../../main/remote/api/calls/projects.ts';
import type { Lab } from './lab.ts';

/** Projects and their members through our own functions. */
export async function walkProjects(lab: Lab): Promise<void> {
  const line = lab.line();
  const { id } = await lab.whole(projects.createProject(line, { body: { name: 'KST-118', icon: 'flask' } }));
  const path = { id };
  await lab.whole(projects.updateProject(line, { path, body: { description: 'Kinase inhibitor' } }));
  assert.equal((await lab.whole(projects.getProject(line, { path }))).description, 'Kinase inhibitor');
  assert.equal((await lab.whole(projects.listProjects(line, { query: { pageSize: 5 } }))).items.length, 1);
  for (const userId of [2, 3]) await lab.whole(projects.addProjectMember(line, { path, body: { userId } }));
  await projects.changeProjectRole(line, { path: { id, memberUserId: 2 }, body: { role: 'viewer' } });
  await projects.removeProjectMember(line, { path: { id, memberUserId: 3 } });
  await projects.leaveProject(lab.line(1), { path });
  assert.equal((await lab.whole(projects.listProjectMembers(line, { path }))).length, 1);
  await projects.archiveProject(line, { path });
}

/** Connections, the catalog and an authorization through our own functions. */
export async function walkConnections(lab: Lab): Promise<void> {
  const line = lab.line();
  const [provider] = await lab.whole(connections.listProviders(line, {}));
  const body = { accessLevel: 'read' as const, expectedVersion: provider?.policy?.version ?? 0 };
  const policy = { path: { providerId: provider?.id ?? '' }, body };
  assert.equal((await lab.whole(connections.changeProviderPolicy(line, policy))).policy?.accessLevel, 'read');
  const page = await lab.whole(connections.browseToolServers(line, { query: { search: '' } }));
  assert.ok(page.items.length > 0);
  const made = await lab.whole(
    connections.createConnection(line, { body: { name: 'Freezers', url: 'https://frostshelf.example/' } }),
  );
  const path = { connectionId: made.id };
  await lab.whole(connections.updateConnection(line, { path, body: { name: 'Freezer list' } }));
  await lab.whole(connections.makeConnectionDefault(line, { path }));
  await lab.whole(connections.probeConnection(line, { path }));
  await lab.whole(connections.switchConnection(line, { path, body: { enabled: false } }));
  assert.equal((await lab.whole(connections.listConnections(line, { query: { includeArchived: true } }))).length, 1);
  assert.equal((await lab.whole(connections.listConnectionInventory(line, {}))).length, 1);
  await lab.whole(connections.archiveConnection(line, { path }));
  await walkAuthorization(lab);
}

async function walkAuthorization(lab: Lab): Promise<void> {
  const line = lab.line();
  const providers = await connections.listProviders(line, {});
  const provider = providers.find(each => (each.connectionMethods ?? []).includes('oauth'));
  const group = provider?.capabilityGroups?.[0];
  const body = {
    provider_id: provider?.id ?? '',
    capability_groups: [group?.id ?? ''],
    consent: true,
    create_new: true,
    redirect_uri: 'http://127.0.0.1:4899/done',
  };
  const started = await lab.whole(connections.startAuthorization(line, { path: { connectionId: 'new' }, body }));
  const authId = started.auth_id ?? '';
  assert.equal((await lab.whole(connections.getAuthorizationSession(line, { path: { authId } }))).status, 'pending');
  const completion = { auth_id: authId, code: started.stand_in?.code ?? '', state: started.state ?? '' };
  assert.equal((await lab.whole(connections.completeAuthorization(line, { body: completion }))).status, 'completed');
}
