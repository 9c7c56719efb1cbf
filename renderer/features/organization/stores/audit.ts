import type { AuditPage } from '../../../../shared/features/organization/oversight-model.ts';
import { engine } from '../../../state/engine.ts';
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
      return { ...old, ...page, lines: [...old.lines, ...fresh], actions: actionsIn(page) };
    },
    null,
  );
}

function actionsIn({ lines }: AuditPage): readonly string[] {
  const before = audit.use.getState().value?.actions ?? [];
  return [...new Set([...before, ...lines.map(({ action }) => action)])].toSorted();
}
