import type { AuditLine, AuditPage } from '../../../../shared/features/organization/oversight-model.ts';
import { engine } from '../../../state/engine.ts';
import { csvTable, type NamedTable } from '../../../../shared/features/organization/report-csv.ts';
import { oversightWindow } from '../../../../shared/features/organization/oversight-window-text.ts';
import { nameThings } from './audit-things.ts';
import { organizationSection } from './organization-section.ts';

/** What of the log is looked at; null: everything, everybody. */
export interface AuditFilter {
  readonly action: string | null;
  readonly user: number | null;
}

/** The log as far as it was read. */
export interface AuditShown extends AuditPage {
  readonly filter: AuditFilter;
  /** What the service calls things that were done, as far as any were seen. */
  readonly actions: readonly string[];
}

const EVERYTHING: AuditFilter = { action: null, user: null };
/** What is asked for next, once. */
let wanted: AuditFilter | null = null;

/** Who did what in the organization. */
export const audit = organizationSection<AuditShown>(async (): Promise<AuditShown> => {
  const mine = wanted ?? audit.use.getState().value?.filter ?? EVERYTHING;
  wanted = null;
  const page = await engine.call('audit.page', { ...mine, page: 1 });
  void nameThings(page.lines);
  return { ...page, filter: mine, actions: actionsIn(page) };
});

/** Looks at a part of the log. */
export async function narrowAudit(change: Partial<AuditFilter>): Promise<void> {
  wanted = { ...(audit.use.getState().value?.filter ?? EVERYTHING), ...change };
  await audit.read();
}

/** Reads what is older than what is there. */
export async function readOlderAudit(): Promise<void> {
  const old = audit.use.getState().value;
  if (old === null || old.next === null) return;
  const { next } = old;
  await audit.change(
    'older',
    async () => {
      const page = await engine.call('audit.page', { ...old.filter, page: next });
      const known = new Set(old.lines.map(({ id }) => id));
      const fresh = page.lines.filter(({ id }) => !known.has(id));
      void nameThings(fresh);
      return { ...old, ...page, lines: [...old.lines, ...fresh], actions: actionsIn(page) };
    },
    null,
  );
}

function actionsIn({ lines }: AuditPage): readonly string[] {
  const before = audit.use.getState().value?.actions ?? [];
  return [...new Set([...before, ...lines.map(({ action }) => action)])].toSorted();
}

/** Reads what the filter lets through to its end and makes a table of it: all of it, or null. @param cellsOf a line. */
export async function auditTable(cellsOf: (line: AuditLine) => readonly string[]): Promise<NamedTable | null> {
  for (let before = -1; ;) {
    const { value, fault } = audit.use.getState();
    // A page that could not be read, or that showed nothing new, would be asked for again for ever.
    if (value === null || fault !== null || value.lines.length === before) return null;
    if (value.next === null) break;
    before = value.lines.length;
    await readOlderAudit();
  }
  const lines = audit.use.getState().value?.lines ?? [];
  await nameThings(lines);
  const { fileName, saved, tableColumns } = oversightWindow.audit;
  return {
    name: fileName(new Date().toISOString().slice(0, 10)),
    text: csvTable(tableColumns, lines.map(cellsOf)),
    said: saved(lines.length),
  };
}
