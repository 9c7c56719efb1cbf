import type { Handlers, Input } from '../../../../shared/contract.ts';
import { oversightTexts as texts } from '../../../../shared/features/organization/oversight-text.ts';
import { inWords } from '../../../items/current-organization.ts';
import type { AuditPage } from '../../../../shared/features/organization/oversight-model.ts';
import type { AppContext } from '../../../items/app-context.ts';
import { calls } from '../../../remote/api/calls.ts';
import { activeOrganization } from '../../../items/current-organization.ts';
import { endKey, keysOf, makeKey, setPolicy } from './keys.ts';
import { decideProposal, proposalsOf } from './proposals.ts';
import { namesHere, nextPage, askIfOffered, PAGE_SIZE } from './optional-calls.ts';

type OversightCall = keyof Handlers & `${'audit' | 'keys' | 'proposals'}.${string}`;

/** What a service may offer beyond its specification: the audit log, API keys, proposals of auto-tidy. */
export function oversightHandlers(context: AppContext): Pick<Handlers, OversightCall> {
  return {
    'audit.page': wanted => inWords(() => auditOf(context, wanted), texts.absent.audit),
    'keys.list': () => inWords(() => keysOf(context), texts.absent.keys),
    'keys.make': wanted => inWords(() => makeKey(context, wanted), texts.absent.keys),
    'keys.revoke': ({ id }) => inWords(() => endKey(context, id), texts.keyGone),
    'keys.setPolicy': ({ policy }) => inWords(() => setPolicy(context, policy), texts.absent.keys),
    'proposals.page': ({ page }) => inWords(() => proposalsOf(context, page), texts.absent.proposals),
    'proposals.decide': wanted => inWords(() => decideProposal(context, wanted), texts.proposalGone),
  };
}

/** One page of the organization's audit log. */
async function auditOf(context: AppContext, { action, user, page }: Input<'audit.page'>): Promise<AuditPage> {
  const here = await activeOrganization(context);
  const query = {
    page,
    pageSize: PAGE_SIZE,
    ...(action === null ? {} : { action }),
    ...(user === null ? {} : { userId: user }),
  };
  const { standing, answer } = await askIfOffered(() =>
    calls.listAuditLog(here.line, { path: { organizationId: here.id }, query }),
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
