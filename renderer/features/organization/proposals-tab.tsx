import { Sparkles } from 'lucide-react';

import type { Proposal } from '../../../shared/features/organization/oversight-model.ts';
import { proposalKind } from '../../../shared/features/organization/oversight-text.ts';
import { oversightWindow } from '../../../shared/features/organization/oversight-window-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { Chip } from '../../components/items/chip.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { decideProposal, proposals, readMoreProposals } from './stores/proposals.ts';
import { isOther } from '../../state/reading/section.ts';
import styles from './section/section.module.css';
import { Page, Standing, useReading } from './section/section-state.tsx';
import layout from '../../components/layout/layout.module.css';

const words = oversightWindow.proposals;

/** What auto-tidy proposes, to be approved or rejected one by one. */
export function ProposalsTab() {
  useReading(proposals);
  const { value, changing } = proposals.use();
  const all = value?.proposals ?? [];
  return (
    <Page>
      <p className={layout['soft']}>{words.about}</p>
      <Standing of={proposals} />
      {value !== null && all.length === 0 && value.next === null ? (
        <EmptyState icon={Sparkles} title={words.none}>
          <p>{words.noneAbout}</p>
        </EmptyState>
      ) : null}
      {all.length === 0 ? null : (
        <>
          <p className={layout['soft']}>{words.shown(all.length, value?.total ?? null)}</p>
          <ul className={styles['list']} aria-label={words.label}>
            {all.map(each => (
              <Line key={each.id} one={each} isBusy={isOther(changing, each.id)} />
            ))}
          </ul>
        </>
      )}
      {value === null || value.next === null ? null : (
        <div>
          <Button onPress={() => void readMoreProposals()}>{words.more}</Button>
        </div>
      )}
    </Page>
  );
}

function Line({ one, isBusy }: { readonly one: Proposal; readonly isBusy: boolean }) {
  const { fileName, kind, before, after, reason } = one;
  const said = (text: string | null) => (text === null || text === '' ? words.nothing : shownName(text));
  return (
    <li className={styles['line']}>
      <span className={styles['words']}>
        <span className={styles['line']}>
          <strong>
            <bdi>{shownName(fileName)}</bdi>
          </strong>
          <Chip label={proposalKind(kind)} />
        </span>
        <span>
          <bdi>{said(before)}</bdi>
          {` ${words.to} `}
          <bdi className={layout['strongInk']}>{said(after)}</bdi>
        </span>
        {reason === null ? null : <span className={layout['soft']}>{shownName(reason)}</span>}
      </span>
      <span className={styles['end']}>
        <Button isDisabled={isBusy} label={words.approveHint(fileName)} onPress={() => void decideProposal(one, true)}>
          {words.approve}
        </Button>
        <Button isDisabled={isBusy} label={words.rejectHint(fileName)} onPress={() => void decideProposal(one, false)}>
          {words.reject}
        </Button>
      </span>
    </li>
  );
}
