import { accountEndpoints, externalSignInEndpoints } from '../../../../shared/api/calls/account.ts';
import { asking } from '../ask.ts';

/** `GET /account/user/{appUserId}`: The caller's own account. */
export const getAccount = asking(accountEndpoints.getAccount);

/** `PUT /account/user/{appUserId}`: Changes what the caller says about herself or himself. */
export const updateAccount = asking(accountEndpoints.updateAccount);

/** `DELETE /account/me`: Ends the caller's account with all its credentials. */
export const deleteAccount = asking(accountEndpoints.deleteAccount);

/** `POST /account/ConfirmEmail`: Confirms an address with the token that was sent there; without a token sends one. */
export const confirmEmail = asking(accountEndpoints.confirmEmail);

/** `POST /account/ExternalLogin`: Begins a sign-in, or a sign-up, through a third party. */
export const startExternalLogin = asking(externalSignInEndpoints.startExternalLogin);

/** `GET /account/ExternalLoginCallback`: Ends a sign-in through a third party; with `signup` makes the account. */
export const finishExternalLogin = asking(externalSignInEndpoints.finishExternalLogin);

/** `GET /account/sso/start`: Begins a sign-in through the organization's identity provider. */
export const startSingleSignOn = asking(externalSignInEndpoints.startSingleSignOn);

/** `GET /account/sso-callback`: Where the organization's identity provider sends people back to. */
export const finishSingleSignOn = asking(externalSignInEndpoints.finishSingleSignOn);
