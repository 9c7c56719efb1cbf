import type { Command } from 'commander';

import type { InvitationInfo } from '../../../../shared/features/account/model.ts';
import { nowTexts } from '../../../../shared/features/status/command-text.ts';
import { accountShape } from './account-shape.ts';
import { accountLines, invitationLines, unsentLines } from './account-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { capabilitiesShape } from '../../output/json-shapes.ts';
import { capabilityLines } from '../../output/plain-text.ts';
import { addRemoveEverything, leave } from './leaving-commands.ts';
import { login, LOGIN_OPTIONS, type LoginOptions } from './sign-in-commands.ts';

/** `login`, `logout`, `capabilities`, `account`, `invitation`. */
export function addAccountCommands(program: Command, context: CommandContext): void {
  const signIn = program
    .command('login')
    .summary('sign in to a service')
    .description(
      'Signs in to a service, with an API key, a code by e-mail or in the browser. Keys and codes are read from standard ' +
        'input, never from the arguments, where others could see them:\n\n' +
        '  benchtop login --service https://kb.example.org/api/v1 --key-stdin < KEYFILE',
    )
    .requiredOption('--service <URL>', "the service's address (https; http only on this computer)");
  for (const option of LOGIN_OPTIONS) signIn.addOption(option);
  signIn.action((options: LoginOptions) => login(options, context));
  program
    .command('capabilities')
    .summary('list what was learnt of the service')
    .description('Lists what the answers of the service showed of it where its specification leaves it open.')
    .option('--json', 'print one JSON object')
    .action((options: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const found = await client.call('account.capabilities', null);
        if (options.json) context.printJson(capabilitiesShape(found));
        else context.printLines(capabilityLines(found));
      }),
    );
  program
    .command('logout')
    .summary('forget the key')
    .description('Forgets the key on this computer. No file is touched; nothing more is sent or downloaded.')
    .action(() =>
      context.ask(async ({ client }) => {
        await client.call('account.signOut', null);
        context.tell(SIGNED_OUT);
      }),
    );
  addAccount(program, context);
  addInvitation(program, context);
}

const SIGNED_OUT = 'Signed out. Your files stay where they are.';

function signOut(context: CommandContext): Promise<void> {
  return context.ask(async ({ client }) => {
    const unsent = await client.call('account.unsent', null);
    for (const line of unsentLines(unsent)) context.tell(line);
    await client.call('account.signOut', null);
    context.tell(SIGNED_OUT);
  });
}

function addAccount(program: Command, context: CommandContext): void {
  const account = program
    .command('account')
    .summary('who is signed in, and with what')
    .description('Says who is signed in, with what, and in which organizations.')
    .option('--json', 'print one JSON object')
    .action((options: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const [found, unsent] = [await client.call('account.look', null), await client.call('account.unsent', null)];
        if (options.json) context.printJson(accountShape(found, unsent));
        else context.printLines([...accountLines(found), ...unsentLines(unsent)]);
      }),
    );
  addSignOut(account, context);
  addRemoveEverything(account, context);
  account
    .command('switch')
    .summary('act in another organization')
    .description('Acts in another of your organizations from now on. Mirrored folders stay with theirs.')
    .argument('<organization>', 'its name or id')
    .action((organization: string) =>
      context.ask(async ({ client }) => {
        const now = await client.call('account.switchOrganization', { organization });
        context.tell(`Acting in ${now.name} from now on.`);
      }),
    );
  account
    .command('rename')
    .summary('change the name that others see')
    .description('Changes the name that others see of you.')
    .argument('<name>', 'in quotes when it has spaces')
    .action((name: string) =>
      context.ask(async ({ client }) => {
        await client.call('account.rename', { displayName: name });
        context.tell(nowTexts.renamed(name));
      }),
    );
  account
    .command('confirm-email')
    .summary('confirm the address of the account')
    .description('Has a mail sent that confirms the address, or confirms it with the token of that mail.')
    .requiredOption('--email <address>', 'the address')
    .option('--token-stdin', 'read the token of the mail from standard input')
    .action(({ email, tokenStdin }: { readonly email: string; readonly tokenStdin?: true }) =>
      context.ask(async ({ client }) => {
        const token = tokenStdin ? (await context.place().caller.readInput()).trim() : null;
        const { confirmed } = await client.call('signIn.confirmEmail', { email, token });
        context.tell(confirmed ? `${email} is confirmed.` : `A mail was sent to ${email}.`);
      }),
    );
  addAccountEnd(account, context);
}

