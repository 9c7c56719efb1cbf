import { accountEndpoints } from '../../../shared/api/account.ts';
import { asking } from './ask.ts';

/** `GET /account/user/{appUserId}`: The caller's own account. */
export const getAccount = asking(accountEndpoints.getAccount);
