import { z } from 'zod';

/** GAP: the roles of a project are not shown (spec 2.14); these are sent, others are told as they are. */
export const givenProjectRole = z.enum(['owner', 'admin', 'editor', 'viewer']);
export type GivenProjectRole = z.infer<typeof givenProjectRole>;

/** A project. Times are ISO. */
export const projectInfo = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  icon: z.string().nullable(),
  /** Of who is signed in; null for who is no member, or where the service does not tell. */
  role: z.string().nullable(),
  members: z.number().int().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
});
export type ProjectInfo = z.infer<typeof projectInfo>;

/** A member of a project. */
export const projectMember = z.object({
  userId: z.number().int(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.string(),
  isMe: z.boolean(),
  addedAt: z.string().nullable(),
});
export type ProjectMember = z.infer<typeof projectMember>;

/** All projects that can be seen. `isThere`: false where the service has no projects (wire facts, section 4). */
export const projectList = z.object({ isThere: z.boolean(), projects: z.array(projectInfo) });
export type ProjectList = z.infer<typeof projectList>;
