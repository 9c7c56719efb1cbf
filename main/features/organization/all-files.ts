import type { Output } from '../../../shared/contract.ts';
import { listOrganizationFiles } from '../../remote/api/calls/files.ts';
import type { AppContext } from '../../items/app-context.ts';
import { organizationHere } from './current-organization.ts';

/** Largest page the service gives. */
const PAGE_SIZE = 100;

/** One page of all files of the organization. The service cannot search this list, so names are compared locally. */
export async function filesPage(
  context: AppContext,
  { search, page }: { readonly search: string; readonly page: number },
): Promise<Output<'organization.files'>> {
  const { id, line } = await organizationHere(context);
  const found = await listOrganizationFiles(line, { path: { orgId: id }, query: { page, pageSize: PAGE_SIZE } });
  const sought = folded(search);
  // A bare list has no pages.
  const hasNext = found.hasNextPage ?? (found.totalPages ?? 0) > page;
  const files = found.items.map(each => ({
    id: each.id,
    name: each.name ?? '',
    folder: each.folderId ?? null,
    owner: each.ownerId ?? null,
    visibility: each.visibility ?? null,
    sizeBytes: each.size ?? null,
    createdAt: each.createdAt ?? null,
    updatedAt: each.updatedAt ?? null,
  }));
  return {
    files: sought === '' ? files : files.filter(({ name }) => folded(name).includes(sought)),
    total: found.totalCount ?? null,
    next: hasNext && files.length > 0 ? page + 1 : null,
  };
}

function folded(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
