/**
 * Tables that need no more than to be found by id or by a few columns: a row is a JSON document. What is listed by the
 * thousand (folders, files, versions, shares) has tables and questions of its own in `records.ts`.
 */
export interface Table<R extends { readonly id: string }, C extends keyof R & string = never> {
  readonly name: string;
  /** The columns rows are looked up by. */
  readonly columns: readonly C[];
  /** Never there; carries the row's type. */
  readonly row?: R;
}

/** The values rows must have; a column that is left out does not count. */
export type Where<R, C extends keyof R> = { readonly [K in C]?: R[K] };

/** Declares a table, as `table<ProjectRow>()('project', 'organizationId')`. */
export function table<R extends { readonly id: string }>() {
  return <C extends keyof R & string = never>(name: string, ...columns: readonly C[]): Table<R, C> => ({
    name,
    columns,
  });
}

export interface TeamRow {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
}

export interface TeamMemberRow {
  readonly id: string;
  readonly teamId: string;
  readonly userId: number;
}

export const teams = table<TeamRow>()('team', 'organizationId');
export const teamMembers = table<TeamMemberRow>()('teamMember', 'teamId', 'userId');
