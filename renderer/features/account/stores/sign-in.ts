import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
import type {
  BrowserOutcome,
  BrowserStart,
  BrowserWay,
  SecretPlace,
  ServiceFound,
  SignedIn,
} from '../../../../shared/features/account/sign-in-model.ts';
import { engine } from '../../../state/engine.ts';
import { answerOrFault, faultIn, whileShown } from '../../../state/reading/section.ts';

export type SignInWay = 'email' | 'company' | 'thirdParty' | 'key' | 'oauth';

/** What stopped a step: a fault, or what is wrong with what was typed. */
export type SignInProblem =
  | { readonly name: 'fault'; readonly fault: Fault }
  | { readonly name: 'which-organization'; readonly organizations: readonly string[] }
  | { readonly name: 'wrong-address' | 'unreached' | 'wrong-code' | 'expired-code' | 'refused-key' | 'key-form' };

/** Where a sign-in is. Keys and codes are not in it: they live in their fields, until they are sent. */
export interface SignIn {
  readonly address: string;
  /** The whole address that was asked last; null: none yet, or another one was typed since. */
  readonly tried: string | null;
  readonly found: ServiceFound | null;
  readonly way: SignInWay;
  readonly email: string;
  /** Where the secret goes; null leaves it to the key store that is there. */
  readonly store: SecretPlace;
  readonly code: { readonly sentAtMs: number; readonly lastsSeconds: number | null; readonly times: number } | null;
  readonly isNew: boolean;
  readonly browser: BrowserStart | null;
  readonly ended: Exclude<BrowserOutcome, SignedIn> | null;
  readonly isBusy: boolean;
  readonly problem: SignInProblem | null;
  /** Counts problems, so that the same one twice is told twice. */
  readonly problems: number;
  /** What the last sign-in said, for the steps after it. */
  readonly signedIn: SignedIn | null;
}

const START: SignIn = {
  address: '',
  tried: null,
  found: null,
  way: 'email',
  email: '',
  store: 'memory',
  code: null,
  isNew: false,
  browser: null,
  ended: null,
  isBusy: false,
  problem: null,
  problems: 0,
  signedIn: null,
};

export const useSignIn = create<SignIn>(() => START);

/** Forgets a code, a browser and a problem, but not the address. */
const FRESH = { code: null, isNew: false, browser: null, ended: null, problem: null } as const;

/** Begins again, with the addresses that were typed before. */
export function startSignIn(): void {
  const { address, found, email } = useSignIn.getState();
  useSignIn.setState({ ...START, address, found, email });
}

/** Fills in the service of the last sign-in. It may become known late: text that was typed by then stays. */
export function knowService(service: string): void {
  const { address, found } = useSignIn.getState();
  if (found !== null || (address !== '' && address !== service)) return;
  useSignIn.setState({ address: service });
  void findService();
}

export function changeSignIn(part: Partial<Pick<SignIn, 'address' | 'email' | 'store'>>): void {
  useSignIn.setState({ ...part, problem: null, ...(part.address === undefined ? {} : { tried: null }) });
}

export function changeWay(way: SignInWay): void {
  giveUpBrowser();
  useSignIn.setState({ ...FRESH, way });
}

export function otherService(): void {
  useSignIn.setState({ ...FRESH, found: null });
}

/** Another address for the code. */
export function otherEmail(): void {
  useSignIn.setState({ ...FRESH });
}

export function showProblem(problem: SignInProblem): void {
  useSignIn.setState(({ problems }) => ({ problem, problems: problems + 1 }));
}

async function work(todo: () => Promise<void>, nameOf: (fault: Fault) => SignInProblem): Promise<void> {
  if (useSignIn.getState().isBusy) return;
  const shown = { during: { isBusy: true, problem: null }, after: { isBusy: false } };
  const fault = await whileShown(useSignIn, shown, () => faultIn(todo));
  if (fault !== null) showProblem(nameOf(fault));
}

const asFault = (fault: Fault): SignInProblem => ({ name: 'fault', fault });

