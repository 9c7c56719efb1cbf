import { create } from 'zustand';

import type { Output } from '../../../../shared/contract.ts';
import { type Fault } from '../../../../shared/fault.ts';
import { engine } from '../../../state/engine.ts';
import { update } from '../../../state/reading/section.ts';

/** Lines in one answer. */
const PAGE = 1000;

/** Whether the chain of the audit log is whole. */
export interface Chain {
  readonly checked: Output<'zones.auditCheck'> | null;
  readonly isBusy: boolean;
  readonly fault: Fault | null;
}

export const useChain = create<Chain>(() => ({ checked: null, isBusy: false, fault: null }));

const SHOWN = { during: { isBusy: true, fault: null }, after: { isBusy: false } };

/** Goes through the whole log. */
export async function checkChain(): Promise<void> {
  await update(
    useChain,
    () => engine.call('zones.auditCheck', null),
    checked => ({ checked }),
    SHOWN,
  );
}

/** @returns all lines exactly as they stand in the file; null when that did not come to its end. */
export async function auditLines(): Promise<readonly string[] | null> {
  const lines: string[] = [];
  const readAll = async () => {
    for (let after: number | null = 0; after !== null;) {
      const page: Output<'zones.audit'> = await engine.call('zones.audit', { after, limit: PAGE });
      for (const each of page.lines) lines.push(each);
      after = page.next;
    }
  };
  return (await update(useChain, readAll, () => ({}), SHOWN)) ? lines : null;
}
