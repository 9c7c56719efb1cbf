import { badRequest } from '../../../../shared/fault.ts';
import type { ReviewItem } from '../../../../shared/api/calls/reviews.ts';
import type { Input } from '../../../../shared/contract.ts';
import type { Proposal, ProposalPage } from '../../../../shared/features/organization/oversight-model.ts';
import { oversightTexts as texts } from '../../../../shared/features/organization/oversight-text.ts';
import { calls } from '../../../remote/api/calls.ts';
import type { Tolerant } from '../../../remote/api/tolerant.ts';
import { type ActiveOrganization, activeOrganization } from '../../../items/current-organization.ts';
import type { AppContext } from '../../../items/app-context.ts';
import { changeAndRead } from '../../../items/change-and-verify.ts';
import { orNull } from '../../../items/or-null.ts';
import { findIn, nextPage, askIfOffered, PAGE_SIZE } from './optional-calls.ts';

type Item = Tolerant<ReviewItem>;

/** One page of undecided proposals. */
export async function proposalsOf(context: AppContext, page: number): Promise<ProposalPage> {
  const here = await activeOrganization(context);
  const { standing, answer } = await askIfOffered(() => pageOf(here, 'pending', page));
  if (answer === null) return { standing, proposals: [], total: null, next: null };
  const folders = await foldersOf(here, answer.items);
  return {
    standing,
    proposals: answer.items.map(item => proposalOf(item, folders)),
    total: answer.totalCount ?? null,
    next: nextPage(page, answer),
  };
}

/** Accepts or rejects a proposal, and reads back its state. */
export async function decideProposal(context: AppContext, { id, approve }: Input<'proposals.decide'>): Promise<null> {
  const here = await activeOrganization(context);
  const { standing, answer } = await askIfOffered(() => find(here, 'pending', id));
  if (standing === 'absent') throw badRequest(texts.absent.proposals);
  if (standing === 'not-allowed') throw badRequest(texts.notAllowed.proposals);
  if (answer === null) throw badRequest(texts.proposalGone);
  const [act, wanted] = approve ? [calls.approveReviewItem, 'approved'] : [calls.rejectReviewItem, 'rejected'];
  await changeAndRead({
    ask: () => act(here.line, { path: { id } }),
    read: () => find(here, 'all', id),
    // A proposal that the service accepted and no longer lists is decided.
    isSeen: (now, wasTaken) => (now === null ? wasTaken : now.status?.toLowerCase() === wanted),
  });
  return null;
}

function pageOf({ line }: ActiveOrganization, status: 'pending' | 'all', page: number) {
  return calls.listReviewItems(line, { query: { status, page, pageSize: PAGE_SIZE } });
}

function find(here: ActiveOrganization, status: 'pending' | 'all', id: string): Promise<Item | null> {
  return findIn(
    page => pageOf(here, status, page),
    item => (item.id === id ? item : undefined),
  );
}

/** Names of the folders in proposals; folders that may not be seen keep their ids. */
async function foldersOf({ line }: ActiveOrganization, items: readonly Item[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(items.flatMap(({ kind, before, after }) => (kind === 'move' ? [before, after] : [])));
  const names = new Map<string, string>();
  for (const id of ids) {
    if (typeof id !== 'string' || id === '') continue;
    if (names.size >= MOST_FOLDERS) break;
    const folder = await orNull(calls.getFolder(line, { path: { id } }));
    if (folder?.name) names.set(id, folder.name);
  }
  return names;
}

/** Each folder costs a request. */
const MOST_FOLDERS = 20;

function proposalOf(item: Item, folders: ReadonlyMap<string, string>): Proposal {
  const said = (value: Item['before']): string | null => {
    if (value === null || value === undefined) return null;
    if (typeof value !== 'string') return value.join(', ');
    return item.kind === 'move' ? (folders.get(value) ?? value) : value;
  };
  return {
    id: item.id,
    fileId: item.fileId ?? null,
    fileName: item.fileName ?? '',
    kind: item.kind ?? '',
    before: said(item.before),
    after: said(item.after),
    reason: item.reason ?? null,
    createdAt: item.createdAt ?? null,
  };
}
