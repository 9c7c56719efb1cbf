import type { Proposal, ProposalPage } from '../../../../shared/features/organization/oversight-model.ts';
import { oversightTexts as texts } from '../../../../shared/features/organization/oversight-text.ts';
import { engine } from '../../../state/engine.ts';
import { organizationSection } from './organization-section.ts';

/** Undecided proposals of auto-tidy, as far as they were read. */
export const proposals = organizationSection<ProposalPage>(() => engine.call('proposals.page', { page: 1 }));

/** Carries a proposal out, or drops it. */
export function decideProposal({ id, fileName }: Proposal, approve: boolean): Promise<boolean> {
  return proposals.change(
    id,
    async () => {
      await engine.call('proposals.decide', { id, approve });
      // The engine read back that it is decided; every list of undecided ones is one shorter.
      return without(proposals.use.getState().value, id);
    },
    () => (approve ? texts.approved(fileName) : texts.rejected(fileName)),
  );
}

/** Reads on. Decided proposals left the list and moved later ones forward, so the last page is asked for again. */
export async function readMoreProposals(): Promise<void> {
  const old = proposals.use.getState().value;
  if (old === null || old.next === null) return;
  const page = Math.floor(old.proposals.length / PAGE) + 1;
  await proposals.change(
    'more',
    async () => {
      const answer = await engine.call('proposals.page', { page });
      const known = new Set(old.proposals.map(({ id }) => id));
      return {
        ...answer,
        proposals: [...old.proposals, ...answer.proposals.filter(({ id }) => !known.has(id))],
      };
    },
    null,
  );
}

/** So many are on a page. */
const PAGE = 100;

function without(page: ProposalPage | null, id: string): ProposalPage {
  if (page === null) return { standing: 'there', proposals: [], total: null, next: null };
  return {
    ...page,
    proposals: page.proposals.filter(each => each.id !== id),
    total: page.total === null ? null : page.total - 1,
  };
}
