import { create } from 'zustand';

import type { Output } from '../../../../shared/contract.ts';
import { type Fault, toFault } from '../../../../shared/fault.ts';
import { engine } from '../../../state/engine.ts';

/** Lines in one answer. */
const PAGE = 1000;

/** Whether the chain of the audit log is whole. */
export interface Chain {
  readonly checked: Output<'zones.auditCheck'> | null;
  readonly isBusy: boolean;
  readonly fault: Fault | null;
}

export const useChain = create<Chain>(() => ({ checked: null, isBusy: false, fault: null }));

/** Goes through the whole log. */
export async function checkChain(): Promise<void> {
  await busily(async () => useChain.setState({ checked: await engine.call('zones.auditCheck', null) }));
}

/** @returns all lines exactly as they stand in the file; null when that did not come to its end. */
export async function auditLines(): Promise<readonly string[] | null> {
  const lines: string[] = [];
  const isDone = await busily(async () => {
    for (let after: number | null = 0; after !== null;) {
      const page: Output<'zones.audit'> = await engine.call('zones.audit', { after, limit: PAGE });
      for (const each of page.lines) lines.push(each);
      after = page.next;
    }
  });
  return isDone ? lines : null;
}

async function busily(work: () => Promise<void>): Promise<boolean> {
  useChain.setState({ isBusy: true, fault: null });
  try {
    await work();
    useChain.setState({ isBusy: false });
    return true;
  } catch (thrown) {
    useChain.setState({ isBusy: false, fault: toFault(thrown) });
    return false;
  }
}
