import { accountEndpoints, externalSignInEndpoints } from '../../../../shared/api/calls/account.ts';
import { beyondEndpoints, keyEndpoints } from '../../../../shared/api/calls/optional-calls.ts';
import type { Endpoint } from '../../../../shared/api/endpoint.ts';
import { invitationEndpoints } from '../../../../shared/api/calls/invitations.ts';
import { memberEndpoints, organizationEndpoints } from '../../../../shared/api/calls/organizations.ts';
import { signInEndpoints } from '../../../../shared/api/calls/sign-in.ts';
import { asking, codeFor, labOf, membershipOf, registered, secretTo } from './people-steps.ts';
import { OTHER_MEMBER, STRANGER } from '../subject.ts';
import type { Json, Tester } from '../subject.ts';

/** What a request to an endpoint sends; built again for each caller, so that one caller's change does not affect the next. */
export interface Prepared {
  readonly path: string;
  readonly body?: unknown;
}

type Prepare = (service: Tester, turn: number) => Promise<Prepared>;

/**
 * Who may do what: an endpoint, the answer each caller gets in the order of `CALLERS`, and how the request is made.
 * `scope` is 403 INSUFFICIENT_SCOPE, every other 403 is FORBIDDEN.
 */
export type Decision = readonly [endpoint: Endpoint, answers: string, prepare: Prepare];

/** Keys, an application that the member let in, people who signed in, and two with nothing that works. */
export const CALLERS = [
  ...["owner's key", "admin's key", "member's key", "stranger's key"],
  "member's application",
  ...['owner', 'admin', 'member', 'stranger'],
  ...['revoked key', 'nobody'],
] as const;

const EVERYBODY = '200 200 200 200 | 200 | 200 200 200 200 | 200 200';
const SIGNED_IN = '200 200 200 200 | 200 | 200 200 200 200 | 401 401';
const OF_THE_LAB = '200 200 200 403 | 200 | 200 200 200 403 | 401 401';
const ADMINISTRATION = '200 200 scope 403 | scope | 200 200 403 403 | 401 401';
const OWN_OF_THE_MEMBER = '404 404 200 404 | 200 | 404 404 200 404 | 401 401';

/** In the lab of the first people. */
const lab = (rest: string, body?: unknown): Prepare => {
  return async service => ({ path: `/organizations/${await labOf(service)}${rest}`, body });
};

const fixed = (path: string, body?: unknown): Prepare => {
  return () => Promise.resolve({ path, body });
};

