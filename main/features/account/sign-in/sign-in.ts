import type { Handlers } from '../../../../shared/contract.ts';
import { badRequest, FaultError } from '../../../../shared/fault.ts';
import type {
  CodeOutcome,
  SecretPlace,
  ServiceFound,
  SignedIn,
} from '../../../../shared/features/account/sign-in-model.ts';
import { signInTexts } from '../../../../shared/features/account/sign-in-text.ts';
import { baseUrlOf, rememberedService } from '../../../engine/account/account.ts';
import { calls } from '../../../remote/api/calls.ts';
import { findAuthorizer } from '../../../remote/account/oauth.ts';
import { publicLine, sessionIn } from './sign-in-answers.ts';
import type { BrowserSignIns } from './browser-sign-in.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { tokenIn } from '../invitation-link.ts';
import { mustAllowService } from '../../settings/managed.ts';
import type { AppContext } from '../../../items/app-context.ts';

type SignInHandlers = Pick<
  Handlers,
  | 'signIn.find'
  | 'signIn.sendCode'
  | 'signIn.verifyCode'
  | 'signIn.register'
  | 'signIn.begin'
  | 'signIn.outcome'
  | 'signIn.cancel'
  | 'signIn.confirmEmail'
>;

/** Signing in with a code sent by mail, and in the system's browser. */
export function signInHandlers(context: AppContext, browser: BrowserSignIns): SignInHandlers {
  return {
    'signIn.find': ({ service }) => find(context, service),
    'signIn.sendCode': async ({ service, email }) => {
      const line = publicLine(context.world, allowedService(context, service));
      const { expiresInSeconds } = await calls.requestCode(line, { body: { email: emailOf(email) } });
      return { expiresInSeconds: expiresInSeconds ?? null };
    },
    'signIn.verifyCode': input => verify(context, input),
    'signIn.register': input => register(context, input),
    'signIn.begin': ({ service, way, email, store }) =>
      browser.begin({
        baseUrl: allowedService(context, service),
        way,
        email: email === null ? null : emailOf(email),
        store,
      }),
    'signIn.outcome': ({ ticket }) => browser.outcome(ticket),
    'signIn.cancel': async ({ ticket }) => {
      await browser.cancel(ticket);
      return null;
    },
    'signIn.confirmEmail': async ({ email, token }) => {
      const baseUrl = rememberedService(context.journal.facts);
      if (baseUrl === null) throw new FaultError({ kind: 'signed-out' });
      const body = { email: emailOf(email), ...(token === null ? {} : { token: token.trim() }) };
      const { confirmed } = await calls.confirmEmail(publicLine(context.world, baseUrl), { body });
      return { confirmed: confirmed === true };
    },
  };
}

/**
 * The base address from what a person typed.
 * @throws FaultError `bad-request`, also for an address that the policy forbids.
 */
export function allowedService({ managed, journal }: AppContext, typed: string): string {
  const service = baseUrlOf(typed);
  mustAllowService(managed, service, rememberedService(journal.facts));
  return service;
}

async function find(context: AppContext, typed: string): Promise<ServiceFound> {
  const { world } = context;
  const service = allowedService(context, typed);
  const { version, build } = await calls.getVersion(publicLine(world, service), {});
  const words = [version, build].filter(word => word !== null && word !== undefined && word !== '');
  const [authorizer, hasKeyring] = await Promise.all([
    // Optional: the other ways to sign in do not need it.
    findAuthorizer(world.http, service).catch(() => null),
    world.secrets.hasKeyring(),
  ]);
  const offersOauth = authorizer !== null && world.callbackServers !== undefined;
  return { service, build: words.length === 0 ? null : words.join(' '), offersOauth, hasKeyring };
}

interface CodeInput {
  readonly service: string;
  readonly email: string;
  readonly code: string;
  readonly store: SecretPlace | null;
}

async function verify(context: AppContext, { service, email, code, store }: CodeInput): Promise<CodeOutcome> {
  const baseUrl = allowedService(context, service);
  const body = { email: emailOf(email), code: code.replaceAll(/\s/g, '') };
  const answer = await calls.verifyCode(publicLine(context.world, baseUrl), { body });
  const given = sessionIn(answer, context.world.clock.now());
  if (given !== null)
    return context.engine.exclusively(() => finishSignIn(context, { baseUrl, credential: given, store }));
  if ('status' in answer && answer.status === 'registration-required') return { name: 'registration' };
  throw new FaultError({ kind: 'failing', status: 200, messages: [] });
}

async function register(
  context: AppContext,
  input: CodeInput & {
    readonly firstName: string;
    readonly lastName: string;
    readonly termsConditions: boolean;
    readonly privacyPolicy: boolean;
    readonly marketingConsent: boolean;
    readonly invitation: string | null;
  },
): Promise<SignedIn> {
  const { termsConditions, privacyPolicy, store } = input;
  if (!termsConditions || !privacyPolicy) throw badRequest(signInTexts.consentNeeded);
  const baseUrl = allowedService(context, input.service);
  const invitationToken = input.invitation === null ? null : tokenIn(input.invitation);
  const body = {
    email: emailOf(input.email),
    code: input.code.replaceAll(/\s/g, ''),
    firstName: input.firstName,
    lastName: input.lastName,
    termsConditions,
    privacyPolicy,
    marketingConsent: input.marketingConsent,
    ...(invitationToken === null ? {} : { invitationToken }),
  } as const;
  const answer = await calls.completeRegistration(publicLine(context.world, baseUrl), { body });
  const credential = sessionIn(answer, context.world.clock.now());
  if (credential === null) throw new FaultError({ kind: 'failing', status: 200, messages: [] });
  return context.engine.exclusively(() => finishSignIn(context, { baseUrl, credential, store }));
}

/** A rough check of an e-mail address; the service does the rest. @throws FaultError `bad-request`. */
function emailOf(typed: string): string {
  const email = typed.trim();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw badRequest(signInTexts.notAnEmail(email));
  return email;
}
