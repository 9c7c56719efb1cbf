import assert from 'node:assert/strict';

import { calls } from '../../../../main/remote/api/calls.ts';
import type { Line } from '../../../../main/remote/api/ask.ts';
import { requirePresent } from '../../../../shared/assert.ts';
import type { Lab } from './lab.ts';

const OWNER_ADDRESS = 'mira.halden@example.org';
const NEWCOMER = 'noor.silva@example.org';

/** Organizations, invitations, accounts and every way to sign in, through our own functions. */
export async function walkPeople(lab: Lab): Promise<void> {
  const [own] = await lab.whole(calls.listOrganizations(lab.line(), {}));
  const organizationId = requirePresent(own, 'the lab').id;
  await walkOrganization(lab, organizationId);
  await walkInvitations(lab, organizationId);
  await walkAccount(lab, organizationId);
  await walkStandIns(lab);
  await walkKeys(lab, organizationId);
}

async function walkOrganization(lab: Lab, organizationId: string): Promise<void> {
  const line = lab.line();
  const path = { organizationId };
  await lab.whole(calls.updateOrganization(line, { path, body: { name: 'Halden Laboratory' } }));
  assert.equal((await lab.whole(calls.getOrganization(line, { path }))).name, 'Halden Laboratory');
  await lab.whole(calls.getBillingStatus(line, { path }));
  await lab.whole(calls.setAutotidy(line, { path, body: { enabled: true } }));
  await calls.setDefaultOrganization(line, { path });
  const members = await lab.whole(calls.listMembers(line, { path }));
  assert.equal((await lab.whole(calls.searchMembers(line, { path, query: { q: 'aiko' } }))).length, 1);
  const aiko = requirePresent(
    members.find(({ userId }) => userId === 3),
    'Aiko',
  );
  const membership = { organizationId, membershipId: aiko.id };
  await calls.setMemberRole(line, { path: membership, body: { role: 'Admin' } });
}

async function walkInvitations(lab: Lab, organizationId: string): Promise<void> {
  const line = lab.line();
  const path = { organizationId };
  const invite = (email: string) => lab.whole(calls.createInvitation(line, { path, body: { email, role: 'Member' } }));
  const { id: invitationId } = await invite('gone@example.org');
  await lab.whole(calls.resendInvitation(line, { path: { organizationId, invitationId } }));
  await lab.whole(calls.cancelInvitation(line, { path: { organizationId, invitationId } }));
  await invite('leon.weir@example.org');
  assert.equal((await lab.whole(calls.listInvitations(line, { path }))).length, 1);
  const token = { token: await lab.mail('leon.weir@example.org') };
  await lab.whole(calls.getInvitation(lab.line('nobody'), { path: token }));
  await lab.whole(calls.acceptInvitation(lab.line(3), { path: token }));
  const members = await calls.listMembers(line, { path });
  const leon = requirePresent(
    members.find(({ userId }) => userId === 4),
    'Leon',
  );
  await calls.removeMember(line, { path: { organizationId, membershipId: leon.id } });
}

async function walkAccount(lab: Lab, organizationId: string): Promise<void> {
  const path = { appUserId: 1 };
  await lab.whole(calls.updateAccount(lab.line(), { path, body: { hopes: 'Fewer spreadsheets' } }));
  assert.equal((await lab.whole(calls.getAccount(lab.line(), { path }))).hopes, 'Fewer spreadsheets');
  const nobody = lab.line('nobody');
  await lab.whole(calls.requestCode(nobody, { body: { email: OWNER_ADDRESS } }));
  const code = await lab.mail(OWNER_ADDRESS);
  const verified = await lab.whole(calls.verifyCode(nobody, { body: { email: OWNER_ADDRESS, code } }));
  const session = lab.line('token' in verified ? (verified.token ?? '') : '');
  await lab.whole(calls.switchOrganization(session, { path: { organizationId } }));
  await walkRegistration(lab, nobody);
}

async function walkRegistration(lab: Lab, nobody: Line): Promise<void> {
  await calls.requestCode(nobody, { body: { email: NEWCOMER } });
  const consent = { termsConditions: true as const, privacyPolicy: true as const };
  const body = { email: NEWCOMER, code: await lab.mail(NEWCOMER), firstName: 'Noor', lastName: 'Silva', ...consent };
  const { token } = await lab.whole(calls.completeRegistration(nobody, { body }));
  await lab.whole(calls.confirmEmail(nobody, { body: { email: OWNER_ADDRESS } }));
  await lab.whole(calls.deleteAccount(lab.line(token ?? ''), { body: {} }));
}

/** Third parties and identity providers are stand-ins; each answers where the person goes on. */
async function walkStandIns(lab: Lab): Promise<void> {
  const nobody = lab.line('nobody');
  const external = await lab.whole(calls.startExternalLogin(nobody, { query: { email: OWNER_ADDRESS } }));
  const back = new URL(external.redirectUrl ?? '', lab.service.baseUrl).searchParams;
  const signup = false;
  await lab.whole(calls.finishExternalLogin(nobody, { query: { code: back.get('code') ?? '', signup } }));
  const single = await lab.whole(calls.startSingleSignOn(nobody, { query: { email: OWNER_ADDRESS } }));
  const answer = new URL(single.redirectUrl ?? '', lab.service.baseUrl).searchParams;
  const query = { code: answer.get('code') ?? '', state: answer.get('state') ?? '' };
  await lab.whole(calls.finishSingleSignOn(nobody, { query }));
}

async function walkKeys(lab: Lab, organizationId: string): Promise<void> {
  const line = lab.line();
  const { id, key } = await lab.whole(calls.createKey(line, { body: { name: 'HPLC computer' } }));
  assert.equal((await lab.whole(calls.validateToken(line, { body: { token: key ?? '' } }))).valid, true);
  await lab.whole(calls.listKeys(line, {}));
  await calls.revokeKey(line, { path: { id } });
  await lab.whole(calls.setKeyPolicy(line, { body: { policy: 'all_members' } }));
  await lab.whole(calls.getKeyPolicy(line, {}));
  await lab.whole(calls.sendFeedback(line, { body: { title: 'Good', description: 'Works on the bench.' } }));
  const log = await lab.whole(calls.listAuditLog(line, { path: { organizationId }, query: { pageSize: 5 } }));
  assert.ok(log.items.length > 0);
}
