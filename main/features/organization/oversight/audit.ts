import type { Input } from '../../../../shared/contract.ts';
import type { AuditPage } from '../../../../shared/features/organization/oversight-model.ts';
import { listAuditLog } from '../../../remote/api/calls/beyond.ts';
import { organizationHere } from '../current-organization.ts';
import type { AppContext } from '../../../items/app-context.ts';
import { namesHere, nextPage, offered, PAGE_SIZE } from './optional-calls.ts';

/** One page of the organization's audit log. */
export async function auditOf(context: AppContext, { action, user, page }: Input<'audit.page'>): Promise<AuditPage> {
  const here = await organizationHere(context);
  const query = {
    page,
    pageSize: PAGE_SIZE,
    ...(action === null ? {} : { action }),
    ...(user === null ? {} : { userId: user }),
  };
  const { standing, answer } = await offered(() =>
    listAuditLog(here.line, { path: { organizationId: here.id }, query }),
  );
  if (answer === null) return { standing, lines: [], total: null, next: null };
  const names = await namesHere(here);
  return {
    standing,
    lines: answer.items.map(each => ({
      id: each.id,
      at: each.createdAt ?? null,
      action: each.action ?? '',
      userId: each.userId ?? null,
      who: names.get(each.userId ?? 0) ?? null,
      via: each.via ?? null,
      target: each.targetId ?? null,
    })),
    total: answer.totalCount ?? null,
    next: nextPage(page, answer),
  };
}
