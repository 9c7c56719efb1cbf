import type { Output } from '../../../../shared/contract.ts';
import { engine } from '../../../state/engine.ts';
import { section } from '../../../state/reading/section.ts';

/** Lines in one answer. */
const PAGE = 1000;

const chain = section(() => engine.call('zones.auditCheck', null));
/** Whether the chain of the audit log is whole. */
export const useChain = chain.use;

const lines = section(readAllLines);
/** The lines of the audit log, while they are read to be taken away. */
export const useAuditLines = lines.use;

/** Goes through the whole log. */
export async function checkChain(): Promise<void> {
  chain.tidy();
  lines.tidy();
  await chain.read();
}

/** @returns all lines exactly as they stand in the file; null when that did not come to its end. */
export async function auditLines(): Promise<readonly string[] | null> {
  chain.tidy();
  lines.tidy();
  await lines.read();
  const { value } = lines.use.getState();
  // A log of years is not kept in memory beside the saved file.
  if (value !== null) lines.forget();
  return value;
}

async function readAllLines(): Promise<readonly string[]> {
  const all: string[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page: Output<'zones.audit'> = await engine.call('zones.audit', { after, limit: PAGE });
    for (const each of page.lines) all.push(each);
    after = page.next;
  }
  return all;
}