/** Sections 4.7, 4.8, 4.10, 4.11 and wire facts, section 4. */
export const DECISIONS: readonly Decision[] = [
  [organizationEndpoints.listOrganizations, SIGNED_IN, fixed('/organizations')],
  [organizationEndpoints.getOrganization, OF_THE_LAB, lab('')],
  [organizationEndpoints.updateOrganization, ADMINISTRATION, lab('', { name: 'Renamed' })],
  [organizationEndpoints.getBillingStatus, OF_THE_LAB, lab('/billing-status')],
  [organizationEndpoints.setAutotidy, ADMINISTRATION, lab('/kb-autotidy', { enabled: true })],
  [organizationEndpoints.setDefaultOrganization, OF_THE_LAB.replaceAll('200', '204'), lab('/set-default')],
  [
    organizationEndpoints.switchOrganization,
    'scope scope scope scope | scope | 200 200 200 403 | 401 401',
    lab('/switch'),
  ],
  [memberEndpoints.listMembers, OF_THE_LAB, lab('/members')],
  [memberEndpoints.searchMembers, OF_THE_LAB, lab('/members/directory?q=jonas')],
  [memberEndpoints.removeMember, ADMINISTRATION.replaceAll('200', '204'), aNewMember],
  [
    memberEndpoints.setMemberRole,
    ADMINISTRATION.replaceAll('200', '204'),
    async service => lab(`/members/${await membershipOf(service, OTHER_MEMBER)}/role`, { role: 'Member' })(service, 0),
  ],
  [
    invitationEndpoints.getInvitation,
    EVERYBODY,
    async (...at) => ({ path: `/invitations/${(await anInvitation(...at)).token}` }),
  ],
  [
    invitationEndpoints.acceptInvitation,
    '400 400 400 200 | 400 | 400 400 400 200 | 401 401',
    anInvitationOfTheStranger,
  ],
  [invitationEndpoints.listInvitations, ADMINISTRATION, lab('/invitations')],
  [
    invitationEndpoints.createInvitation,
    ADMINISTRATION,
    (service, turn) => lab('/invitations', { email: guest(turn) })(service, turn),
  ],
  [
    invitationEndpoints.cancelInvitation,
    ADMINISTRATION,
    async (...at) => lab(`/invitations/${(await anInvitation(...at)).id}`)(...at),
  ],
  [
    invitationEndpoints.resendInvitation,
    ADMINISTRATION,
    async (...at) => lab(`/invitations/${(await anInvitation(...at)).id}/resend`)(...at),
  ],
  [accountEndpoints.getAccount, OWN_OF_THE_MEMBER, fixed('/account/user/2')],
  [accountEndpoints.updateAccount, OWN_OF_THE_MEMBER, fixed('/account/user/2', { hopes: 'Better blots' })],
  // The Owner would leave the others without one.
  [accountEndpoints.deleteAccount, 'scope scope scope scope | scope | 409 200 200 200 | 401 401', fixed('/account/me')],
  [accountEndpoints.confirmEmail, EVERYBODY, fixed('/account/ConfirmEmail', { email: 'mira.halden@example.org' })],
  [externalSignInEndpoints.startExternalLogin, EVERYBODY, fixed('/account/ExternalLogin')],
  [externalSignInEndpoints.finishExternalLogin, EVERYBODY, wayBack('POST', '/account/ExternalLogin')],
  [externalSignInEndpoints.startSingleSignOn, EVERYBODY, fixed('/account/sso/start?email=mira.halden@example.org')],
  [
    externalSignInEndpoints.finishSingleSignOn,
    EVERYBODY,
    wayBack('GET', '/account/sso/start?email=mira.halden@example.org'),
  ],
  [signInEndpoints.requestCode, EVERYBODY, fixed('/account/MagicLink/Request', { email: 'mira.halden@example.org' })],
  [signInEndpoints.verifyCode, EVERYBODY, (service, turn) => aRightCode(service, turn, '/account/MagicLink/Verify')],
  [
    signInEndpoints.completeRegistration,
    EVERYBODY,
    (service, turn) => aRightCode(service, turn, '/account/MagicLink/CompleteRegistration'),
  ],
  [keyEndpoints.listKeys, SIGNED_IN, fixed('/api-keys')],
  [keyEndpoints.createKey, SIGNED_IN.replaceAll('200', '201'), fixed('/api-keys', { name: 'another' })],
  [keyEndpoints.revokeKey, '204 204 404 404 | 404 | 204 204 404 404 | 401 401', aKeyOfTheOtherMember],
  [keyEndpoints.getKeyPolicy, SIGNED_IN, fixed('/api-keys/policy')],
  // The stranger is the Owner of the lab in which her key acts.
  [
    keyEndpoints.setKeyPolicy,
    '200 200 scope 200 | scope | 200 200 403 200 | 401 401',
    fixed('/api-keys/policy', { policy: 'all_members' }),
  ],
  [beyondEndpoints.getVersion, EVERYBODY, fixed('/version')],
  [beyondEndpoints.validateToken, EVERYBODY, fixed('/auth/validate-token', { token: 'x' })],
  [beyondEndpoints.listAuditLog, ADMINISTRATION, lab('/audit-log')],
  [
    beyondEndpoints.sendFeedback,
    SIGNED_IN.replaceAll('200', '201'),
    fixed('/feedback', { title: 'Thanks', description: 'It works.' }),
  ],
];

function guest(turn: number): string {
  return `guest.${turn}@example.org`;
}

async function anInvitation(service: Tester, turn: number): Promise<Json> {
  const email = guest(turn);
  const path = `/organizations/${await labOf(service)}/invitations`;
  const { id } = await service.expectStatus(200, service.ask('POST', path, { email }));
  return { id, token: await secretTo(service, email) } as Json;
}

async function aNewMember(service: Tester, turn: number): Promise<Prepared> {
  const { token: invitationToken } = await anInvitation(service, turn);
  const { userId } = await registered(service, guest(turn), { invitationToken });
  const path = `/organizations/${await labOf(service)}/members`;
  const found = (await service.list(path)).find(each => each.userId === userId);
  return { path: `${path}/${found?.id}` };
}

async function anInvitationOfTheStranger(service: Tester): Promise<Prepared> {
  const path = `/organizations/${await labOf(service)}`;
  const { userId, email = '' } = service.subject.users[STRANGER] ?? {};
  const joined = (await service.list(`${path}/members`)).find(each => each.userId === userId);
  if (joined !== undefined) await service.ask('DELETE', `${path}/members/${joined.id}`);
  const [open] = await service.list(`${path}/invitations`);
  if (open !== undefined) await service.ask('DELETE', `${path}/invitations/${open.id}`);
  await service.expectStatus(200, service.ask('POST', `${path}/invitations`, { email }));
  return { path: `/invitations/${await secretTo(service, email)}/accept` };
}

async function aKeyOfTheOtherMember(service: Tester): Promise<Prepared> {
  const { id } = await service.expectStatus(201, service.ask('POST', '/api-keys', { name: 'theirs' }, OTHER_MEMBER));
  return { path: `/api-keys/${id}` };
}

/** Begins a sign-in through the stand-in; the path that it sends back to. */
function wayBack(method: 'GET' | 'POST', start: string): Prepare {
  return async service => {
    const { redirectUrl } = (await asking(service, null)(method, start)).json;
    return { path: redirectUrl.slice(service.subject.baseUrl.length) };
  };
}

async function aRightCode(service: Tester, turn: number, path: string): Promise<Prepared> {
  const email = guest(turn);
  const body = { email, code: await codeFor(service, email), firstName: 'Noor', lastName: 'Silva' };
  return { path, body: { ...body, termsConditions: true, privacyPolicy: true } };
}
