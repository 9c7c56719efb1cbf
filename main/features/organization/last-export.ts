import type { Facts } from '../../journal/records/history.ts';

const FACT = 'lastExport';

/** Which export was begun last from here. A service need not list them. */
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

/** An export is its starter's alone (S51). In a transaction. */
export function forgetExports(facts: Facts): void {
  facts.set(FACT, null);
}
