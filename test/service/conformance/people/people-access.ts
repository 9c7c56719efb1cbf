import { expect, test } from 'vitest';

import { accountEndpoints, externalSignInEndpoints } from '../../../../shared/api/calls/account.ts';
import { beyondEndpoints, keyEndpoints } from '../../../../shared/api/calls/optional-calls.ts';
import { invitationEndpoints } from '../../../../shared/api/calls/invitations.ts';
import { memberEndpoints, organizationEndpoints } from '../../../../shared/api/calls/organizations.ts';
import { signInEndpoints } from '../../../../shared/api/calls/sign-in.ts';
import { Application } from './application.ts';
import { CALLERS, DECISIONS } from './people-decisions.ts';
import { asking, sessionOf } from './people-steps.ts';
import type { Ask } from './people-steps.ts';
import { ADMIN, MEMBER, OWNER, STRANGER } from '../subject.ts';
import type { Reply, Tester } from '../subject.ts';

const SECTIONS = [
  organizationEndpoints,
  memberEndpoints,
  invitationEndpoints,
  accountEndpoints,
  externalSignInEndpoints,
  signInEndpoints,
  keyEndpoints,
  beyondEndpoints,
];

/** Who may do what at the endpoints about people: each endpoint for each kind of caller. */
export function peopleAccess(service: Tester): void {
  test.each(DECISIONS.map(decision => [`${decision[0].method} ${decision[0].path}`, ...decision] as const))(
    '%s is open to those it is meant for and to nobody else',
    async (_, { method }, answers, prepare) => {
      const callers = await everyCaller(service);
      const given: string[] = [];
      for (const [turn, ask] of callers.entries()) {
        const { path, body } = await prepare(service, turn);
        given.push(inAWord(await ask(method, path, body)));
      }
      const wanted = answers.replaceAll('| ', '').split(' ');
      expect(named(given)).toEqual(named(wanted));
    },
  );

  test(`every endpoint about people is decided: ${DECISIONS.length} endpoints × ${CALLERS.length} callers`, () => {
    const declared = SECTIONS.flatMap(section => Object.values(section).map(({ name }) => name));
    const decided = DECISIONS.map(([{ name }]) => name);
    expect(new Set(decided)).toEqual(new Set(declared));
    expect(decided).toHaveLength(declared.length);
  });
}

/** In the order of `CALLERS`. */
async function everyCaller(service: Tester): Promise<readonly Ask[]> {
  const people = [OWNER, ADMIN, MEMBER, STRANGER];
  const keys = people.map(user => service.subject.users[user]?.apiKey ?? '');
  const application = await Application.register(service);
  const { access_token: ofApplication } = await application.signIn('Jonas Brandt');
  const sessions: string[] = [];
  for (const user of people) sessions.push((await sessionOf(service, user)).token);
  const { id, key: revoked } = (await service.ask('POST', '/api-keys', { name: 'revoked' })).json;
  await service.ask('DELETE', `/api-keys/${id}`);
  return [...keys, ofApplication, ...sessions, revoked, null].map(token => asking(service, token));
}

function inAWord({ status, json }: Reply): string {
  const code = (json as { errorCode?: string } | null)?.errorCode;
  if (status === 403 && code !== 'FORBIDDEN') return code === 'INSUFFICIENT_SCOPE' ? 'scope' : String(code);
  return String(status);
}

function named(answers: readonly string[]): object {
  return Object.fromEntries(CALLERS.map((caller, index) => [caller, answers[index]]));
}
