import type { Caller } from './callers.ts';

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const MARKS = /(z[qt])(\d+)u(\d+)n\d+e/g;

/** To whom something belongs: an organization, and with `userId` to one person in it. */
interface Owner {
  readonly organizationId: string;
  readonly userId: number | null;
}

/**
 * A text for names and contents, marked with the organization and the person that sent it. What is `private` is for that
 * person only, wherever it turns up.
 */
export function markOf(
  place: { readonly organization: number; readonly userId: number },
  count: number,
  isPrivate: boolean,
): string {
  return `${isPrivate ? 'zt' : 'zq'}${place.organization}u${place.userId}n${count}e`;
}

/**
 * Whether an id may be used by people it does not belong to. Half of all ids never are, so that where one of these
 * turns up in a wrong answer, the service itself disclosed it: no request contained it.
 */
export function mayTravel(id: string): boolean {
  return /[02468ace]$/i.test(id);
}

/** Remembers to whom ids belong, and notices them, and marked texts, in answers to others. */
export class Leaks {
  readonly #owners = new Map<string, Owner>();
  readonly #organizations: readonly string[];

  /** `organizations` by the numbers that marks carry. */
  constructor(organizations: readonly string[]) {
    this.#organizations = organizations;
    for (const id of organizations) this.#owners.set(id, { organizationId: id, userId: null });
  }

  /** What an answer shows a caller that is none of his business; `sharedOnly` looks past what is private to colleagues. */
  found(caller: Caller, text: string, sharedOnly = false): string[] {
    const ids = [...new Set(text.match(UUIDS))].filter(id => {
      const owner = this.#owners.get(id);
      if (owner === undefined || mayTravel(id)) return false;
      return !isFor(caller, sharedOnly ? { ...owner, userId: null } : owner);
    });
    const marks = [...text.matchAll(MARKS)].filter(([, kind, organization, userId]) => {
      const organizationId = this.#organizations[Number(organization)] ?? '';
      return !isFor(caller, { organizationId, userId: kind === 'zt' ? Number(userId) : null });
    });
    return [...ids.map(id => `the id ${id}`), ...marks.map(([mark]) => `the text ${mark}`)];
  }

  /** Records the caller as the owner of each id in an answer that has no owner yet. */
  learn(caller: Caller, text: string, isPrivate: boolean): void {
    const [organizationId, ...others] = caller.organizations;
    // Who belongs to several could have met any of them.
    if (organizationId === undefined || others.length > 0) return;
    for (const id of new Set(text.match(UUIDS))) {
      if (!this.#owners.has(id)) this.#owners.set(id, { organizationId, userId: isPrivate ? caller.userId : null });
    }
  }

  /** Records that ids which requests made up have no owner. */
  ignore(text: string): void {
    for (const id of text.match(UUIDS) ?? []) {
      if (!this.#owners.has(id)) this.#owners.set(id, { organizationId: '', userId: null });
    }
  }
}

function isFor(caller: Caller, { organizationId, userId }: Owner): boolean {
  if (organizationId === '') return true;
  return caller.organizations.has(organizationId) && (userId === null || userId === caller.userId);
}