function invitationShape(invitation: InvitationInfo): object {
  const { state, organization, email, role, invitedBy, expiresAt, signedInAs } = invitation;
  return { v: 1, state, organization, email, role, invitedBy, expiresAt, signedInAs };
}

interface SignOutOptions {
  readonly removeFiles?: true;
  readonly yes?: true;
  readonly json?: true;
}

function addSignOut(account: Command, context: CommandContext): void {
  account
    .command('sign-out')
    .summary('forget the key')
    .description(
      'Lists what is not sent yet, then forgets the key on this computer. No file is touched, unless with --remove-files: ' +
        'then the files go here that the service surely has, each compared with it first, and the folders are no longer ' +
        'mirrored. Everything else stays where it is and is listed. Without --yes it only lists.',
    )
    .option('--remove-files', 'remove the files here that the service has')
    .option('--yes', 'with --remove-files: do it')
    .option('--json', 'with --remove-files: print one JSON object')
    .action((options: SignOutOptions, command: Command) => {
      // `account` has this option, too, and takes it.
      const { json } = command.optsWithGlobals<SignOutOptions>();
      return options.removeFiles
        ? leave(context, { everything: false, isAgreed: options.yes === true, json: json === true })
        : signOut(context);
    });
}

function addAccountEnd(account: Command, context: CommandContext): void {
  account
    .command('delete')
    .summary('end the account at the service, for good')
    .description(
      'Ends your account at the service, for good. No file on this computer is touched. Without --yes-delete it only lists ' +
        'what is not sent yet.',
    )
    .requiredOption('--email <address>', 'the address of the account, to be sure')
    .option('--yes-delete', 'end it')
    .action(({ email, yesDelete }: { readonly email: string; readonly yesDelete?: true }) =>
      context.ask(async ({ client }) => {
        for (const line of unsentLines(await client.call('account.unsent', null))) context.tell(line);
        if (!yesDelete) throw new Ending(EXIT.usage, 'Nothing was changed. To end the account, add --yes-delete.');
        const ended = await client.call('account.delete', { confirm: email });
        if (ended.name === 'deleted')
          return context.tell('The account has ended. Your files here stay where they are.');
        throw new Ending(EXIT.error, `The account was not ended. The service said: ${ended.messages.join(' ')}`);
      }),
    );
}

function addInvitation(program: Command, context: CommandContext): void {
  const invitation = program.command('invitation').summary('look at an invitation, and accept it');
  invitation
    .command('show')
    .description('Says what an invitation invites to.')
    .argument('<link>', 'from the mail, or its token')
    // One token in sixty begins like an option.
    .allowUnknownOption()
    .option('--service <URL>', 'whom to ask when nobody is signed in')
    .option('--json', 'print one JSON object')
    .action((link: string, { service, json }: { readonly service?: string; readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const found = await client.call('invitation.look', { link, service: service ?? null });
        if (json) context.printJson(invitationShape(found));
        else context.printLines(invitationLines(found));
      }),
    );
  invitation
    .command('accept')
    .description('Joins the organization that invites you.')
    .argument('<link>', 'from the mail, or its token')
    .allowUnknownOption()
    .action((link: string) =>
      context.ask(async ({ client }) => {
        const found = await client.call('invitation.look', { link, service: null });
        if (found.state !== 'pending') throw new Ending(EXIT.error, invitationLines(found).join(' '));
        const { organization } = await client.call('invitation.accept', { link });
        context.tell(`You are now in ${organization}. To act in it: benchtop account switch '${organization}'`);
      }),
    );
}
