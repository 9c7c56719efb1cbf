import type { OrganizationRow, Records } from '../ground/records.ts';

/** The name of the folder that every organization shares from the start. */
export const KNOWLEDGE_BASE = 'Knowledge Base';

export interface Founding {
  readonly organization: OrganizationRow;
  readonly ownerId: number;
  readonly knowledgeBaseId: string;
  readonly shareId: string;
  readonly nowMs: number;
}

/** Saves a new organization with its Knowledge Base, which everyone in it may edit. */
export function foundOrganization(records: Records, founding: Founding): void {
  const { organization, ownerId, knowledgeBaseId: id, shareId, nowMs } = founding;
  records.saveOrganization(organization);
  records.saveFolder({
    id,
    organizationId: organization.id,
    ownerId,
    parentFolderId: null,
    name: KNOWLEDGE_BASE,
    visibility: 'organization',
    kind: null,
    inherits: true,
    createdMs: nowMs,
    updatedMs: nowMs,
    archivedMs: null,
  });
  records.saveShare({ id: shareId, itemId: id, userId: null, teamId: null, isOrgWide: true, role: 'editor' });
}
