import { z } from 'zod';

import { endpoint } from './endpoint.ts';
import { idAnswer } from './fields.ts';
import { organizationAnswer } from './organizations.ts';

export const accountAnswer = z.strictObject({
  id: z.int(),
  email: z.string(),
  displayName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  defaultOrganizationId: idAnswer.nullable(),
  organizations: z.array(organizationAnswer),
});

/** Section 4.10. */
export const accountEndpoints = {
  getAccount: endpoint('GET', '/account/user/{appUserId}', {
    name: 'getAccount',
    summary: "The caller's own account.",
    answer: accountAnswer,
  }),
};
