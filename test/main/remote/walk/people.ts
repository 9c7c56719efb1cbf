import assert from 'node:assert/strict';

import * as account from '../../../../main/remote/api/calls/account.ts';
import type { Line } from '../../../../main/remote/api/ask.ts';
import * as beyond from '../../../../main/remote/api/calls/beyond.ts';
import * as invitations from '../../../../main/remote/api/calls/invitations.ts';
import * as organizations from '../../../../main/remote/api/calls/organizations.ts';
import * as signIn from '../../../../main/remote/api/calls/sign-in.ts';
import { present } from '../../../../shared/assert.ts';
import type { Lab } from './lab.ts';

const OWNER_ADDRESS = 'mira.halden@example.org';
const NEWCOMER = 'noor.silva@example.org';

/** Organizations, invitations, accounts and every way to sign in, through our own functions. */
export async function walkPeople(lab: Lab): Promise<void> {
  const [own] = await lab.whole(organizations.listOrganizations(lab.line(), {}));
  const organizationId = present(own, 'the lab').id;
  await walkOrganization(lab, organizationId);
  await walkInvitations(lab, organizationId);
  await walkAccount(lab, organizationId);
  await walkStandIns(lab);
  await walkKeys(lab, organizationId);
}

async function walkOrganization(lab: Lab, organizationId: string): Promise<void> {
  const line = lab.line();
  const path = { organizationId };
  await lab.whole(organizations.updateOrganization(line, { path, body: { name: 'Halden Laboratory' } }));
  assert.equal((await lab.whole(organizations.getOrganization(line, { path }))).name, 'Halden Laboratory');
  await lab.whole(organizations.getBillingStatus(line, { path }));
  await lab.whole(organizations.setAutotidy(line, { path, body: { enabled: true } }));
  await organizations.setDefaultOrganization(line, { path });
  const members = await lab.whole(organizations.listMembers(line, { path }));
  assert.equal((await lab.whole(organizations.searchMembers(line, { path, query: { q: 'aiko' } }))).length, 1);
  const aiko = present(
    members.find(({ userId }) => userId === 3),
    'Aiko',
  );
  const membership = { organizationId, membershipId: aiko.id };
  await organizations.setMemberRole(line, { path: membership, body: { role: 'Admin' } });
}

async function walkInvitations(lab: Lab, organizationId: string): Promise<void> {
  const line = lab.line();
  const path = { organizationId };
  const invite = (email: string) =>
    lab.whole(invitations.createInvitation(line, { path, body: { email, role: 'Member' } }));
  const { id: invitationId } = await invite('gone@example.org');
  await lab.whole(invitations.resendInvitation(line, { path: { organizationId, invitationId } }));
  await lab.whole(invitations.cancelInvitation(line, { path: { organizationId, invitationId } }));
  await invite('leon.weir@example.org');
  assert.equal((await lab.whole(invitations.listInvitations(line, { path }))).length, 1);
  const token = { token: await lab.mail('leon.weir@example.org') };
  await lab.whole(invitations.getInvitation(lab.line('nobody'), { path: token }));
  await lab.whole(invitations.acceptInvitation(lab.line(3), { path: token }));
  const members = await organizations.listMembers(line, { path });
  const leon = present(
    members.find(({ userId }) => userId === 4),
    'Leon',
  );
  await organizations.removeMember(line, { path: { organizationId, membershipId: leon.id } });
}

async function walkAccount(lab: Lab, organizationId: string): Promise<void> {
  const path = { appUserId: 1 };
  await lab.whole(account.updateAccount(lab.line(), { path, body: { hopes: 'Fewer spreadsheets' } }));
  assert.equal((await lab.whole(account.getAccount(lab.line(), { path }))).hopes, 'Fewer spreadsheets');
  const nobody = lab.line('nobody');
  await lab.whole(signIn.requestCode(nobody, { body: { email: OWNER_ADDRESS } }));
  const code = await lab.mail(OWNER_ADDRESS);
  const verified = await lab.whole(signIn.verifyCode(nobody, { body: { email: OWNER_ADDRESS, code } }));
  const session = lab.line('token' in verified ? (verified.token ?? '') : '');
  await lab.whole(organizations.switchOrganization(session, { path: { organizationId } }));
  await walkRegistration(lab, nobody);
}

async function walkRegistration(lab: Lab, nobody: Line): Promise<void> {
  await signIn.requestCode(nobody, { body: { email: NEWCOMER } });
  const consent = { termsConditions: true as const, privacyPolicy: true as const };
  const body = { email: NEWCOMER, code: await lab.mail(NEWCOMER), firstName: 'Noor', lastName: 'Silva', ...consent };
  const { token } = await lab.whole(signIn.completeRegistration(nobody, { body }));
  await lab.whole(account.confirmEmail(nobody, { body: { email: OWNER_ADDRESS } }));
  await lab.whole(account.deleteAccount(lab.line(token ?? ''), { body: {} }));
}

/** Third parties and identity providers are stand-ins; each answers where the person goes on. */
async function walkStandIns(lab: Lab): Promise<void> {
  const nobody = lab.line('nobody');
  const external = await lab.whole(account.startExternalLogin(nobody, { query: { email: OWNER_ADDRESS } }));
  const back = new URL(external.redirectUrl ?? '', lab.service.baseUrl).searchParams;
  const signup = false;
  await lab.whole(account.finishExternalLogin(nobody, { query: { code: back.get('code') ?? '', signup } }));
  const single = await lab.whole(account.startSingleSignOn(nobody, { query: { email: OWNER_ADDRESS } }));
  const answer = new URL(single.redirectUrl ?? '', lab.service.baseUrl).searchParams;
  const query = { code: answer.get('code') ?? '', state: answer.get('state') ?? '' };
  await lab.whole(account.finishSingleSignOn(nobody, { query }));
}

async function walkKeys(lab: Lab, organizationId: string): Promise<void> {
  const line = lab.line();
  const { id, key } = await lab.whole(beyond.createKey(line, { body: { name: 'HPLC computer' } }));
  assert.equal((await lab.whole(beyond.validateToken(line, { body: { token: key ?? '' } }))).valid, true);
  await lab.whole(beyond.listKeys(line, {}));
  await beyond.revokeKey(line, { path: { id } });
  await lab.whole(beyond.setKeyPolicy(line, { body: { policy: 'all_members' } }));
  await lab.whole(beyond.getKeyPolicy(line, {}));
  await lab.whole(beyond.sendFeedback(line, { body: { title: 'Good', description: 'Works on the bench.' } }));
  const log = await lab.whole(beyond.listAuditLog(line, { path: { organizationId }, query: { pageSize: 5 } }));
  assert.ok(log.items.length > 0);
}
