import { beyondEndpoints, keyEndpoints } from '../../../../shared/api/calls/beyond.ts';
import { asking } from '../ask.ts';

/** `GET /api-keys`: The caller's keys in the organization; Owner and Admin see everyone's. */
export const listKeys = asking(keyEndpoints.listKeys);

/** `POST /api-keys`: Makes a key that acts for the caller; it is shown this once. */
export const createKey = asking(keyEndpoints.createKey);

/** `DELETE /api-keys/{id}`: Ends a key for good. */
export const revokeKey = asking(keyEndpoints.revokeKey);

/** `GET /api-keys/policy`: Who may make keys in the organization. */
export const getKeyPolicy = asking(keyEndpoints.getKeyPolicy);

/** `PUT /api-keys/policy`: Says who may make keys in the organization. */
export const setKeyPolicy = asking(keyEndpoints.setKeyPolicy);

/** `GET /version`: Which build of the service answers. */
export const getVersion = asking(beyondEndpoints.getVersion);

/** `POST /auth/validate-token`: Whether a key or token would be accepted, and whom it stands for. */
export const validateToken = asking(beyondEndpoints.validateToken);

/** `GET /organizations/{organizationId}/audit-log`: Who did what in an organization, newest first. */
export const listAuditLog = asking(beyondEndpoints.listAuditLog);

/** `POST /feedback`: Tells the makers of the service something. */
export const sendFeedback = asking(beyondEndpoints.sendFeedback);
