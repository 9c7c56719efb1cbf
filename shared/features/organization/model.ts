import { z } from 'zod';

/** The roles of an organization that can be given. */
export const givenOrganizationRole = z.enum(['Owner', 'Admin', 'Member']);
export type GivenOrganizationRole = z.infer<typeof givenOrganizationRole>;

/** The organization that is acted in, as the service tells it now. Times are ISO. */
export const organizationView = z.object({
  id: z.string(),
  name: z.string(),
  /** Of who is signed in; an unknown one as it is; null when the service does not tell. */
  role: z.string().nullable(),
  /** Whether it is what one finds after signing in; null when the service does not tell. */
  isDefault: z.boolean().nullable(),
  /** By the role: Owner or Admin. The service has the last word. */
  mayManage: z.boolean(),
  pilotStart: z.string().nullable(),
  pilotEnd: z.string().nullable(),
  /** Null when the service does not tell. */
  autotidy: z.boolean().nullable(),
  /** Null where it may not be read. An unknown status is told as it is. */
  billing: z.object({ status: z.string().nullable(), members: z.number().int().nullable() }).nullable(),
});
export type OrganizationView = z.infer<typeof organizationView>;

/** A member of an organization. */
export const organizationMember = z.object({
  /** Of the membership, not of the person. */
  id: z.string(),
  userId: z.number().int().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.string(),
  isMe: z.boolean(),
});
export type OrganizationMember = z.infer<typeof organizationMember>;

/** An invitation that was not accepted. Its token stands in its mail and nowhere else. */
export const openInvitation = z.object({
  id: z.string(),
  email: z.string(),
  role: z.string().nullable(),
  isExpired: z.boolean(),
  createdAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
});
export type OpenInvitation = z.infer<typeof openInvitation>;

/** A member of the organization who could be added to something. */
export const organizationPerson = z.object({
  userId: z.number().int(),
  name: z.string(),
  email: z.string().nullable(),
});
export type OrganizationPerson = z.infer<typeof organizationPerson>;

/** A file of the organization, also one that this account may not open. */
export const organizationFile = z.object({
  id: z.string(),
  name: z.string(),
  folder: z.string().nullable(),
  owner: z.number().int().nullable(),
  visibility: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
});
export type OrganizationFile = z.infer<typeof organizationFile>;

/** An export of all that an organization has. */
export const exportJob = z.object({
  id: z.string(),
  /** As the service says it. */
  status: z.string(),
  /** Whether the bundle can be had; null for an unknown status. */
  isReady: z.boolean().nullable(),
  createdAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  sizeBytes: z.number().nullable(),
});
export type ExportJob = z.infer<typeof exportJob>;

/** How far a bundle is that is being downloaded. */
export const exportProgress = z.object({
  /** The export's id. */
  job: z.string(),
  doneBytes: z.number(),
  /** Null when it is not known. */
  sizeBytes: z.number().nullable(),
});
export type ExportProgress = z.infer<typeof exportProgress>;
