import { expect, test } from 'vitest';

import { run } from '../../main/cli/run-here.ts';

const AT = ['--service', 'https://kb.example.org/api/v1'];
const CODE = { caller: { readInput: async () => '123456\n' } };
const SIGNED_IN = {
  name: 'signed-in',
  organization: 'Halden Lab',
  notice: null,
  role: 'Member',
  organizations: 1,
} as const;
const EMAIL = ['--email', 'ada@example.org'];

test('a code is sent, read from standard input, and never shown', async () => {
  const ran = await run(
    ['login', ...AT, ...EMAIL],
    { 'signIn.sendCode': { gives: { expiresInSeconds: 600 } }, 'signIn.verifyCode': { gives: SIGNED_IN } },
    CODE,
  );
  expect(ran.exitCode).toBe(0);
  expect(ran.stdout).toBe('');
  expect(ran.stderr).toContain('A code was sent to ada@example.org.');
  expect(ran.stderr).toContain('Signed in at https://kb.example.org/api/v1, organization Halden Lab.');
  expect(ran.stdout + ran.stderr).not.toContain('123456');
});

test('a new person is told how to make an account, and makes one when everything was said', async () => {
  const answers = {
    'signIn.sendCode': { gives: { expiresInSeconds: 600 } },
    'signIn.verifyCode': { gives: { name: 'registration' } },
    'signIn.register': { gives: SIGNED_IN },
  } as const;
  const told = await run(['login', ...AT, ...EMAIL], answers, CODE);
  expect(told).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('--accept-terms') as string });
  const person = ['--first-name', 'Ada', '--last-name', 'Moreau', '--accept-terms', '--accept-privacy'];
  expect((await run(['login', ...AT, ...EMAIL, ...person], answers, CODE)).exitCode).toBe(0);
});

test.each([
  [SIGNED_IN, 0, 'Signed in at'],
  [{ name: 'mismatch' }, 4, 'Nobody was signed in.'],
  [{ name: 'refused', message: 'Not you.' }, 4, 'The sign-in was refused: Not you.'],
  [{ name: 'no-account', email: 'ada@example.org' }, 4, 'There is no account for ada@example.org'],
  [{ name: 'over' }, 4, 'took too long'],
] as const)('a company sign-in prints the address to open, and how it ended: %j', async (outcome, exitCode, words) => {
  const begun = { ticket: 't', url: 'https://login.example.org/start', until: '2026-11-22T08:05:00.000Z' };
  const ran = await run(['login', ...AT, '--sso', ...EMAIL], {
    'signIn.begin': { gives: begun },
    'signIn.outcome': { gives: outcome },
  });
  expect(ran).toMatchObject({
    exitCode,
    stdout: 'https://login.example.org/start\n',
    stderr: expect.stringContaining(words) as string,
  });
});

test('an account elsewhere needs no address', async () => {
  const begun = { ticket: 't', url: 'https://login.example.org/start', until: '2026-11-22T08:05:00.000Z' };
  const ran = await run(['login', ...AT, '--third-party'], {
    'signIn.begin': { gives: begun },
    'signIn.outcome': { gives: SIGNED_IN },
  });
  expect(ran).toMatchObject({ exitCode: 0, stdout: 'https://login.example.org/start\n' });
  expect(ran.events.find(event => event.startsWith('signIn.begin'))).toContain('"way":"external","email":null');
});

test.each([
  ['no way', []],
  ['two ways', ['--key-stdin', '--oauth']],
  ['a company and a third party', ['--sso', '--third-party', ...EMAIL]],
  ['a company sign-in of nobody', ['--sso']],
])('login with %s is wrong usage, and nothing is asked', async (_, options) => {
  expect(await run(['login', ...AT, ...options])).toMatchObject({ exitCode: 2, stdout: '' });
});

const INVITATION = {
  organization: 'Weir Group',
  email: 'ada@example.org',
  role: 'Member',
  invitedBy: 'Leon Weir',
  expiresAt: '2026-11-29T00:00:00Z',
  signedInAs: 'ada@example.org',
};

test.each([
  ['pending', 0, 'You are now in Weir Group.'],
  ['expired', 1, 'This invitation has run out.'],
  ['gone', 1, 'This invitation is no longer there.'],
  ['other-email', 1, 'This invitation is for another address.'],
] as const)('an invitation that is %s ends with %d', async (state, exitCode, words) => {
  const ran = await run(['invitation', 'accept', 'benchtop://invitation/0123456789'], {
    'invitation.look': { gives: { ...INVITATION, state } },
    'invitation.accept': { gives: { organization: 'Weir Group' } },
  });
  expect(ran).toMatchObject({ exitCode, stderr: expect.stringContaining(words) as string });
});

test.each(['accept', 'show'])('a token that begins like an option is a token to invitation %s', async how => {
  const ran = await run(['invitation', how, '-Zp0123456789'], {
    'invitation.look': { gives: { ...INVITATION, state: 'pending' } },
    'invitation.accept': { gives: { organization: 'Weir Group' } },
  });
  expect(ran.exitCode).toBe(0);
  expect(ran.events.find(event => event.startsWith('invitation.look'))).toContain('"link":"-Zp0123456789"');
});