/** Looks whether a service answers at the address. */
export function findService(): Promise<void> {
  const typed = useSignIn.getState().address.trim();
  // People type hosts. Without a word about it, it is the safe way.
  const service = /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`;
  useSignIn.setState({ tried: service });
  return work(
    async () => {
      const found = await engine.call('signIn.find', { service });
      useSignIn.setState({ ...FRESH, found, address: typed });
    },
    fault => {
      if (fault.kind === 'offline')
        return { name: fault.detail.startsWith('something else') ? 'wrong-address' : 'unreached' };
      return ['gone', 'refused', 'signed-out', 'not-allowed'].includes(fault.kind)
        ? { name: 'wrong-address' }
        : asFault(fault);
    },
  );
}

function asking(): { service: string; store: SecretPlace | null } {
  const { found, address, store } = useSignIn.getState();
  return { service: found?.service ?? address, store: found?.hasKeyring === true ? 'keyring' : store };
}

export function sendCode(): Promise<void> {
  const { email, code } = useSignIn.getState();
  return work(async () => {
    const { expiresInSeconds } = await engine.call('signIn.sendCode', { service: asking().service, email });
    const times = (code?.times ?? 0) + 1;
    useSignIn.setState({ code: { sentAtMs: Date.now(), lastsSeconds: expiresInSeconds, times } });
  }, asFault);
}

/** Only the service knows which code is right; that one is too old, its own time tells. */
function codeProblem(fault: Fault): SignInProblem {
  const { code } = useSignIn.getState();
  if (fault.kind !== 'refused') return asFault(fault);
  const endsMs = code === null || code.lastsSeconds === null ? null : code.sentAtMs + code.lastsSeconds * 1000;
  return { name: endsMs !== null && Date.now() >= endsMs ? 'expired-code' : 'wrong-code' };
}

export function verifyCode(code: string): Promise<void> {
  const { email } = useSignIn.getState();
  return work(async () => {
    const outcome = await engine.call('signIn.verifyCode', { ...asking(), email, code });
    if (outcome.name === 'registration') useSignIn.setState({ isNew: true });
    else useSignIn.setState({ ...FRESH, signedIn: outcome });
  }, codeProblem);
}

/** A new person's account. */
export function register(person: {
  readonly code: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly marketingConsent: boolean;
  readonly invitation: string | null;
}): Promise<void> {
  const { email } = useSignIn.getState();
  return work(async () => {
    const consents = { termsConditions: true, privacyPolicy: true };
    const signedIn = await engine.call('signIn.register', { ...asking(), email, ...person, ...consents });
    useSignIn.setState({ ...FRESH, signedIn });
  }, asFault);
}

/** `organization`: which one the key is for, once it was asked. */
export function signInWithKey(key: string, organization: string | null): Promise<void> {
  return work(
    async () => {
      const signedIn = await engine.call('account.signIn', { ...asking(), key, organization });
      if (signedIn.name === 'which-organization') showProblem(signedIn);
      else useSignIn.setState({ ...FRESH, signedIn });
    },
    fault => (fault.kind === 'signed-out' ? { name: 'refused-key' } : asFault(fault)),
  );
}

/** Has the service say where to sign in, and waits for who comes back. */
export async function beginInBrowser(way: BrowserWay): Promise<void> {
  const { email } = useSignIn.getState();
  await work(async () => {
    const said = way === 'oauth' || email.trim() === '' ? null : email;
    const browser = await engine.call('signIn.begin', { ...asking(), way, email: said });
    useSignIn.setState({ browser, ended: null });
    void waitForBrowser(browser.ticket);
  }, asFault);
}

async function waitForBrowser(ticket: string): Promise<void> {
  const { answer: outcome, fault } = await answerOrFault(() => engine.call('signIn.outcome', { ticket }));
  if (useSignIn.getState().browser?.ticket !== ticket) return;
  if (outcome?.name === 'signed-in') return useSignIn.setState({ ...FRESH, signedIn: outcome });
  useSignIn.setState({ browser: null, ended: outcome });
  if (fault !== null) showProblem(asFault(fault));
}

/** A person does not want to wait any longer. */
export function giveUpBrowser(): void {
  const { browser } = useSignIn.getState();
  if (browser === null) return;
  useSignIn.setState({ browser: null, ended: null });
  void engine.call('signIn.cancel', { ticket: browser.ticket }).catch(() => undefined);
}

/** Back to the beginning: who is signed in is signed out. Nothing was set up with that account yet. */
export function signInAsAnother(): Promise<void> {
  return work(async () => {
    await engine.call('account.signOut', null);
    useSignIn.setState({ ...FRESH, signedIn: null });
  }, asFault);
}
