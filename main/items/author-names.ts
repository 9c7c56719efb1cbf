import { FaultError } from '../../shared/fault.ts';
import { NOT_A_MEMBER, UNNAMED } from '../../shared/text/people.ts';
import type { ReaderOf } from '../core/policy/audience.ts';
import type { ServiceApi } from '../remote/api/service.ts';

/** What the one is called whose number the service gave; null for none. Never a number. */
export type NameOf = (by: string | null) => string | null;

interface AuthorFacts {
  /** Those who can open what they made; null: the service does not tell. */
  readonly readers: readonly Pick<ReaderOf, 'key' | 'name'>[] | null;
  /** The numbers that names are wanted for. */
  readonly authors: readonly (string | null)[];
  /** Null: it is not known which one it is. */
  readonly organization: string | null;
}

/**
 * Names the people who made versions: by those who can open the file, and where one of them cannot any more, by the members
 * of the organization. Names are an addition: where the service does not tell them, nothing fails.
 */
export async function authorNames(api: Pick<ServiceApi, 'members'>, known: AuthorFacts): Promise<NameOf> {
  const { readers, authors, organization } = known;
  const named = new Map(
    (readers ?? []).filter(({ name }) => name !== UNNAMED).map(({ key, name }) => [key.replace(/^user /, ''), name]),
  );
  const isMissing = authors.some(by => by !== null && !named.has(by));
  const members = isMissing && organization !== null ? await membersOf(api, organization) : null;
  // Only of a person who is not in the whole list is it said that they are not a member.
  const unknown = (by: string): string => (members === null || members.has(by) ? UNNAMED : NOT_A_MEMBER);
  return by => (by === null ? null : (named.get(by) ?? (members?.get(by) || unknown(by))));
}

async function membersOf(
  api: Pick<ServiceApi, 'members'>,
  organization: string,
): Promise<ReadonlyMap<string, string> | null> {
  try {
    return await api.members(organization);
  } catch (error) {
    if (error instanceof FaultError) return null;
    throw error;
  }
}
