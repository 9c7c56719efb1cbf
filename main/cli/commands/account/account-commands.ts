import { z } from 'zod';

import { capabilities, capability } from '../../../../shared/features/account/capabilities-model.ts';
import {
  accountInfo,
  invitationInfo,
  organizationInfo,
  unsentWork,
} from '../../../../shared/features/account/model.ts';
import { nowTexts } from '../../../../shared/features/status/command-text.ts';
import { capabilityLines } from '../../output/plain-text.ts';
import { publicFields } from '../../output/public-json.ts';
import { type Asking, commandGroup, ownRow, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT, type ExitCode } from '../../runner/exit-codes.ts';
import { accountLines, invitationLines, unsentLines } from './account-text.ts';
import { removeAndSignOut, publicLeaving } from './leaving-commands.ts';
import { login, LOGIN_OPTIONS, type LoginOptions } from './sign-in-commands.ts';
import { required } from '../../input/required-option.ts';

const SIGNED_OUT = 'Signed out. Your files stay where they are.';
const EMAIL = '--email <address>';

const unsent = publicFields(
  unsentWork,
  'total',
  { items: z.array(publicFields(unsentWork.shape.items.element, 'mirror path')) },
  'messagesTotal',
  { messages: z.array(publicFields(unsentWork.shape.messages.element, 'title note')) },
);

interface Json {
  readonly json?: true;
}

/** Signing in and out. */
const SIGN_IN: readonly Row[] = [
  ownRow<LoginOptions>(
    'login',
    {
      summary: 'sign in to a service',
      help:
        'Signs in to a service, with an API key, a code by e-mail or in the browser. Keys and codes are read from standard ' +
        'input, never from the arguments, where others could see them:\n\n' +
        '  benchtop login --service https://kb.example.org/api/v1 --key-stdin < KEYFILE',
      options: [
        required('--service <URL>', "the service's address (https; http only on this computer)"),
        ...LOGIN_OPTIONS,
      ],
    },
    login,
  ),
  row('capabilities', {
    summary: 'list what was learnt of the service',
    help: 'Lists what the answers of the service showed of it where its specification leaves it open.',
    json: publicFields(capabilities, 'service build', {
      learnt: z.array(publicFields(capability, 'name text value at counts')),
    }),
    call: 'account.capabilities',
    lines: capabilityLines,
  }),
  row('logout', {
    summary: 'forget the key',
    help: 'Forgets the key on this computer. No file is touched; nothing more is sent or downloaded.',
    call: 'account.signOut',
    tell: () => SIGNED_OUT,
  }),
];

