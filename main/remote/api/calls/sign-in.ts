import { signInEndpoints } from '../../../../shared/api/calls/sign-in.ts';
import { asking } from '../ask.ts';

/** `POST /account/MagicLink/Request`: Sends a code to an address; the answer is the same whether or not somebody is known there. */
export const requestCode = asking(signInEndpoints.requestCode);

/** `POST /account/MagicLink/Verify`: Signs a known person in with the code, or says that the registration is missing. */
export const verifyCode = asking(signInEndpoints.verifyCode);

/** `POST /account/MagicLink/CompleteRegistration`: Makes the account of a new person, with an organization of its own or the inviting one. */
export const completeRegistration = asking(signInEndpoints.completeRegistration);
