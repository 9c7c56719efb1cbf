import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
import type { Output } from '../../../../shared/contract.ts';
import type { SafeFile } from '../../../../shared/features/zones/model.ts';
import { csvText } from '../../../../shared/text/csv.ts';
import { zonesWords } from '../../../../shared/features/zones/window-text.ts';
import { engine } from '../../../state/engine.ts';
import { update } from '../../../state/reading/section.ts';

const words = zonesWords.report;
/** Each file is checked again for every page, so a page takes a while. */
const PAGE = 500;

/** What may be removed from this computer, as far as it was read. */
export interface SafeReport {
  readonly zone: string | null;
  /** Also what was not read back. */
  readonly confirmed: boolean;
  readonly rows: readonly SafeFile[];
  readonly sizeBytes: number;
  /** Where the next page begins; null: that was all. */
  readonly next: number | null;
  readonly isReading: boolean;
  readonly fault: Fault | null;
}

const NOTHING: SafeReport = {
  zone: null,
  confirmed: false,
  rows: [],
  sizeBytes: 0,
  next: 0,
  isReading: false,
  fault: null,
};

export const useSafeReport = create<SafeReport>(() => NOTHING);

/** Counts reports: what comes late is of an earlier one, and is passed over. */
let turn = 0;
let reading: Promise<void> | null = null;

/** Begins a new report: a file that was safe a while ago may have changed since. */
export async function beginReport(zone: string, confirmed: boolean): Promise<void> {
  turn += 1;
  reading = null;
  useSafeReport.setState({ ...NOTHING, zone, confirmed });
  await readReport();
}

/** Reads the next page; the one that is being read is not read twice. */
export function readReport(): Promise<void> {
  const { zone, next } = useSafeReport.getState();
  if (zone === null || next === null) return Promise.resolve();
  reading ??= readPage(zone, next, turn);
  return reading;
}

async function readPage(zone: string, after: number, mine: number): Promise<void> {
  const { confirmed } = useSafeReport.getState();
  const read = () => engine.call('zones.report', { zone, confirmed, after, limit: PAGE });
  const into = (page: Output<'zones.report'>, { rows, sizeBytes }: SafeReport) => ({
    rows: [...rows, ...page.rows],
    sizeBytes: page.rows.reduce((sum, row) => sum + row.sizeBytes, sizeBytes),
    next: page.next,
  });
  await update(useSafeReport, read, into, {
    isCurrent: () => mine === turn,
    during: { isReading: true, fault: null },
    after: { isReading: false },
  });
  if (mine === turn) reading = null;
}

/** Reads the report to its end. @returns its lines as a file; null when that did not come to its end, or another was begun. */
export async function wholeReport(): Promise<string | null> {
  const mine = turn;
  do await readReport();
  while (mine === turn && isOpen(useSafeReport.getState()));
  const { next, rows } = useSafeReport.getState();
  return mine === turn && next === null ? reportText(rows) : null;
}

function isOpen({ next, fault }: SafeReport): boolean {
  return next !== null && fault === null;
}

function reportText(rows: readonly SafeFile[]): string {
  const time = (at: number | null): string => (at === null ? '' : new Date(at).toISOString());
  return csvText([
    words.head,
    ...rows.map(({ path, sizeBytes, sha256, file, confirmedAt, verifiedAt }) => [
      path,
      String(sizeBytes),
      sha256,
      file,
      time(confirmedAt),
      time(verifiedAt),
    ]),
  ]);
}