/** The account, and its end on this computer and at the service. */
const ACCOUNT: readonly Row[] = [
  row('account', {
    summary: 'who is signed in, and with what',
    help: 'Says who is signed in, with what, and in which organizations.',
    json: publicFields(
      accountInfo,
      'service name email isEmailConfirmed',
      {
        credential: publicFields(accountInfo.shape.credential, 'kind name ends expiresAt'),
        organizations: z.array(publicFields(organizationInfo, 'id name role isActive mirrors')),
      },
      'isFresh',
      { unsent },
    ),
    run: async ({ client }) => {
      const account = await client.call('account.look', null);
      return { ...account, unsent: await client.call('account.unsent', null) };
    },
    lines: account => [...accountLines(account), ...unsentLines(account.unsent)],
  }),
  row('account sign-out', {
    summary: 'forget the key',
    help:
      'Lists what is not sent yet, then forgets the key on this computer. No file is touched, unless with --remove-files: ' +
      'then the files go here that the service surely has, each compared with it first, and the folders are no longer ' +
      'mirrored. Everything else stays where it is and is listed. Without --yes it only lists.',
    options: [
      ['--remove-files', 'remove the files here that the service has'],
      ['--yes', 'with --remove-files: do it'],
      ['--json', 'with --remove-files: print one JSON object'],
    ],
    json: publicLeaving,
    run: (asking, { removeFiles, yes, json }: Json & { readonly removeFiles?: true; readonly yes?: true }) =>
      removeFiles ? removeAndSignOut(asking, { everything: false, isAgreed: yes === true, json }) : signOut(asking),
    exit: code => code,
  }),
  row('account remove-everything', {
    summary: 'remove everything from this computer, and sign out',
    help:
      'Removes the files here that the service surely has, and what Benchtop keeps by itself: files of the last 30 days, and ' +
      'those that wait to be sent. Then signs out. Without --yes-remove-everything it only lists what would go, what ' +
      'would be lost, and what stays. What is not surely at the service stays in its folder.',
    options: [['--yes-remove-everything', 'do it']],
    json: publicLeaving,
    run: (asking, { yesRemoveEverything, json }: Json & { readonly yesRemoveEverything?: true }) =>
      removeAndSignOut(asking, { everything: true, isAgreed: yesRemoveEverything === true, json }),
    exit: code => code,
  }),
  row('account switch <organization>', {
    summary: 'act in another organization',
    help: 'Acts in another of your organizations from now on. Mirrored folders stay with theirs.',
    arguments: ['its name or id'],
    call: 'account.switchOrganization',
    input: (given: { readonly organization: string }) => ({
      organization: given.organization,
    }),
    tell: ({ name }) => `Acting in ${name} from now on.`,
  }),
  row('account rename <name>', {
    summary: 'change the name that others see',
    help: 'Changes the name that others see of you.',
    arguments: ['in quotes when it has spaces'],
    call: 'account.rename',
    input: ({ name }: { readonly name: string }) => ({ displayName: name }),
    tell: (_, { name }) => nowTexts.renamed(name),
  }),
  row('account confirm-email', {
    summary: 'confirm the address of the account',
    help: 'Has a mail sent that confirms the address, or confirms it with the token of that mail.',
    options: [required(EMAIL, 'the address'), ['--token-stdin', 'read the token of the mail from standard input']],
    run: async ({ client, context }, { email, tokenStdin }: { readonly email: string; readonly tokenStdin?: true }) => {
      const token = tokenStdin ? (await context.place().caller.readInput()).trim() : null;
      return client.call('signIn.confirmEmail', { email, token });
    },
    tell: ({ confirmed }, { email }) => (confirmed ? `${email} is confirmed.` : `A mail was sent to ${email}.`),
  }),
  row('account delete', {
    summary: 'end the account at the service, for good',
    help:
      'Ends your account at the service, for good. No file on this computer is touched. Without --yes-delete it only lists ' +
      'what is not sent yet.',
    options: [required(EMAIL, 'the address of the account, to be sure'), ['--yes-delete', 'end it']],
    run: deleteAccount,
    tell: () => 'The account has ended. Your files here stay where they are.',
  }),
];

interface Link {
  readonly link: string;
}

const INVITATION: readonly Row[] = [
  commandGroup('invitation', 'look at an invitation, and accept it'),
  row('invitation show <link>', {
    help: 'Says what an invitation invites to.',
    arguments: ['from the mail, or its token'],
    allowsUnknownOptions: true,
    options: [['--service <URL>', 'whom to ask when nobody is signed in']],
    json: publicFields(invitationInfo, 'state organization email role invitedBy expiresAt signedInAs'),
    call: 'invitation.look',
    input: ({ link, service }: Link & { readonly service?: string }) => ({
      link,
      service: service ?? null,
    }),
    lines: invitationLines,
  }),
  row('invitation accept <link>', {
    help: 'Joins the organization that invites you.',
    arguments: ['from the mail, or its token'],
    allowsUnknownOptions: true,
    run: async ({ client }, { link }: Link) => {
      const found = await client.call('invitation.look', { link, service: null });
      if (found.state !== 'pending') throw new Ending(EXIT.error, invitationLines(found).join(' '));
      return client.call('invitation.accept', { link });
    },
    tell: ({ organization }) =>
      `You are now in ${organization}. To act in it: benchtop account switch '${organization}'`,
  }),
];

export const accountRows: readonly Row[] = [...SIGN_IN, ...ACCOUNT, ...INVITATION];

async function signOut({ client, context }: Asking): Promise<ExitCode> {
  for (const line of unsentLines(await client.call('account.unsent', null))) context.tell(line);
  await client.call('account.signOut', null);
  context.tell(SIGNED_OUT);
  return EXIT.ok;
}

/** @throws Ending when it was not agreed to, and when the service did not end it. */
async function deleteAccount(
  { client, context }: Asking,
  { email, yesDelete }: { readonly email: string; readonly yesDelete?: true },
): Promise<void> {
  for (const line of unsentLines(await client.call('account.unsent', null))) context.tell(line);
  if (!yesDelete) throw new Ending(EXIT.usage, 'Nothing was changed. To end the account, add --yes-delete.');
  const ended = await client.call('account.delete', { confirm: email });
  if (ended.name === 'deleted') return;
  throw new Ending(EXIT.error, `The account was not ended. The service said: ${ended.messages.join(' ')}`);
}
