import type { Facts } from '../../journal/records/history.ts';

const FACT = 'lastExport';

/** Fact with the export started last on this computer; a service need not list exports. */
export function forExports(facts: Facts): {
  last(organization: string): string | null;
  remember(organization: string, job: string): void;
} {
  return {
    last: organization => {
      const [of, job] = facts.get(FACT)?.split(' ') ?? [];
      return of === organization ? (job ?? null) : null;
    },
    remember: (organization, job) => facts.set(FACT, `${organization} ${job}`),
  };
}

/** An export belongs to the person who started it. In a transaction. */
export function forgetExports(facts: Facts): void {
  facts.set(FACT, null);
}
