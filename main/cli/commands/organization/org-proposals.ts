import { z } from 'zod';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import {
  proposal,
  type Proposal,
  type ProposalPage,
  proposalPage,
} from '../../../../shared/features/organization/oversight-model.ts';
import { oversightTexts as texts, proposalKind } from '../../../../shared/features/organization/oversight-text.ts';
import { oneOf } from '../../input/one-of.ts';
import { publicFields } from '../../output/public-json.ts';
import { commandGroup, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { exitOf, whyNothing } from './optional-answer.ts';

const publicProposal = publicFields(proposal, 'id fileId fileName kind before after reason createdAt');

/** What auto-tidy proposes. */
export const proposalRows: readonly Row[] = [
  commandGroup('org proposals', 'what auto-tidy proposes', 'What auto-tidy proposes for files that you may change.'),
  row('org proposals list', {
    help: 'Lists what nobody decided about.',
    json: publicFields(proposalPage, 'standing', { proposals: z.array(publicProposal) }),
    run: ({ client }) => everyProposal(client),
    shape: ({ standing, all }) => ({ standing, proposals: all }),
    lines: ({ all }) => all.map(proposalLine),
    tell: ({ standing, all }) => whyNothing('proposals', standing, all.length === 0 ? texts.noProposals : null),
    exit: exitOf,
  }),
  decision('approve', 'Carries a proposal out, as long as it still fits.', texts.approved),
  decision('reject', 'Drops a proposal; it is not made again.', texts.rejected),
];

function decision(verb: 'approve' | 'reject', help: string, told: (file: string) => string): Row {
  const approve = verb === 'approve';
  return row(`org proposals ${verb} <proposal>`, {
    help,
    arguments: ["an id as 'org proposals list' prints it, or the name of its file"],
    json: z.object({ proposal: publicProposal, approved: z.boolean() }),
    run: async ({ client }, given: { readonly proposal: string }) => {
      const found = await proposalOf(client, given.proposal);
      await client.call('proposals.decide', { id: found.id, approve });
      return found;
    },
    shape: found => ({ proposal: found, approved: approve }),
    tell: ({ fileName }) => told(fileName),
  });
}

async function everyProposal(client: EngineClient): Promise<{ standing: ProposalPage['standing']; all: Proposal[] }> {
  const all = new Map<string, Proposal>();
  let standing: ProposalPage['standing'] = 'there';
  for (let page: number | null = 1; page !== null;) {
    const before = all.size;
    const answer: ProposalPage = await client.call('proposals.page', { page });
    for (const each of answer.proposals) all.set(each.id, each);
    if (answer.next !== null && all.size === before) throw new Ending(EXIT.error, texts.listEnds);
    ({ standing, next: page } = answer);
  }
  return { standing, all: [...all.values()] };
}

async function proposalOf(client: EngineClient, what: string): Promise<Proposal> {
  const { standing, all } = await everyProposal(client);
  if (standing !== 'there')
    throw new Ending(EXIT.error, standing === 'absent' ? texts.absent.proposals : texts.notAllowed.proposals);
  const by = ({ id, fileName, kind }: Proposal) => ({ name: fileName, others: [kind, id] });
  return oneOf(all, what, by, {
    none: texts.noSuchProposal(what),
    several: names => texts.severalProposals(what, names),
  });
}

function proposalLine({ id, fileName, kind, before, after, reason }: Proposal): string {
  return [id, fileName, proposalKind(kind), `${before ?? 'none'} → ${after ?? 'none'}`, reason ?? '']
    .filter(part => part !== '')
    .join('  ');
}
