import { Option } from 'commander';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import { FaultError } from '../../../../shared/fault.ts';
import type {
  BrowserOutcome,
  BrowserWay,
  SecretPlace,
  SignedIn,
} from '../../../../shared/features/account/sign-in-model.ts';
import { accountTexts } from '../../../../shared/features/account/text.ts';
import { signInTexts } from '../../../../shared/features/account/sign-in-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { endOfDay, lastDay } from '../../input/last-day.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';

/** How `login` was written. */
export interface LoginOptions {
  readonly service: string;
  readonly keyStdin?: true;
  readonly email?: string;
  readonly sso?: true;
  readonly thirdParty?: true;
  readonly oauth?: true;
  readonly store?: SecretPlace;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly acceptTerms?: true;
  readonly acceptPrivacy?: true;
  readonly invitation?: string;
  readonly expires?: string;
  readonly organization?: string;
}

/** What `login` takes beside the service. */
export const LOGIN_OPTIONS: readonly Option[] = [
  new Option('--key-stdin', 'sign in with an API key, read from standard input'),
  new Option(
    '--email <address>',
    'have a code sent there, and read it from standard input; with --sso whose provider, with --third-party which account',
  ),
  new Option('--sso', "sign in at your organization's own provider, in the browser"),
  new Option('--third-party', 'sign in with an account elsewhere that the service works with, in the browser'),
  new Option('--oauth', 'let Benchtop in in the browser, where the service offers that'),
  new Option(
    '--store <place>',
    "where the key is kept: the system's key store, a file only you can read, or memory until Benchtop ends; without it the key store, else the file",
  ).choices(['keyring', 'file', 'memory']),
  new Option('--expires <day>', 'with --key-stdin: the last day on which the key works, such as 2027-06-30').argParser(
    lastDay,
  ),
  new Option(
    '--organization <name>',
    'with --key-stdin: which organization the key is for, where the service does not tell',
  ),
  new Option('--first-name <name>', 'of a new person, whose account is made'),
  new Option('--last-name <name>', 'of a new person'),
  new Option('--accept-terms', "a new person accepts the service's terms"),
  new Option('--accept-privacy', "a new person accepts the service's privacy policy"),
  new Option('--invitation <link>', 'a new person joins by this invitation'),
];

/** Signs in in the one way that was asked for. @throws Ending 2 for none, or more than one. */
export async function login(options: LoginOptions, context: CommandContext): Promise<void> {
  const { keyStdin, sso, thirdParty, oauth, email } = options;
  const code = sso === undefined && thirdParty === undefined ? email : undefined;
  const ways = [keyStdin, sso, thirdParty, oauth, code].filter(way => way !== undefined);
  if (ways.length !== 1)
    throw new Ending(
      EXIT.usage,
      'Say how to sign in: one of --key-stdin, --email ADDRESS, --sso --email ADDRESS, --third-party, --oauth. Add --help for how to write it.',
    );
  if (keyStdin) return withKey(options, context);
  if (sso) return inBrowser(options, 'sso', context);
  if (thirdParty) return inBrowser(options, 'external', context);
  return oauth ? inBrowser(options, 'oauth', context) : withCode(options, context);
}

async function withKey(
  { service, store, expires, organization }: LoginOptions,
  context: CommandContext,
): Promise<void> {
  const named = organization === undefined ? {} : { organization };
  const key = await lineFromInput(context, 'No key came on standard input. Write: benchtop login … < KEYFILE');
  await context.ask(async ({ client }) => {
    const signedIn = await client
      .call('account.signIn', { service, key, store: store ?? null, ...named })
      .catch((error: unknown) => {
        throw isSignedOut(error) ? keyRefused(service) : error;
      });
    if (signedIn.name === 'which-organization')
      throw new Ending(EXIT.usage, accountTexts.whichOrganization(signedIn.organizations));
    if (expires !== undefined) await client.call('account.sayKeyEnd', { at: endOfDay(expires) });
    tellSignedIn(context, service, signedIn);
  });
}

/** The code is asked for once the mail is on its way, so that it can be typed or piped. */
async function withCode(options: LoginOptions, context: CommandContext): Promise<void> {
  const { service, email = '', store = null } = options;
  await context.ask(async ({ client }) => {
    await client.call('signIn.sendCode', { service, email });
    context.tell(signInTexts.codeSent(email));
    const code = await lineFromInput(context, 'No code came on standard input.', signInTexts.codePrompt);
    const outcome = await client.call('signIn.verifyCode', { service, email, code, store });
    const signedIn = outcome.name === 'signed-in' ? outcome : await register(client, options, code);
    tellSignedIn(context, service, signedIn);
  });
}

async function register(client: EngineClient, options: LoginOptions, code: string): Promise<SignedIn> {
  const { service, email = '', firstName, lastName, acceptTerms, acceptPrivacy, invitation } = options;
  if (firstName === undefined || lastName === undefined || !acceptTerms || !acceptPrivacy)
    throw new Ending(EXIT.signIn, signInTexts.needsRegistration(email));
  return client.call('signIn.register', {
    service,
    email,
    code,
    firstName,
    lastName,
    termsConditions: acceptTerms,
    privacyPolicy: acceptPrivacy,
    marketingConsent: false,
    invitation: invitation ?? null,
    store: options.store ?? null,
  });
}

async function inBrowser(
  { service, email, store }: LoginOptions,
  way: BrowserWay,
  context: CommandContext,
): Promise<void> {
  if (way === 'sso' && email === undefined)
    throw new Ending(EXIT.usage, 'Say whose: benchtop login --service URL --sso --email ADDRESS');
  await context.ask(async ({ client }) => {
    const { ticket, url } = await client.call('signIn.begin', {
      service,
      way,
      email: email ?? null,
      store: store ?? null,
    });
    context.tell(signInTexts.openInBrowser);
    context.printLines([url]);
    const outcome = await client.call('signIn.outcome', { ticket });
    if (outcome.name !== 'signed-in') throw new Ending(EXIT.signIn, wordsFor(outcome));
    tellSignedIn(context, service, outcome);
  });
}

function wordsFor(outcome: Exclude<BrowserOutcome, SignedIn>): string {
  switch (outcome.name) {
    case 'mismatch':
      return signInTexts.mismatch;
    case 'refused':
      return signInTexts.refused(outcome.message);
    case 'no-account':
      return signInTexts.noAccount(outcome.email);
    case 'over':
      return signInTexts.over;
  }
}

function tellSignedIn(context: CommandContext, service: string, { organization, notice }: SignedIn): void {
  if (notice !== null) context.tell(notice);
  context.tell(signInTexts.signedIn(service, organization));
}

async function lineFromInput(context: CommandContext, missing: string, prompt?: string): Promise<string> {
  const text = (await context.place().caller.readInput(prompt)).trim();
  if (text === '') throw new Ending(EXIT.usage, missing);
  return text;
}

function isSignedOut(error: unknown): boolean {
  return error instanceof FaultError && error.fault.kind === 'signed-out';
}

function keyRefused(service: string): Ending {
  return new Ending(
    EXIT.signIn,
    `The service at ${service} does not accept this key. Nothing was changed. Check the key, or make a new one, and try again.`,
  );
}
