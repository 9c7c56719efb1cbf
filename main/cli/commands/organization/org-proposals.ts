import type { Command } from 'commander';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { Proposal, ProposalPage } from '../../../../shared/features/organization/oversight-model.ts';
import { oversightTexts as texts, proposalKind } from '../../../../shared/features/organization/oversight-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { type Format, JSON_OPTION } from '../../output/json-option.ts';
import { oneOf } from '../../input/one-of.ts';
import { toldOf } from './optional-answer.ts';

const DECISIONS = [
  { verb: 'approve', approve: true, about: 'Carries a proposal out, as long as it still fits.', told: texts.approved },
  { verb: 'reject', approve: false, about: 'Drops a proposal; it is not made again.', told: texts.rejected },
] as const;

/** `org proposals list|approve|reject`. */
export function addOrgProposals(org: Command, context: CommandContext): void {
  const proposals = org
    .command('proposals')
    .summary('what auto-tidy proposes')
    .description('What auto-tidy proposes for files that you may change.');
  proposals
    .command('list')
    .description('Lists what nobody decided about.')
    .option(...JSON_OPTION)
    .action(({ json }: Format) =>
      context.ask(async ({ client }) => {
        const { standing, all } = await everyProposal(client);
        if (json) context.printJson({ v: 1, standing, proposals: all.map(shape) });
        else context.printLines(all.map(line));
        return toldOf(context, 'proposals', standing, all.length === 0 ? texts.noProposals : null);
      }),
    );
  for (const { verb, approve, about, told } of DECISIONS)
    proposals
      .command(verb)
      .description(about)
      .argument('<proposal>', "an id as 'org proposals list' prints it, or the name of its file")
      .option(...JSON_OPTION)
      .action((what: string, { json }: Format) =>
        context.ask(async ({ client }) => {
          const found = await proposalOf(client, what);
          await client.call('proposals.decide', { id: found.id, approve });
          if (json) context.printJson({ v: 1, proposal: shape(found), approved: approve });
          context.tell(told(found.fileName));
        }),
      );
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

function shape({ id, fileId, fileName, kind, before, after, reason, createdAt }: Proposal): object {
  return { id, fileId, fileName, kind, before, after, reason, createdAt };
}

function line({ id, fileName, kind, before, after, reason }: Proposal): string {
  return [id, fileName, proposalKind(kind), `${before ?? 'none'} → ${after ?? 'none'}`, reason ?? '']
    .filter(part => part !== '')
    .join('  ');
}
