import { z } from 'zod';

import {
  exportJob,
  exportProgress,
  givenOrganizationRole,
  openInvitation,
  organizationFile,
  organizationMember,
  organizationPerson,
  organizationView,
} from './model.ts';
import { call, nothing } from '../../rpc/call.ts';

const none = z.object({});
const id = z.string().min(1).max(100);
const time = z.iso.datetime({ offset: true }).nullable();
const members = z.object({ members: z.array(organizationMember) });
const invitations = z.object({ invitations: z.array(openInvitation) });

/**
 * The organization that is acted in (spec 2.9). Every change ends with reading again what the service says, and that is the
 * answer; one that cannot be read back is told as such and not as done. None is ever kept for later.
 */
export const organizationCalls = {
  'organization.look': call(none, organizationView),
  'organization.rename': call(z.object({ name: z.string().trim().min(1).max(255) }), organizationView),
  /** Null takes a date away. */
  'organization.setPilot': call(z.object({ start: time, end: time }), organizationView),
  'organization.setAutotidy': call(z.object({ enabled: z.boolean() }), organizationView),
  /** Makes it the one that is found after signing in. */
  'organization.makeDefault': call(none, organizationView),
  'organization.members': call(none, members),
  /** People by name or address, from two characters on. `isDirectory`: false where only the list of members could be read. */
  'organization.find': call(
    z.object({ query: z.string().max(200) }),
    z.object({ found: z.array(organizationPerson), isDirectory: z.boolean() }),
  ),
  /**
   * `seen`: the role that the person saw; when it is another one by now, another person was faster, and nothing is
   * changed.
   */
  'organization.setRole': call(
    z.object({ member: id, seen: z.string().max(100), role: givenOrganizationRole }),
    members,
  ),
  /** Ends a membership, never one's own. `seen` as with roles. */
  'organization.removeMember': call(z.object({ member: id, seen: z.string().max(100) }), members),
  /** Those that were not accepted, pending and expired. */
  'organization.invitations': call(none, invitations),
  'organization.invite': call(z.object({ email: z.email().max(254), role: givenOrganizationRole }), invitations),
  /** Sends it again, with a new token and a new expiry. */
  'organization.resendInvitation': call(z.object({ id }), invitations),
  'organization.cancelInvitation': call(z.object({ id }), invitations),
  /**
   * One page of all files of the organization, counted from 1; for its owners and admins. `search`: only those with this in
   * the name. `next`: the page to ask for then; null: that was all. Files may come twice while others are added.
   */
  'organization.files': call(
    z.object({ search: z.string().max(500), page: z.number().int().min(1).max(10_000) }),
    z.object({
      files: z.array(organizationFile),
      /** As the service says, independent of the search. */
      total: z.number().int().nullable(),
      next: z.number().int().nullable(),
    }),
  ),
  /**
   * Names files and folders by the service's ids, each file with its folder. What this account may not read is left out, but for
   * files that were removed from here: those still have the name that they had (`isRemoved`).
   */
  'organization.things': call(
    z.object({ files: z.array(id).max(100), folders: z.array(id).max(100) }),
    z.object({
      files: z.array(
        z.object({ id: z.string(), name: z.string(), folder: z.string().nullable(), isRemoved: z.boolean() }),
      ),
      /** The names from a root folder down. */
      folders: z.array(z.object({ id: z.string(), names: z.array(z.string()) })),
    }),
  ),
};

/** Exports of all that the organization has (spec 2.13). `job` null: the last one that was begun from here. */
export const exportCalls = {
  'export.start': call(none, exportJob),
  'export.look': call(z.object({ job: id.nullable() }), exportJob),
  /** Downloads the bundle: whole or not at all, nothing is replaced. `name` null: one with the date, and a number where taken. */
  'export.get': call(
    z.object({
      job: id.nullable(),
      folder: z.string().min(1).max(8000),
      name: z.string().min(1).max(255).nullable(),
    }),
    z.object({ job: exportJob, path: z.string(), sizeBytes: z.number() }),
  ),
  /** Ends its downloads, also those of other windows and commands; nothing half stays. `job` null: all of them. */
  'export.stop': call(z.object({ job: id.nullable() }), nothing),
};

export const exportTopics = {
  /** The bundles that are being downloaded at this moment. */
  'export.downloading': z.array(exportProgress),
};
